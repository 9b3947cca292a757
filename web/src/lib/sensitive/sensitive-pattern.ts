/** A pattern of one kind of secret or personal data. */
export interface SensitivePattern {
  /** The name on the screen. */
  readonly name: string;
  /**
   * Has the flag g. Every repetition is bounded or of one character class, so that time stays
   * linear.
   */
  readonly find: RegExp;
  /** The group with the finding; the whole match if absent. */
  readonly group?: number;
  /** Checks what the pattern can't: a checksum, or that it is no placeholder. */
  readonly confirm?: (found: string) => boolean;
}
