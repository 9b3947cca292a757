import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/fail.ts';
import { groupsQuery } from '#web/data/groups.ts';
import { useUser } from '#web/data/session.ts';
import { EmptyFolders } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { GroupCard } from './group-card.tsx';

interface GroupGridProps {
  /** Edit and Delete on each card, and its description. */
  readonly withMenu?: boolean;
  /** The button of the empty state. */
  readonly emptyAction?: ReactNode;
  /** What stands there while the groups are fetched; cards in outline by default. */
  readonly loading?: ReactNode;
}

/** All of the person's groups as cards, with their loading, empty and error states. */
export function GroupGrid({ withMenu = false, emptyAction, loading }: GroupGridProps) {
  const user = useUser();
  const groups = useQuery(groupsQuery(user.id));
  if (groups.isPending) return loading ?? <GroupGridSkeleton />;
  if (groups.isError) {
    const { message } = toDataError(groups.error);
    return (
      <ErrorState
        title="Your groups could not be loaded"
        message={messages.groups.fetchFailed(message)}
        onRetry={() => void groups.refetch()}
      />
    );
  }
  if (groups.data.length === 0) {
    return (
      <EmptyState
        drawing={<EmptyFolders />}
        title={messages.groups.none}
        action={emptyAction}
        compact={!withMenu}
      />
    );
  }
  return (
    <ul aria-label="Groups" className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {groups.data.map((group) => (
        <GroupCard key={group.id} group={group} withMenu={withMenu} />
      ))}
    </ul>
  );
}

function GroupGridSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <output className="sr-only">{messages.groups.loading}</output>
      {Array.from({ length: 6 }, (_, index) => (
        <div
          key={index}
          className="flex h-24 flex-col gap-3 rounded-lg border border-hairline bg-surface p-4"
        >
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-4/5" />
        </div>
      ))}
    </div>
  );
}
