import { CircleCheck } from 'lucide-react';
import { formatCount } from '#web/lib/text/format-count.ts';
import { FileList } from './file-list.tsx';
import { libraryName, type ImportPreview } from '#web/features/import/prepare/import-preview.ts';
import { SkippedList } from './skipped-list.tsx';
import { allSkippedRows } from '#web/features/import/prepare/skipped-rows.ts';
import type { ImportOutcome } from './use-import.ts';

interface ImportReportProps {
  readonly preview: ImportPreview;
  readonly outcomes: readonly ImportOutcome[];
}

export function ImportReport({ preview, outcomes }: ImportReportProps) {
  const stored = outcomes.flatMap(({ plan, files, result }) =>
    result ? [{ plan, files, result }] : [],
  );
  const failed = outcomes.flatMap(({ plan, failure }) =>
    failure === null ? [] : [{ name: plan.source.name, text: failure }],
  );
  const unattached = outcomes.flatMap(({ files }) => files.failed);
  const { refused, team } = preview;
  const skipped = allSkippedRows(
    stored.map(({ plan }) => plan),
    outcomes.length,
    libraryName(team),
  );
  return (
    <div className="flex flex-col gap-5">
      <output className="flex items-start gap-3 rounded-md bg-sunken px-4 py-3 text-sm text-ink">
        <CircleCheck size={20} className="shrink-0" />
        <span className="min-w-0 break-words">{describe(stored, team)}</span>
      </output>
      <FileList label={`${formatCount(failed.length, 'file')} not imported`} entries={failed} />
      <FileList
        label={`${formatCount(unattached.length, 'attached file')} not stored`}
        entries={unattached}
      />
      <FileList
        label={`${formatCount(refused.length, 'file')} left out`}
        entries={refused.map(({ name, reason }) => ({ name, text: reason }))}
      />
      <SkippedList rows={skipped} />
    </div>
  );
}

type Stored = Pick<Extract<ImportOutcome, { failure: null }>, 'plan' | 'files' | 'result'>;

function describe(stored: readonly Stored[], team: ImportPreview['team']): string {
  const sum = (count: (each: Stored) => number) =>
    stored.reduce((total, each) => total + count(each), 0);
  const names =
    stored.length === 1 ? (stored[0]?.plan.source.name ?? '') : formatCount(stored.length, 'file');
  const groups = sum(({ result }) => result.new_groups);
  const chains = sum(({ result }) => result.new_chains);
  const empty = sum(({ result }) => result.empty_steps);
  const runs = sum(({ result }) => result.new_runs);
  const comments = sum(({ result }) => result.new_comments);
  const uses = sum(({ result }) => result.new_uses);
  const files = sum((each) => each.files.count);
  const duplicates = sum(({ plan: { source, inLibrary, repeated }, result }) => {
    // An export is sent whole; the database leaves out what the library already contains.
    const expected = (source.file.isExport ? inLibrary.length : 0) + repeated.length;
    return Math.max(0, result.known.length - expected);
  });
  return [
    `Imported ${formatCount(
      sum(({ result }) => result.imported),
      'prompt',
    )} from ${names}${team ? ` to ${team.name}` : ''}.`,
    groups > 0 ? `${formatCount(groups, 'group was', 'groups were')} created.` : null,
    chains > 0 ? `${formatCount(chains, 'chain was', 'chains were')} created.` : null,
    runs > 0 ? `${formatCount(runs, 'run was', 'runs were')} imported.` : null,
    comments > 0 ? `${formatCount(comments, 'comment was', 'comments were')} imported.` : null,
    files > 0 ? `${formatCount(files, 'file was', 'files were')} attached.` : null,
    uses > 0 ? `Your last values for ${formatCount(uses, 'prompt')} were imported.` : null,
    empty > 0
      ? `${formatCount(empty, 'chain step is', 'chain steps are')} empty: the prompt isn't in the file, and you can't read it here.`
      : null,
    duplicates > 0
      ? `${formatCount(duplicates, 'prompt was', 'prompts were')} already in ${libraryName(team)} and left out.`
      : null,
  ]
    .filter((part) => part !== null)
    .join(' ');
}
