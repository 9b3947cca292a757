import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { groupTree } from '#web/data/groups/group-tree.ts';
import { groupsQuery, type Group } from '#web/data/groups/groups.ts';
import { useUser } from '#web/data/session/session.ts';
import { EmptyFolders } from '#web/ui/drawings/empty-folders.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { cardGridClass } from '#web/ui/list/card-grid-class.ts';
import { GroupCard } from './group-card.tsx';
import { lastGroupCount } from './last-group-count.ts';
import { SkeletonCards } from '#web/ui/list/skeleton-cards.tsx';
import { GroupsSpinner, smallGroupGridClass } from './groups-spinner.tsx';

interface GroupGridProps {
  /** The team whose groups it shows; null for the user's own. */
  readonly teamId?: string | null;
  /**
   * Renders the menu of a card, which then shows its description too. Without it, cards are small,
   * and there is nothing if there are no groups.
   */
  readonly renderMenu?: (group: Group) => ReactNode;
  /** Replaces the empty state. */
  readonly empty?: ReactNode;
}

/** The groups at the top of the user's library, or of a team's, as cards, with loading, empty and error states. */
export function GroupGrid({ teamId = null, renderMenu, empty }: GroupGridProps) {
  const user = useUser();
  const groups = useQuery(groupsQuery(user.id, teamId));
  const atTop = useMemo(() => groups.data && groupTree(groups.data), [groups.data]);
  const count = atTop?.length;
  const ownerId = teamId ?? user.id;
  useEffect(() => {
    if (count !== undefined) lastGroupCount.write(ownerId, count);
  }, [count, ownerId]);
  const failure = groups.isError && !groups.data ? toDataError(groups.error) : null;
  const message = failure && messages.groups.fetchFailed(failure.message);
  useEffect(() => {
    if (message !== null) toast.error(message);
  }, [message]);

  if (groups.isPending) {
    const last = lastGroupCount.read(ownerId);
    // Most teams have no groups, so cards would promise too much.
    const cards = last ?? (teamId === null ? 6 : 0);
    if (!renderMenu || cards === 0) return <GroupsSpinner count={last} />;
    return (
      <SkeletonCards label={messages.groups.loading} cardClassName="h-30" lines={2} count={cards} />
    );
  }
  if (!atTop) {
    return (
      <ErrorState
        title={`${teamId === null ? 'Your' : "The team's"} groups could not be loaded`}
        message={message ?? ''}
        onRetry={() => void groups.refetch()}
      />
    );
  }
  if (atTop.length === 0) {
    if (empty !== undefined) return empty;
    if (!renderMenu) return null;
    return <EmptyState drawing={<EmptyFolders />} title={messages.groups.none} />;
  }
  return (
    <ul aria-label="Groups" className={renderMenu ? cardGridClass : smallGroupGridClass}>
      {atTop.map((group) => (
        <GroupCard key={group.id} group={group} menu={renderMenu?.(group)} />
      ))}
    </ul>
  );
}
