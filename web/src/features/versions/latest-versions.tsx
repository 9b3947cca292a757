import { useQuery } from '@tanstack/react-query';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { latestVersionsQuery } from '#web/data/prompts/versions.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { RetryNote } from '#web/ui/feedback/retry-note.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { VersionLabels } from './labels/version-labels.tsx';
import { VersionCredit } from './version-credit.tsx';

interface LatestVersionsProps {
  readonly promptId: string;
  /** The number of the current version. */
  readonly current: number;
  /** The version that is compared with the current one; null: none. */
  readonly compared: number | null;
  readonly onCompare: (version: number) => void;
}

/** The newest versions of a prompt. Pressing one compares it with the current version. */
export function LatestVersions(props: LatestVersionsProps) {
  const { promptId, current, compared, onCompare } = props;
  const versions = useQuery(latestVersionsQuery(promptId));
  if (versions.isPending) {
    return (
      <div className="flex flex-col gap-2">
        <output className="sr-only">Loading versions</output>
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    );
  }
  if (!versions.data) {
    return <RetryNote {...failureOf(versions)} />;
  }
  return (
    <ul aria-label="Compare with now" className="-mx-2">
      {versions.data.map((summary) => {
        const { id, version, changeDescription, createdAt } = summary;
        const isCurrent = version === current;
        const facts = (
          <>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-quiet">
              <span>
                Version {version} · {isCurrent ? 'current' : <RelativeTime at={createdAt} />}
                <VersionCredit version={summary} short />
              </span>
              <VersionLabels promptId={promptId} version={version} />
            </span>
            <span className="block truncate text-ink" title={changeDescription}>
              {changeDescription}
            </span>
          </>
        );
        const rowClass = 'block w-full rounded-md px-2 py-1.5 text-left text-sm';
        return (
          <li key={id}>
            {isCurrent ? (
              <div className={rowClass}>{facts}</div>
            ) : (
              <button
                type="button"
                aria-pressed={version === compared}
                data-here={version === compared}
                onClick={() => onCompare(version)}
                className={cx(rowClass, 'cue-line hover:bg-hover')}
              >
                {facts}
                <span className="sr-only">Compare with the current version</span>
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
