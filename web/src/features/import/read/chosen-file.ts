/** A file that was chosen or dropped. */
export interface InputFile {
  /** Below the folder that was chosen, with a slash between folders. */
  readonly path: string;
  readonly read: () => Promise<Uint8Array>;
}
