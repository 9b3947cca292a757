import { useQueryClient } from '@tanstack/react-query';
import { deleteTeam, refetchTeams } from '#web/data/teams/team-changes.ts';
import type { TeamDetail } from '#web/data/teams/teams.ts';
import { countText } from './count-text.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';

interface DeleteTeamDialogProps {
  readonly team: TeamDetail;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Called before the team is refetched: leave its page here. */
  readonly onDeleted: () => void;
}

/** Says what happens to members, prompts and chains, then deletes the team. */
export function DeleteTeamDialog({ team, open, onOpenChange, onDeleted }: DeleteTeamDialogProps) {
  const client = useQueryClient();
  const { memberCount, promptCount, chainCount } = team;

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
              ? ended
              : `${formatCount(memberCount, 'member')} lose access. ${ended}`}
          </p>
          <p className="mt-2">{leftText(promptCount, chainCount)}</p>
          <p className="mt-2">This can't be undone.</p>
        </>
      }
      confirmLabel="Delete team"
      danger
      onConfirm={confirm}
    />
  );
}

const ended = 'Groups, invitations, access tokens and webhooks of the team end.';

/** Says what happens to the prompts and chains of a team that is deleted. */
function leftText(prompts: number, chains: number): string {
  const count = countText(prompts, chains);
  if (prompts + chains === 0) return 'No prompts or chains are shared with it.';
  return prompts + chains === 1
    ? `Its ${count} stays with the person who owns it, outside of groups. From then on only they${prompts === 1 ? ', and people they share it with, see it, unless it is public' : ' see it'}.`
    : `Its ${count} stay with the people who own them, outside of groups. From then on only they, and people they share theirs with, see them, apart from public prompts.`;
}
