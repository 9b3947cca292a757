import type { SourcePlan } from './import-plan.ts';
import type { PreparedPrompt } from './prepare-import.ts';
import type { RowPlace } from '#web/features/import/read/source-row.ts';

/** A row that stays out, for the list that says why. */
export interface SkippedRow extends RowPlace {
  readonly title: string | null;
  readonly reason: string;
}

/** Everything that stays out of an import of a file, in its order. */
export function skippedRows({ source: { file }, known, repeated }: SourcePlan): SkippedRow[] {
  const twice = file.repeated.map(({ firstRow, ...place }) => ({
    ...place,
    reason: `Its title and content are those of row ${firstRow}.`,
  }));
  return [
    ...file.problems,
    ...twice,
    ...known.map((prompt) => skipped(prompt, 'It is in your library already.')),
    ...repeated.map(({ prompt, name }) => skipped(prompt, `It is in ${name}, too.`)),
  ].sort((one, other) => one.row - other.row);
}

function skipped({ row, line, title, file }: PreparedPrompt, reason: string): SkippedRow {
  return { row, line, title, ...(file === undefined ? {} : { file }), reason };
}

/** The same of several files: rows of tables come under the names of their files. */
export function allSkippedRows(plans: readonly SourcePlan[], fileCount: number): SkippedRow[] {
  return plans.flatMap((plan) =>
    skippedRows(plan).map((row) =>
      fileCount === 1 || row.file !== undefined ? row : { ...row, file: plan.source.name },
    ),
  );
}
