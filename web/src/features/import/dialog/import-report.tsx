import { CircleCheck } from 'lucide-react';
import { formatCount } from '#web/lib/text/format-count.ts';
import { FileList } from './file-list.tsx';
import type { ImportPreview } from '#web/features/import/prepare/import-preview.ts';
import { SkippedList } from './skipped-list.tsx';
import { allSkippedRows } from '#web/features/import/prepare/skipped-rows.ts';
import type { ImportOutcome } from './use-import.ts';

interface ImportReportProps {
  readonly preview: ImportPreview;
  readonly outcomes: readonly ImportOutcome[];
}

/** What came of an import. */
export function ImportReport({ preview, outcomes }: ImportReportProps) {
  const stored = outcomes.flatMap(({ plan, result }) => (result ? [{ plan, result }] : []));
  const failed = outcomes.flatMap(({ plan, failure }) =>
    failure === null ? [] : [{ name: plan.source.name, text: `Nothing was imported: ${failure}` }],
  );
  const { refused } = preview;
  const skipped = allSkippedRows(
    stored.map(({ plan }) => plan),
    outcomes.length,
  );
  return (
    <div className="flex flex-col gap-5">
      <output className="flex items-start gap-3 rounded-md bg-public-wash px-4 py-3 text-sm text-public-ink">
        <CircleCheck size={20} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 break-words">{sentence(stored)}</span>
      </output>
      {failed.length > 0 ? (
        <FileList label={`${formatCount(failed.length, 'file')} not imported`} entries={failed} />
      ) : null}
      {refused.length > 0 ? (
        <FileList
          label={`${formatCount(refused.length, 'file')} left out`}
          entries={refused.map(({ name, reason }) => ({ name, text: reason }))}
        />
      ) : null}
      {skipped.length > 0 ? (
        <SkippedList rows={skipped} />
      ) : (
        <p className="text-sm text-ink-soft">No row was skipped.</p>
      )}
    </div>
  );
}

type Stored = Pick<Extract<ImportOutcome, { failure: null }>, 'plan' | 'result'>;

function sentence(stored: readonly Stored[]): string {
  const sum = (count: (each: Stored) => number) =>
    stored.reduce((total, each) => total + count(each), 0);
  const names =
    stored.length === 1 ? (stored[0]?.plan.source.name ?? '') : formatCount(stored.length, 'file');
  const groups = sum(({ result }) => result.newGroups);
  const chains = sum(({ result }) => result.newChains);
  const empty = sum(({ result }) => result.emptySteps);
  const runs = sum(({ result }) => result.newRuns);
  const comments = sum(({ result }) => result.newComments);
  const since = sum(({ plan: { source, known, repeated }, result }) => {
    // Of an export, what was known beforehand is sent too, and left out by the database.
    const expected = (source.file.own ? known.length : 0) + repeated.length;
    return Math.max(0, result.existing.length - expected);
  });
  return [
    `Imported ${formatCount(
      sum(({ result }) => result.imported),
      'prompt',
    )} from ${names}.`,
    groups > 0 ? `${formatCount(groups, 'group was', 'groups were')} made.` : null,
    chains > 0 ? `${formatCount(chains, 'chain was', 'chains were')} made.` : null,
    runs > 0 ? `${formatCount(runs, 'run was', 'runs were')} imported.` : null,
    comments > 0 ? `${formatCount(comments, 'comment was', 'comments were')} imported.` : null,
    empty > 0
      ? `${formatCount(empty, 'step of them is', 'steps of them are')} empty: the prompt is neither in the file nor one you can read here.`
      : null,
    since > 0
      ? `${formatCount(since, 'prompt')} had come into your library in the meantime and stayed out.`
      : null,
  ]
    .filter((part) => part !== null)
    .join(' ');
}
