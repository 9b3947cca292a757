import type { SourcePreview } from './import-preview.ts';
import type { RowPlace } from './source-row.ts';

/** A row that stays out, for the list that says why. */
export interface SkippedRow extends RowPlace {
  readonly title: string | null;
  readonly reason: string;
}

/** Everything that stays out of an import of a file, in its order. */
export function skippedRows({ file, known }: SourcePreview, includeKnown: boolean): SkippedRow[] {
  const repeated = file.repeated.map(({ firstRow, ...place }) => ({
    ...place,
    reason: `Its title and content are those of row ${firstRow}.`,
  }));
  const alreadyThere = includeKnown
    ? []
    : file.prompts
        .filter(({ fingerprint }) => known.has(fingerprint))
        .map(({ row, line, title, file: path }) => ({
          row,
          line,
          title,
          ...(path === undefined ? {} : { file: path }),
          reason: 'It is in your library already.',
        }));
  return [...file.problems, ...repeated, ...alreadyThere].sort((one, other) => one.row - other.row);
}

/** The same of several files: rows of tables come under the names of their files. */
export function allSkippedRows(
  sources: readonly SourcePreview[],
  includeKnown: boolean,
): SkippedRow[] {
  return sources.flatMap((source) =>
    skippedRows(source, includeKnown).map((row) =>
      sources.length === 1 || row.file !== undefined ? row : { ...row, file: source.name },
    ),
  );
}
