import type { ImportPreview } from './import-preview.ts';
import type { RowPlace } from './source-row.ts';

/** A row that stays out, for the list that says why. */
export interface SkippedRow extends RowPlace {
  readonly title: string | null;
  readonly reason: string;
}

/** Everything that stays out of an import, in the order of the file. */
export function skippedRows(preview: ImportPreview, includeKnown: boolean): SkippedRow[] {
  const { file, known } = preview;
  const repeated = file.repeated.map(({ row, line, title, firstRow }) => ({
    row,
    line,
    title,
    reason: `Its title and content are those of row ${firstRow}.`,
  }));
  const alreadyThere = includeKnown
    ? []
    : file.prompts
        .filter(({ fingerprint }) => known.has(fingerprint))
        .map(({ row, line, title }) => ({
          row,
          line,
          title,
          reason: 'It is in your library already.',
        }));
  return [...file.problems, ...repeated, ...alreadyThere].sort((one, other) => one.row - other.row);
}
