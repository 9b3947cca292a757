import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { createTeam, refetchTeams, renameTeam } from '#web/data/teams/team-changes.ts';
import type { Team } from '#web/data/teams/teams.ts';
import { useUser } from '#web/data/session/session.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { SubmitRow } from '#web/ui/form/submit-row.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';

interface TeamNameDialogProps {
  /** The team to rename; null creates one. */
  readonly team: Pick<Team, 'id' | 'name'> | null;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onCreated?: (id: string) => void;
}

/** Asks for the name of a new team, or for another name. Each opening starts over. */
export function TeamNameDialog({ open, onOpenChange, ...form }: TeamNameDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closeOnOutside={false}
      width="narrow"
      title={form.team ? 'Rename team' : 'Create a team'}
      description={form.team ? undefined : 'You own it, and can invite people to it.'}
    >
      <TeamNameForm {...form} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface TeamNameFormProps extends Pick<TeamNameDialogProps, 'team' | 'onCreated'> {
  readonly onDone: () => void;
}

function TeamNameForm({ team, onCreated, onDone }: TeamNameFormProps) {
  const user = useUser();
  const client = useQueryClient();
  const [name, setName] = useState(team?.name ?? '');
  const { busy, problem, submit } = useSubmit({
    check: () => (name.trim() === '' ? 'Enter a name.' : null),
    send: async () => {
      if (team) {
        await renameTeam(team.id, name.trim());
        await refetchTeams(client);
        onDone();
        return;
      }
      const id = await createTeam(user.id, name.trim());
      await refetchTeams(client);
      onDone();
      onCreated?.(id);
    },
    explain: (reason) => toDataError(reason).message,
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <TextField
        label="Name"
        name="team-name"
        autoComplete="off"
        maxLength={limits.teamNameLength}
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SubmitRow onCancel={onDone} busy={busy}>
        {team ? 'Save' : 'Create team'}
      </SubmitRow>
    </form>
  );
}
