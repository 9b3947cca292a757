import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import { inviteAddress } from '#web/data/teams/invitations.ts';
import { refetchTeams } from '#web/data/teams/team-changes.ts';
import { roleDescriptions, teamRoles, type TeamRole } from '#web/data/teams/team-role.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

const roleOptions = teamRoles.toReversed().map((role) => ({
  value: role,
  label: `${role.charAt(0).toUpperCase()}${role.slice(1)}: ${roleDescriptions[role]}`,
}));

/** Invites an address to a team. A refused address stays in the field. */
export function InviteForm({ teamId }: { readonly teamId: string }) {
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<TeamRole>('editor');
  const { busy, problem, submit } = useSubmit({
    check: () => (/^[^@\s]+@[^@\s]+$/.test(email.trim()) ? null : 'Enter an email address.'),
    send: async () => {
      await inviteAddress(teamId, email.trim(), role);
      toast.success(`Invited ${email.trim()}`);
      setEmail('');
      await refetchTeams(client);
    },
    explain: (reason) => toDataError(reason).message,
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
      <TextField
        label="Email"
        name="invited-email"
        type="email"
        autoComplete="off"
        maxLength={255}
        className="min-w-0 flex-1 basis-60"
        value={email}
        error={problem}
        hint="We mail them a link. They join once they accept it, within 14 days."
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Select
        label="Role"
        name="invited-role"
        className="min-w-0 basis-60 max-sm:basis-full [&_select]:h-11"
        value={role}
        onChange={setRole}
        options={roleOptions}
      />
      <Button type="submit" variant="primary" busy={busy} className="sm:mt-[26px] max-sm:w-full">
        Invite
      </Button>
    </form>
  );
}
