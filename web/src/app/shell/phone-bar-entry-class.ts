/** The look of an entry of a phone's bar, 56 px high. */
export const phoneBarEntryClass =
  'flex h-14 w-full min-w-0 flex-col items-center justify-center gap-0.5 text-xs font-medium focus-visible:outline-offset-[-2px]';
