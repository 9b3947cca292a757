import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { refetchTeams, setReleasedByProposal } from '#web/data/teams/team-changes.ts';
import type { TeamDetail } from '#web/data/teams/teams.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Switch } from '#web/ui/form/switch.tsx';

/** Lets owners of a team decide whether released prompts change by proposals alone. */
export function ProposalSwitch({ team }: { readonly team: TeamDetail }) {
  const client = useQueryClient();
  // The switch answers at once; the stored value follows. Presses are sent one after another.
  const change = useMutation({
    mutationFn: async (isOn: boolean) => {
      await setReleasedByProposal(team.id, isOn);
      await refetchTeams(client);
    },
    scope: { id: `released-by-proposal ${team.id}` },
  });

  return (
    <>
      <Switch
        label="Changes to what is released need a proposal"
        hint="Editors then propose changes to prompts with the label production, and somebody else accepts them."
        checked={change.isPending ? change.variables : team.releasedByProposal}
        onCheckedChange={(isOn) => change.mutate(isOn)}
      />
      {change.isError ? <Alert className="mt-3">{toDataError(change.error).message}</Alert> : null}
    </>
  );
}
