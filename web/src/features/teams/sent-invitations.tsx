import { useQuery, useQueryClient } from '@tanstack/react-query';
import { aRole } from '#contract/a-role.ts';
import { messages } from '#contract/messages.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import {
  revokeInvitation,
  teamInvitationsQuery,
  type SentInvitation,
} from '#web/data/teams/invitations.ts';
import { refetchTeams } from '#web/data/teams/team-changes.ts';
import { longDate } from '#web/lib/text/relative-time.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';

/** The unanswered invitations of a team, each with a button to revoke it. Empty without any. */
export function SentInvitations({ teamId }: { readonly teamId: string }) {
  const invitations = useQuery(teamInvitationsQuery(teamId));
  if (invitations.isError && !invitations.data) {
    return <ErrorState title="The invitations could not be loaded" {...failureOf(invitations)} />;
  }
  if (!invitations.data || invitations.data.length === 0) return null;
  return (
    <ul aria-label="Open invitations" className="mt-5 border-t border-hairline">
      {invitations.data.map((invitation) => (
        <SentInvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  );
}

function SentInvitationRow({ invitation }: { readonly invitation: SentInvitation }) {
  const { id, role, email, personName, expiresAt, isExpired } = invitation;
  const client = useQueryClient();
  const invited = email ?? personName ?? messages.community.anonymous;

  async function revoke() {
    await revokeInvitation(id);
    await refetchTeams(client);
  }

  return (
    <li className="flex items-center gap-x-4 border-b border-hairline py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">
          <bdi>{invited}</bdi>
        </p>
        <p className="text-xs text-ink-quiet">
          Invited as {aRole(role)} · {isExpired ? 'expired' : 'open until'}{' '}
          {longDate(new Date(expiresAt))}
        </p>
      </div>
      <ConfirmButton
        action="Revoke"
        target={`the invitation of ${invited}`}
        description="It can no longer be accepted."
        onConfirm={revoke}
      />
    </li>
  );
}
