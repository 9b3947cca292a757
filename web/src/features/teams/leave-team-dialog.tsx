import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { leaveTeam, refetchTeams } from '#web/data/teams/team-changes.ts';
import type { TeamDetail } from '#web/data/teams/teams.ts';
import { countText } from './count-text.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';

interface LeaveTeamDialogProps {
  readonly team: TeamDetail;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Called before the team is refetched: leave its page here. */
  readonly onLeft: () => void;
}

/** Says what the user leaves behind, and lets them take their prompts and chains with them. */
export function LeaveTeamDialog({ team, open, onOpenChange, onLeft }: LeaveTeamDialogProps) {
  const client = useQueryClient();
  const [takesPrompts, setTakesPrompts] = useState(false);
  const count = team.ownPromptCount + team.ownChainCount;

  async function leave() {
    await leaveTeam(team.id, takesPrompts);
    onLeft();
    await refetchTeams(client, true);
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Leave ${team.name}?`}
      description={
        <>
          <p>
            You lose access to the team's prompts and chains at once. To come back, you need a new
            invitation.
          </p>
          {count > 0 ? (
            <div className="mt-4 flex flex-col gap-3">
              <p>
                {`${countText(team.ownPromptCount, team.ownChainCount)} that you own ${count === 1 ? 'is' : 'are'} shared with this team. If you leave ${count === 1 ? 'it' : 'them'}, its members can still read and change ${count === 1 ? 'it' : 'them'}.`}
              </p>
              <Checkbox
                name="take-prompts"
                label={`Take ${count === 1 ? 'it' : 'them'} out of the team`}
                checked={takesPrompts}
                onCheckedChange={setTakesPrompts}
              />
            </div>
          ) : null}
        </>
      }
      confirmLabel="Leave"
      danger
      onConfirm={leave}
    />
  );
}
