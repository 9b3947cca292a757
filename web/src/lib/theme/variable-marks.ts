/**
 * The classes of a variable in a text: its name, or its value. Forced colours and paper have no
 * backgrounds, so a name gets a border there.
 */
export const variableMarks = {
  none: undefined,
  chip: 'rounded-sm bg-chip box-decoration-clone px-1 py-px text-chip-ink forced-colors:border print:border',
  filled: 'underline decoration-outline decoration-1 underline-offset-4',
} as const;
