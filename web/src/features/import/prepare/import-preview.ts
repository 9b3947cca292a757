import type { Notation } from '#web/lib/variables/placeholders.ts';
import type { PreparedSource, RefusedFile } from './prepare-files.ts';

/** A file that was read and compared with the library. */
export interface SourcePreview extends PreparedSource {
  /** Fingerprints of its prompts that the library holds already. */
  readonly known: ReadonlySet<string>;
}

/** Everything that was chosen together. */
export interface ImportPreview {
  readonly sources: readonly SourcePreview[];
  /** Files that cannot be read, and why. */
  readonly refused: readonly RefusedFile[];
}

/** How the person wants it. */
export interface ImportChoices {
  /** Store again what the library holds already. */
  readonly includeExisting: boolean;
  /** Let what was public be public again. */
  readonly publish: boolean;
  /** The notations of other tools whose placeholders are made variables. */
  readonly variables: ReadonlySet<Notation>;
}
