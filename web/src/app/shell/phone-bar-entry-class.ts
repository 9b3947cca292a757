/** The look of an entry of a phone's bar, 56 px high. */
export const phoneBarEntryClass =
  'flex h-14 w-full min-w-0 flex-col items-center justify-center gap-0.5 text-xs font-medium focus-visible:outline-offset-[-2px]';

/** The look of its label. It is left out where the text is so large that the labels would overlap. */
export const phoneBarLabelClass = 'max-[17rem]:sr-only';
