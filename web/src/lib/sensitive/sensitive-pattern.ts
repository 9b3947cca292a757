/** How one kind of thing is found in a text. */
export interface SensitivePattern {
  /** What it is called on the screen. */
  readonly name: string;
  /** With the flag g. Every repetition is bounded or of one kind of character, so that time stays linear. */
  readonly find: RegExp;
  /** The group that is the thing itself; the whole match when not given. */
  readonly group?: number;
  /** What the shape alone does not say: a checksum, a placeholder. */
  readonly confirm?: (found: string) => boolean;
}
