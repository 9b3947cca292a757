/** The classes of a link, or of a button that looks like one, in running text. */
export const textLinkClass =
  'rounded-sm font-medium text-cue-ink underline decoration-1 underline-offset-3 hover:decoration-2';
