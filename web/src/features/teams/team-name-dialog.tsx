import { useQueryClient } from '@tanstack/react-query';
import { limits } from '#contract/limits.ts';
import { createTeam, refetchTeams, renameTeam } from '#web/data/teams/team-changes.ts';
import type { Team } from '#web/data/teams/teams.ts';
import { useUser } from '#web/data/session/session.ts';
import { NameDialog } from '#web/ui/overlay/name-dialog.tsx';

interface TeamNameDialogProps {
  /** The team to rename; null creates one. */
  readonly team: Pick<Team, 'id' | 'name'> | null;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onCreated?: (id: string) => void;
}

/** Asks for the name of a new team, or for another name. */
export function TeamNameDialog({ team, open, onOpenChange, onCreated }: TeamNameDialogProps) {
  const user = useUser();
  const client = useQueryClient();

  async function create(name: string) {
    const id = await createTeam(user.id, name);
    await refetchTeams(client);
    onCreated?.(id);
  }

  async function rename(id: string, name: string) {
    await renameTeam(id, name);
    await refetchTeams(client);
  }

  return (
    <NameDialog
      open={open}
      onOpenChange={onOpenChange}
      title={team ? 'Rename team' : 'Create a team'}
      description={team ? undefined : 'You own it, and can invite people to it.'}
      initial={team?.name ?? ''}
      maxLength={limits.teamNameLength}
      submitLabel={team ? 'Save' : 'Create team'}
      onSave={(name) => (team ? rename(team.id, name) : create(name))}
    />
  );
}
