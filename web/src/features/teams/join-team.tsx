import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#contract/routes.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { useUser } from '#web/data/session/session.ts';
import { refetchTeams } from '#web/data/teams/team-changes.ts';
import { acceptTeamLink, openedLinkQuery } from '#web/data/teams/team-links.ts';
import { hasMoreRights } from '#web/data/teams/team-role.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { invitationTexts } from './invitation-texts.tsx';

interface JoinTeamProps {
  readonly token: string;
  readonly onJoined: (teamId: string) => void;
  readonly onSwitchAccount: () => void;
}

/** Says to which team an invitation link leads, and lets the user join it. */
export function JoinTeam({ token, onJoined, onSwitchAccount }: JoinTeamProps) {
  const user = useUser();
  const client = useQueryClient();
  const link = useQuery({ ...openedLinkQuery(token), enabled: token !== '' });
  const [isJoining, setIsJoining] = useState(false);

  async function join(teamId: string) {
    setIsJoining(true);
    try {
      await acceptTeamLink(token);
      onJoined(teamId);
      await refetchTeams(client, true);
    } catch (reason) {
      toast.error(toDataError(reason).message);
      await link.refetch();
    } finally {
      setIsJoining(false);
    }
  }

  const account = (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
      <p className="min-w-0 break-words">
        You're signed in as <bdi className="font-medium">{user.email}</bdi>.
      </p>
      <Button size="small" onClick={onSwitchAccount}>
        Switch account
      </Button>
    </div>
  );
  if (token === '') {
    return (
      <EmptyState
        title="Open the invitation link again"
        text="Our emails don't contain it, to keep it safe. Open it once more in this browser to join the team."
      />
    );
  }
  if (link.isPending) return <Skeleton className="h-40 w-[560px]" />;
  if (link.isError && toDataError(link.error).status === 404) {
    return (
      <div className="max-w-[560px] rounded-lg border border-hairline bg-surface p-5">
        <p className="font-medium">This link is not valid, or no longer open.</p>
        <p className="mt-1 text-sm text-ink-soft">
          It was revoked, has expired, or was used by as many people as it was for. Ask for a new
          one.
        </p>
        {account}
      </div>
    );
  }
  if (!link.data) return <ErrorState title="The link could not be checked" {...failureOf(link)} />;
  const { teamId, teamName, role, memberRole } = link.data;
  const isMember = memberRole !== null && !hasMoreRights(role, memberRole);
  const { text, note } = invitationTexts(link.data);
  return (
    <div className="max-w-[560px] rounded-lg border border-hairline bg-surface p-5">
      {isMember ? (
        <p className="mb-5 break-words">
          You're a member of <bdi className="font-medium">{teamName}</bdi> already.
        </p>
      ) : (
        <>
          <p className="break-words">{text}</p>
          <p className="mt-1 mb-5 text-sm text-ink-quiet">{note}</p>
        </>
      )}
      {isMember ? (
        <ButtonLink to={routes.team(teamId)} variant="primary">
          Open team
        </ButtonLink>
      ) : (
        <Button variant="primary" busy={isJoining} onClick={() => void join(teamId)}>
          {memberRole === null ? 'Join team' : 'Accept'}
        </Button>
      )}
      {account}
    </div>
  );
}
