import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { chainMessages } from '#contract/chain-messages.ts';
import { routes } from '#contract/routes.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { useUser } from '#web/data/session/session.ts';
import { teamQuery, type TeamDetail } from '#web/data/teams/teams.ts';
import { ChainEditor } from '#web/features/chains/editor/chain-editor.tsx';
import { ChainSkeleton } from '#web/features/chains/view/chain-loader.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { NavigateWithError } from '#web/ui/feedback/navigate-with-error.tsx';

/** /app/chains/create, of a team with ?team={id} */
export function Component() {
  const teamId = useSearchParams()[0].get('team');
  return teamId === null ? <ChainEditor chain={null} /> : <TeamLoader key={teamId} id={teamId} />;
}

function TeamLoader({ id }: { readonly id: string }) {
  const user = useUser();
  const team = useQuery(teamQuery(id, user.id));
  if (team.isPending) return <ChainSkeleton />;
  if (team.data) return <NewTeamChain team={team.data} />;
  const { message, status } = toDataError(team.error);
  return status === 404 ? (
    <NavigateWithError to={routes.teams} message={message} />
  ) : (
    <ErrorState title="This team could not be loaded" {...failureOf(team)} />
  );
}

function NewTeamChain({ team }: { readonly team: TeamDetail }) {
  // The form stays open, with what was typed, when the user becomes a viewer meanwhile.
  const [mayCreate] = useState(team.role !== 'viewer');
  return mayCreate ? (
    <ChainEditor chain={null} team={team} />
  ) : (
    <NavigateWithError to={routes.team(team.id)} message={chainMessages.readOnlyTeam} />
  );
}
