/** A file to import. */
export interface InputFile {
  /** Relative to the chosen folder, with slashes. */
  readonly path: string;
  readonly read: () => Promise<Uint8Array>;
}
