import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { teamActivityQuery, type TeamActivity } from '#web/data/teams/team-activity.ts';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadMore } from '#web/ui/list/load-more.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { activityTarget, describeActivity } from './describe-activity.ts';

/** The entries of a team's activity, newest first, page after page. */
export function TeamActivityList({ teamId }: { readonly teamId: string }) {
  const activity = useInfiniteQuery(teamActivityQuery(teamId));
  if (activity.isPending) return <SkeletonRows count={8} label="Loading activity…" view="list" />;
  if (!activity.data) {
    return <ErrorState title="The activity could not be loaded" {...failureOf(activity)} />;
  }
  return (
    <div className="max-w-[760px]">
      <ol aria-label="Activity" className="border-t border-hairline">
        {activity.data.map((entry) => (
          <ActivityRow key={entry.id} entry={entry} />
        ))}
      </ol>
      <LoadMore list={activity} />
      {activity.hasNextPage ? null : (
        <p className="mt-4 text-sm text-ink-quiet">Entries are deleted after 180 days.</p>
      )}
    </div>
  );
}

function ActivityRow({ entry }: { readonly entry: TeamActivity }) {
  const { before, title, after } = describeActivity(entry);
  const target = activityTarget(entry);
  return (
    <li
      data-row
      className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-hairline py-3 text-sm"
    >
      <p className="min-w-0 basis-80 grow break-words">
        {before}
        {title === null ? null : target !== null ? (
          <Link to={target} className="font-medium underline">
            <bdi>{title}</bdi>
          </Link>
        ) : (
          <bdi className="font-medium">{title}</bdi>
        )}
        {after}
      </p>
      <span className="text-xs text-ink-quiet">
        <RelativeTime at={entry.at} />
      </span>
    </li>
  );
}
