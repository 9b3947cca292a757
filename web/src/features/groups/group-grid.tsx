import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { useUser } from '#web/data/session/session.ts';
import { deviceStore } from '#web/lib/storage/device-store.ts';
import { EmptyFolders } from '#web/ui/list/drawings.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { GroupCard } from './group-card.tsx';
import { SkeletonCards } from '#web/ui/list/skeleton-cards.tsx';
import { GroupsSpinner } from './groups-spinner.tsx';

interface GroupGridProps {
  /** Shows Edit and Delete on each card, and its description. */
  readonly withMenu?: boolean;
  /** The button of the empty state. */
  readonly emptyAction?: ReactNode;
}

/** The user's groups as cards, with loading, empty and error states. */
export function GroupGrid({ withMenu = false, emptyAction }: GroupGridProps) {
  const user = useUser();
  const groups = useQuery(groupsQuery(user.id));
  const countKey = `cuebook.group-count/${user.id}`;
  const count = groups.data?.length;
  useEffect(() => {
    if (count !== undefined) deviceStore.write(countKey, String(count));
  }, [count, countKey]);
  const failure = groups.isError && !groups.data ? toDataError(groups.error) : null;
  const message = failure && messages.groups.fetchFailed(failure.message);
  useEffect(() => {
    if (message !== null) toast.error(message);
  }, [message]);

  if (groups.isPending) {
    if (withMenu) {
      return <SkeletonCards label={messages.groups.loading} cardClassName="h-24" lines={2} />;
    }
    const lastCount = deviceStore.read(countKey);
    return <GroupsSpinner count={lastCount === null ? null : Number(lastCount)} />;
  }
  if (!groups.data) {
    return (
      <ErrorState
        title="Your groups could not be loaded"
        message={message ?? ''}
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
