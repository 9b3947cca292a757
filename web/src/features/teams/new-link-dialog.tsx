import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#contract/routes.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { refetchTeams } from '#web/data/teams/team-changes.ts';
import { createTeamLink } from '#web/data/teams/team-links.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { ShownOnce } from '#web/ui/feedback/shown-once.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { SubmitRow } from '#web/ui/form/submit-row.tsx';
import { OneTimeSecretDialog } from '#web/ui/overlay/one-time-secret-dialog.tsx';

interface NewLinkDialogProps {
  readonly teamId: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const roles = [
  { value: 'viewer', label: 'Viewer: reads prompts' },
  { value: 'editor', label: 'Editor: changes prompts' },
] as const;
const uses = [
  { value: '1', label: 'One person' },
  { value: '5', label: 'Up to 5 people' },
  { value: '25', label: 'Up to 25 people' },
  { value: '100', label: 'Up to 100 people' },
] as const;
const lifetimes = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;

/** Creates a link to join a team, and shows it once. */
export function NewLinkDialog({ teamId, open, onOpenChange }: NewLinkDialogProps) {
  return (
    <OneTimeSecretDialog<string>
      open={open}
      onOpenChange={onOpenChange}
      width="narrow"
      titles={['Create an invitation link', 'Your invitation link']}
      description="Anyone who has the link can join with it."
      renderForm={(showLink, cancel) => (
        <NewLinkForm teamId={teamId} onCreated={showLink} onCancel={cancel} />
      )}
      renderSecret={(token) => (
        // Opening the link sends the part behind # to no log.
        <ShownOnce
          label="Invitation link"
          value={`${location.origin}${routes.joinTeam}#${token}`}
          copyLabel="Copy link"
        />
      )}
    />
  );
}

interface NewLinkFormProps {
  readonly teamId: string;
  readonly onCreated: (token: string) => void;
  readonly onCancel: () => void;
}

function NewLinkForm({ teamId, onCreated, onCancel }: NewLinkFormProps) {
  const client = useQueryClient();
  const [role, setRole] = useState<(typeof roles)[number]['value']>('viewer');
  const [maxUses, setMaxUses] = useState<(typeof uses)[number]['value']>('1');
  const [validDays, setValidDays] = useState<(typeof lifetimes)[number]['value']>('7');
  const { busy, problem, submit } = useSubmit({
    send: async () => {
      const link = { role, maxUses: Number(maxUses), validDays: Number(validDays) };
      onCreated(await createTeamLink(teamId, link));
      await refetchTeams(client);
    },
    explain: (reason) => toDataError(reason).message,
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Select label="Role" name="link-role" value={role} onChange={setRole} options={roles} />
      <Select label="For" name="link-uses" value={maxUses} onChange={setMaxUses} options={uses} />
      <Select
        label="Valid for"
        name="link-days"
        value={validDays}
        onChange={setValidDays}
        options={lifetimes}
      />
      {problem ? (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      ) : null}
      <SubmitRow onCancel={onCancel} busy={busy}>
        Create link
      </SubmitRow>
    </form>
  );
}
