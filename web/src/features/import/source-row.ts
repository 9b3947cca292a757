/** The fields of a prompt that an import file may hold. */
export const importFields = [
  'title',
  'content',
  'description',
  'tags',
  'category',
  'group',
] as const;
export type ImportField = (typeof importFields)[number];

/** Where a row stands in its file: its number from 1, and the line it begins on where lines mean anything. */
export interface RowPlace {
  readonly row: number;
  readonly line: number | null;
}

/** One row as it stands in the file; nothing is checked or changed yet. */
export interface SourceRow extends RowPlace {
  readonly fields: Readonly<Partial<Record<ImportField, unknown>>>;
}

/** A row that will not be imported, and the reason as a sentence for the person. */
export interface RowProblem extends RowPlace {
  readonly title: string | null;
  readonly reason: string;
}

export interface SourceFile {
  readonly format: 'CSV' | 'JSON' | 'JSON Lines';
  readonly rows: readonly SourceRow[];
  readonly problems: readonly RowProblem[];
  /** Columns or keys that mean nothing to the import, by their own names. */
  readonly ignored: readonly string[];
}

/** The whole file is refused; the message says why, and what to do. */
export class ImportFileError extends Error {
  override name = 'ImportFileError';
}
