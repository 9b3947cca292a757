import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import { refetchTeams, setReleasedByProposal } from '#web/data/teams/team-changes.ts';
import type { TeamDetail } from '#web/data/teams/teams.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Switch } from '#web/ui/form/switch.tsx';

/** Lets owners of a team decide whether released prompts change by proposals alone. */
export function ProposalSwitch({ team }: { readonly team: TeamDetail }) {
  const client = useQueryClient();
  // The switch answers at once; the stored value follows.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function change(isOn: boolean) {
    setWanted(isOn);
    setProblem(null);
    try {
      await setReleasedByProposal(team.id, isOn);
      await refetchTeams(client);
    } catch (reason) {
      setProblem(toDataError(reason).message);
    } finally {
      setWanted(null);
    }
  }

  return (
    <>
      <Switch
        label="Changes to what is released need a proposal"
        hint="Editors then propose changes to prompts with the label production, and somebody else accepts them."
        checked={wanted ?? team.releasedByProposal}
        onCheckedChange={(isOn) => void change(isOn)}
      />
      {problem === null ? null : <Alert className="mt-3">{problem}</Alert>}
    </>
  );
}
