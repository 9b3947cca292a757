import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { chainMessages } from '#contract/chain-messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { moveChain } from '#web/data/chains/chain-mutations.ts';
import { chainQuery, type ChainDetail } from '#web/data/chains/chains.ts';
import { valuesOfChain } from '#web/data/chains/values-of-chain.ts';
import { useUser } from '#web/data/session/session.ts';
import { teamQuery, teamsQuery } from '#web/data/teams/teams.ts';
import { whoWillSee } from '#web/data/teams/who-will-see.ts';
import { UnreadPrompts } from '#web/features/chains/view/unread-prompts.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ChoiceDialog } from '#web/ui/overlay/choice-dialog.tsx';

interface MoveChainDialogProps {
  readonly chain: Pick<ChainDetail, 'id' | 'title' | 'teamId' | 'teamName'>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const noTeam = 'none';

/** Asks for the team to move a chain to, and says who will see it and who no longer will. */
export function MoveChainDialog({ chain, open, onOpenChange }: MoveChainDialogProps) {
  const user = useUser();
  const move = useMutation(moveChain);
  const [chosenId, setChosenId] = useState(chain.teamId ?? noTeam);
  const teams = useQuery({ ...teamsQuery(user.id), enabled: open });
  const editable = (teams.data ?? []).filter(({ role }) => role !== 'viewer');
  const team = editable.find(({ id }) => id === chosenId && id !== chain.teamId);
  const detail = useQuery({ ...teamQuery(chosenId, user.id), enabled: open && team !== undefined });
  const stored = useQuery({ ...chainQuery(chain.id), enabled: open && team !== undefined });
  // A viewer of the team, or one who left it, sees where the chain is.
  const isCurrentListed = editable.some(({ id }) => id === chain.teamId);
  const current =
    chain.teamId === null || isCurrentListed
      ? []
      : [{ value: chain.teamId, label: chain.teamName ?? 'A team that you left' }];

  async function confirm(): Promise<boolean> {
    const teamId = chosenId === noTeam ? null : chosenId;
    if (teamId === chain.teamId) return true;
    try {
      await move.mutateAsync({ id: chain.id, teamId });
    } catch (reason) {
      toast.error(chainMessages.updateFailed(toDataError(reason).message));
      return false;
    }
    toast.success(`Chain moved to ${team ? `“${team.name}”` : 'your own chains'}`);
    return true;
  }

  return (
    <ChoiceDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Move “${chain.title}” to a team`}
      description="You stay its author. Its prompts stay where they are, and runs stay private."
      select={{
        label: 'Team',
        value: chosenId,
        onChange: setChosenId,
        options: [
          { value: noTeam, label: 'My chains (no team)' },
          ...current,
          ...editable.map(({ id, name }) => ({ value: id, label: name })),
        ],
      }}
      confirmLabel="Move chain"
      onConfirm={confirm}
    >
      <div aria-live="polite" className="mt-4 flex flex-col gap-2 text-sm text-ink-soft">
        {teams.isError ? (
          <p>Your teams couldn't be loaded: {toDataError(teams.error).message}</p>
        ) : null}
        {teams.data && editable.length === 0 ? <p>You don't own or edit a team yet.</p> : null}
        {team && detail.data ? (
          <p>{whoWillSee(detail.data, 'it')} Owners and editors can also delete it for good.</p>
        ) : null}
        {team && stored.data ? (
          <UnreadPrompts
            teamId={team.id}
            teamName={team.name}
            steps={valuesOfChain(stored.data).steps}
          />
        ) : null}
        {chain.teamId !== null && chosenId !== chain.teamId ? (
          <p>
            Members of {chain.teamName ?? 'the team that you left'} will no longer see it.
            {team ? '' : ' From then on you alone see it.'}
          </p>
        ) : null}
      </div>
    </ChoiceDialog>
  );
}
