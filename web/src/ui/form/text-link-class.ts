/** The look of a link, or of a button that acts as one, in running text. */
export const textLinkClass =
  'rounded-sm font-medium text-cue-ink underline decoration-1 underline-offset-3 hover:decoration-2';
