/** A mail to one person. `text` and `html` say the same. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Headers besides those that every mail has. */
  readonly headers?: Readonly<Record<string, string>>;
}
