/** A way of writing prompts, with an example from real work. */
export interface Technique {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** A realistic prompt and its answer, separated by an arrow. */
  readonly example: string;
  readonly why: string;
  /** The content of a new prompt that uses the technique. */
  readonly skeleton: string;
}
