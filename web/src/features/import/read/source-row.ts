import type { Library } from '#web/lib/storage/library-file.ts';

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

/** Where a row stands: its number from 1, the line it begins on where lines mean anything, its file where it is one. */
export interface RowPlace {
  readonly row: number;
  readonly line: number | null;
  readonly file?: string;
}

/** Where something stands, without the thing itself. */
export function placeOf({ row, line, file }: RowPlace): RowPlace {
  return file === undefined ? { row, line } : { row, line, file };
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

/** What Cuebook itself wrote: prompts with where each stands, and what they belong to. */
interface OwnSource extends Omit<Library, 'prompts'> {
  readonly prompts: readonly {
    readonly prompt: Library['prompts'][number];
    readonly place: RowPlace;
  }[];
}

export interface SourceFile {
  readonly format: 'CSV' | 'JSON' | 'JSON Lines' | 'Markdown';
  readonly rows: readonly SourceRow[];
  readonly problems: readonly RowProblem[];
  /** Columns or keys that mean nothing to the import, by their own names. */
  readonly ignored: readonly string[];
  /** Null: none of it is Cuebook's own. */
  readonly own: OwnSource | null;
}

/** The whole file is refused; the message says why, and what to do. */
export class ImportFileError extends Error {
  override name = 'ImportFileError';
}
