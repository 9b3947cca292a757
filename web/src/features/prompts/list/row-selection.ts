/** Rows of a list that can be chosen, for what is done to many at once. */
export interface RowSelection {
  /** A press chooses a row instead of opening it. */
  readonly active: boolean;
  readonly ids: ReadonlySet<string>;
  /** With `range`: all rows between this one and the last that was chosen. */
  readonly toggle: (
    rows: readonly { readonly id: string }[],
    index: number,
    range: boolean,
  ) => void;
}
