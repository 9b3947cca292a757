import { useQuery } from '@tanstack/react-query';
import { routes } from '#contract/routes.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useUser } from '#web/data/session/session.ts';
import { teamQuery } from '#web/data/teams/teams.ts';
import { TeamActivityList } from '#web/features/teams/team-activity-list.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { NavigateWithError } from '#web/ui/feedback/navigate-with-error.tsx';

/** The page of what happened in a team. */
export function TeamActivityPage({ id }: { readonly id: string }) {
  const team = useQuery(teamQuery(id, useUser().id));
  if (team.isError && toDataError(team.error).status === 404) {
    return <NavigateWithError to={routes.teams} message={toDataError(team.error).message} />;
  }
  return (
    <>
      <PageHeader
        title="Activity"
        back={routes.team(id)}
        subtitle={team.data ? `What members did in ${team.data.name}` : 'What members did'}
      />
      <TeamActivityList teamId={id} />
    </>
  );
}
