/** The selected rows of a list, for changes of many prompts at once. */
export interface RowSelection {
  /** A click selects a row instead of opening it. */
  readonly active: boolean;
  readonly ids: ReadonlySet<string>;
  /** Selects or deselects a row; with `range`, selects all rows from the last toggled one. */
  readonly toggle: (
    rows: readonly { readonly id: string }[],
    index: number,
    range: boolean,
  ) => void;
}
