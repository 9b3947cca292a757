import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { routes } from '#contract/routes.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { useUser } from '#web/data/session/session.ts';
import { teamsQuery } from '#web/data/teams/teams.ts';
import { EmptyFolders } from '#web/ui/drawings/empty-folders.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Card } from '#web/ui/list/card.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { SkeletonCards } from '#web/ui/list/skeleton-cards.tsx';
import { cardGridClass } from '#web/ui/list/card-grid-class.ts';

/** The user's teams as cards, with loading, empty and error states. */
export function TeamList() {
  const user = useUser();
  const teams = useQuery(teamsQuery(user.id));
  if (teams.isPending) {
    return <SkeletonCards label="Loading teams…" cardClassName="h-24" lines={1} />;
  }
  if (!teams.data) {
    return <ErrorState title="Your teams could not be loaded" {...failureOf(teams)} />;
  }
  if (teams.data.length === 0) {
    return (
      <EmptyState
        drawing={<EmptyFolders />}
        title="No teams yet"
        text="Create a team and invite people to it, or accept an invitation."
      />
    );
  }
  return (
    <ul aria-label="Teams" className={cardGridClass}>
      {teams.data.map(({ id, name, role }) => (
        <Card
          key={id}
          heading="h2"
          className="min-h-24"
          icon={<Users size={20} className="shrink-0 text-ink-quiet" />}
          title={name}
          to={routes.team(id)}
          actions={null}
          footer={`Your role: ${role}`}
        />
      ))}
    </ul>
  );
}
