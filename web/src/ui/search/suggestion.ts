/** A value that a text box offers. */
export interface Suggestion {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}
