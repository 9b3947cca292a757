import { useQueryClient } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { inviteAddress } from '#web/data/teams/invitations.ts';
import { refetchTeams } from '#web/data/teams/team-changes.ts';
import { roleDescriptions, teamRoles } from '#web/data/teams/team-role.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { InviteByEmail } from '#web/ui/form/invite-by-email.tsx';

const roleOptions = teamRoles.toReversed().map((role) => ({
  value: role,
  label: `${role.charAt(0).toUpperCase()}${role.slice(1)}: ${roleDescriptions[role]}`,
}));

/** Invites an address to a team. */
export function InviteForm({ teamId }: { readonly teamId: string }) {
  const client = useQueryClient();
  return (
    <InviteByEmail
      label="Email"
      hint="We mail them a link. They join once they accept it, within 14 days."
      roleLabel="Role"
      roleClass="basis-60"
      roles={roleOptions}
      initialRole="editor"
      name="invited"
      action="Invite"
      invite={async (email, role) => {
        await inviteAddress(teamId, email, role);
        toast.success(`Invited ${email}`);
        void refetchTeams(client);
      }}
      explain={(reason) => toDataError(reason).message}
    />
  );
}
