import { limits } from '#contract/limits.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import type { Library } from '#web/lib/storage/library-file.ts';

/** The fields of a prompt in an import file. */
export const importFields = [
  'title',
  'content',
  'description',
  'tags',
  'category',
  'group',
] as const;
export type ImportField = (typeof importFields)[number];

/** The location of a row: number from 1, first line if the format has lines, file in a folder. */
export interface RowLocation {
  readonly row: number;
  readonly line: number | null;
  readonly file?: string;
}

/** Returns only the location of a row. */
export function locationOf({ row, line, file }: RowLocation): RowLocation {
  return file === undefined ? { row, line } : { row, line, file };
}

/** A row of a file, unchecked and unchanged. */
export interface SourceRow extends RowLocation {
  readonly fields: Readonly<Partial<Record<ImportField, unknown>>>;
}

/** A row that can't be imported, with the reason as a sentence. */
export interface RowProblem extends RowLocation {
  readonly title: string | null;
  readonly reason: string;
}

/** The content of a Cuebook export, with the location of each prompt. */
interface ExportSource extends Omit<Library, 'prompts'> {
  readonly prompts: readonly {
    readonly prompt: Library['prompts'][number];
    readonly location: RowLocation;
  }[];
}

export interface SourceFile {
  readonly format: 'CSV' | 'JSON' | 'JSON Lines' | 'Markdown';
  readonly rows: readonly SourceRow[];
  readonly problems: readonly RowProblem[];
  /** The names of unused columns or keys. */
  readonly ignored: readonly string[];
  /** Null: the file is no Cuebook export. */
  readonly exported: ExportSource | null;
}

/** A refusal of the whole file; the message says why and what to do. */
export class ImportFileError extends Error {
  override name = 'ImportFileError';
}

/** Refuses a file with more rows than the page can show. Readers call it before they keep a row. */
export function checkRowCount(count: number): void {
  if (count <= limits.importRows) return;
  throw new ImportFileError(
    `This file contains more than ${formatCount(limits.importRows, 'prompt')}. Nothing was imported. Split it into smaller files.`,
  );
}
