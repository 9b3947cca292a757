import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { aRole } from '#contract/a-role.ts';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useUser } from '#web/data/session/session.ts';
import {
  acceptInvitation,
  acceptedTeamQuery,
  declineInvitation,
  receivedInvitationsQuery,
} from '#web/data/teams/invitations.ts';
import { refetchTeams } from '#web/data/teams/team-changes.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { InvitationList } from '#web/ui/list/invitation-list.tsx';
import { invitationTexts } from './invitation-texts.tsx';

interface ReceivedInvitationsProps {
  /** The invitation of the link that was opened; null without one. */
  readonly linkedId: string | null;
  readonly onAccepted: (teamId: string) => void;
  readonly onDeclined: () => void;
  readonly onSwitchAccount: () => void;
  /** The rest of the page, below the invitations. */
  readonly children: ReactNode;
}

/** The open invitations of the user to teams, to accept or decline. */
export function ReceivedInvitations(props: ReceivedInvitationsProps) {
  const { linkedId, onAccepted, onDeclined, onSwitchAccount, children } = props;
  const user = useUser();
  const client = useQueryClient();
  const invitations = useQuery(receivedInvitationsQuery(user.id));
  const received = invitations.data;
  const accepted = useQuery(acceptedTeamQuery(linkedId));

  async function accept(id: string) {
    const accepted = received?.find((invitation) => invitation.id === id);
    try {
      await acceptInvitation(id);
      if (accepted) {
        toast.success(`You're ${aRole(accepted.role)} of ${accepted.teamName} now`);
        onAccepted(accepted.teamId);
      }
    } catch (reason) {
      toast.error(toDataError(reason).message);
    } finally {
      await refetchTeams(client, true);
    }
  }

  async function decline(id: string) {
    const declined = received?.find((invitation) => invitation.id === id);
    await declineInvitation(id);
    if (declined) toast.success(`You declined the invitation to ${declined.teamName}`);
    onDeclined();
    await refetchTeams(client);
  }

  return (
    <InvitationList
      invitations={received?.map(({ id, inviterName, ...invitation }) => ({
        id,
        name: invitation.teamName,
        ...invitationTexts({
          ...invitation,
          inviterName: inviterName ?? messages.community.anonymous,
        }),
      }))}
      error={
        invitations.isError && !received ? (
          <ErrorState title="Your invitations could not be loaded" {...failureOf(invitations)} />
        ) : null
      }
      linkedId={linkedId}
      acceptedPath={
        accepted.isFetching ? undefined : accepted.data ? routes.team(accepted.data) : null
      }
      email={user.email}
      declineNote="The team can't invite you again for 30 days."
      onAccept={accept}
      onDecline={decline}
      onSwitchAccount={onSwitchAccount}
      wholePage={{ label: 'Your teams', to: routes.teams }}
    >
      {children}
    </InvitationList>
  );
}
