import { libraryName } from './import-preview.ts';
import type { SourcePlan } from './import-plan.ts';
import type { PreparedPrompt } from './prepare-import.ts';
import type { RowLocation } from '#web/features/import/read/source-row.ts';

/** A row that is not imported, with the reason. */
export interface SkippedRow extends RowLocation {
  readonly title: string | null;
  readonly reason: string;
}

/** Returns the rows of a file that are not imported, in its order. */
export function skippedRows(
  { source: { file }, inLibrary, repeated }: SourcePlan,
  library = libraryName(null),
): SkippedRow[] {
  const repetitions = file.repeated.map(({ firstRow, ...location }) => ({
    ...location,
    reason: `Same title and content as row ${firstRow}.`,
  }));
  return [
    ...file.problems,
    ...repetitions,
    ...inLibrary.map((prompt) => skipped(prompt, `Already in ${library}.`)),
    ...repeated.map(({ prompt, name }) => skipped(prompt, `Also in ${name}.`)),
  ].sort((one, other) => one.row - other.row);
}

function skipped({ row, line, title, file }: PreparedPrompt, reason: string): SkippedRow {
  return { row, line, title, ...(file === undefined ? {} : { file }), reason };
}

/** Returns the rows of several files that are not imported, with the names of their files. */
export function allSkippedRows(
  plans: readonly SourcePlan[],
  fileCount: number,
  library: string,
): SkippedRow[] {
  return plans.flatMap((plan) =>
    skippedRows(plan, library).map((row) =>
      fileCount === 1 || row.file !== undefined ? row : { ...row, file: plan.source.name },
    ),
  );
}
