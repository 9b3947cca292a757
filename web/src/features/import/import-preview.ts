import type { PreparedFile } from './prepare-import.ts';

/** A file that was read and compared with the library. */
export interface ImportPreview {
  readonly name: string;
  readonly file: PreparedFile;
  /** Fingerprints of its prompts that the library holds already. */
  readonly known: ReadonlySet<string>;
}
