import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useUser } from '#web/data/session/session.ts';
import {
  acceptInvitation,
  declineInvitation,
  receivedInvitationsQuery,
  type ReceivedInvitation,
} from '#web/data/teams/invitations.ts';
import { refetchTeams } from '#web/data/teams/team-changes.ts';
import { aRole } from '#web/data/teams/team-role.ts';
import { longDate } from '#web/lib/text/relative-time.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';

interface ReceivedInvitationsProps {
  /** The invitation of the link that was opened; null without one. */
  readonly linkedId: string | null;
  readonly onAccepted: (teamId: string) => void;
  readonly onSwitchAccount: () => void;
}

/**
 * The open invitations of the user, to accept or decline. Empty without any, unless a link led to
 * one: then it says that this account can't answer it.
 */
export function ReceivedInvitations(props: ReceivedInvitationsProps) {
  const { linkedId, onAccepted, onSwitchAccount } = props;
  const user = useUser();
  const invitations = useQuery(receivedInvitationsQuery(user.id));
  if (invitations.isError && !invitations.data) {
    return <ErrorState title="Your invitations could not be loaded" {...failureOf(invitations)} />;
  }
  if (!invitations.data) return null;
  const isLinkedMissing = linkedId !== null && !invitations.data.some(({ id }) => id === linkedId);
  if (invitations.data.length === 0 && !isLinkedMissing) return null;
  return (
    <section aria-labelledby="received-invitations" className="mb-8">
      <h2 id="received-invitations" className="mb-3 font-serif text-xl font-medium">
        Invitations
      </h2>
      {isLinkedMissing ? (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md bg-sunken px-4 py-3 text-sm">
          <p className="min-w-0 flex-1 basis-60 break-words">
            You're signed in as <bdi className="font-medium">{user.email}</bdi>. The invitation of
            this link is for another address, or no longer open.
          </p>
          <Button onClick={onSwitchAccount}>Switch account</Button>
        </div>
      ) : null}
      <ul className="flex flex-col gap-3">
        {invitations.data.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onAccepted={onAccepted} />
        ))}
      </ul>
    </section>
  );
}

interface InvitationRowProps extends Pick<ReceivedInvitationsProps, 'onAccepted'> {
  readonly invitation: ReceivedInvitation;
}

function InvitationRow({ invitation, onAccepted }: InvitationRowProps) {
  const { id, teamId, teamName, role, inviterName, expiresAt } = invitation;
  const client = useQueryClient();
  const [isAccepting, setIsAccepting] = useState(false);
  const [isDeclining, setIsDeclining] = useState(false);

  async function accept() {
    setIsAccepting(true);
    try {
      await acceptInvitation(id);
      toast.success(`You're ${aRole(role)} of ${teamName} now`);
      onAccepted(teamId);
    } catch (reason) {
      toast.error(toDataError(reason).message);
    } finally {
      setIsAccepting(false);
      await refetchTeams(client, true);
    }
  }

  async function decline() {
    await declineInvitation(id);
    await refetchTeams(client);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-hairline bg-surface p-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm break-words">
          <bdi>{inviterName ?? messages.community.anonymous}</bdi> invites you to{' '}
          <bdi className="font-medium">{teamName}</bdi> as {aRole(role)}.
        </p>
        <p className="mt-1 text-xs text-ink-quiet">
          Members see your name and picture. Open until {longDate(new Date(expiresAt))}.
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
        <Button aria-label={`Decline ${teamName}`} onClick={() => setIsDeclining(true)}>
          Decline
        </Button>
        <Button
          variant="primary"
          busy={isAccepting}
          aria-label={`Accept ${teamName}`}
          onClick={() => void accept()}
        >
          Accept
        </Button>
      </div>
      <ConfirmDialog
        open={isDeclining}
        onOpenChange={setIsDeclining}
        title={`Decline the invitation to ${teamName}?`}
        description="The team can't invite you again for 30 days."
        confirmLabel="Decline"
        onConfirm={decline}
      />
    </li>
  );
}
