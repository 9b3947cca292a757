import { useQueryClient } from '@tanstack/react-query';
import { deleteTeam, refetchTeams } from '#web/data/teams/team-changes.ts';
import type { TeamDetail } from '#web/data/teams/teams.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';

interface DeleteTeamDialogProps {
  readonly team: TeamDetail;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Called before the team is refetched: leave its page here. */
  readonly onDeleted: () => void;
}

/** Says what happens to members and prompts, then deletes the team. */
export function DeleteTeamDialog({ team, open, onOpenChange, onDeleted }: DeleteTeamDialogProps) {
  const client = useQueryClient();
  const { memberCount, promptCount } = team;

  async function confirm() {
    await deleteTeam(team.id);
    onDeleted();
    await refetchTeams(client, true);
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${team.name}?`}
      description={
        <>
          <p>
            {memberCount === 1
              ? 'Invitations, access tokens and webhooks of the team end.'
              : `${formatCount(memberCount, 'member')} lose access. Invitations, access tokens and webhooks of the team end.`}
          </p>
          <p className="mt-2">
            {promptCount === 0
              ? 'No prompts are shared with it.'
              : `Nothing is lost: each of its ${formatCount(promptCount, 'prompt')} stays with the person who owns it, who alone sees it from then on unless it is public.`}
          </p>
          <p className="mt-2">This can't be undone.</p>
        </>
      }
      confirmLabel="Delete team"
      danger
      onConfirm={confirm}
    />
  );
}
