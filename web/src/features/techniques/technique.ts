/** A way of writing prompts, with an example from real work. */
export interface Technique {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** A prompt as somebody would write it, and what it brings. */
  readonly example: string;
  /** Why it works. */
  readonly why: string;
  /** What a new prompt by this technique starts from. */
  readonly skeleton: string;
}
