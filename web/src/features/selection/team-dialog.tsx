import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useUser } from '#web/data/session/session.ts';
import { hiddenIncludesQuery } from '#web/data/teams/hidden-includes.ts';
import { teamsOfPromptsQuery, type TeamOfPrompts } from '#web/data/teams/team-prompts.ts';
import { teamQuery, teamsQuery } from '#web/data/teams/teams.ts';
import { whoWillSee } from '#web/data/teams/who-will-see.ts';
import { ChoiceDialog } from '#web/ui/overlay/choice-dialog.tsx';
import { PrivateIncludes } from '#web/ui/sensitive/private-includes.tsx';
import type { BulkDialogProps } from './use-bulk-changes.ts';
import { useOwnPrompts } from './use-own-prompts.ts';

const noTeam = 'none';

/**
 * Asks for the team to move prompts to, and says who will see them, without which of the prompts that
 * they include, and who no longer will.
 */
export default function TeamDialog(props: BulkDialogProps) {
  const { open, onOpenChange, teamId, run } = props;
  const own = useOwnPrompts(props, 'moves a prompt out of the team');
  const { ids, count } = own;
  const user = useUser();
  const teams = useQuery({ ...teamsQuery(user.id), enabled: open });
  const current = useQuery({ ...teamsOfPromptsQuery(ids), enabled: open && !own.disabled });
  const [chosenId, setChosenId] = useState<string>(noTeam);
  const editable = (teams.data ?? []).filter(({ id, role }) => role !== 'viewer' && id !== teamId);
  const team = editable.find(({ id }) => id === chosenId);
  const detail = useQuery({ ...teamQuery(chosenId, user.id), enabled: open && team !== undefined });
  const hidden = useQuery({
    ...hiddenIncludesQuery(ids, chosenId),
    enabled: open && team !== undefined && !own.disabled,
  });

  // Prompts of no team, moved to no team.
  const staysHere = teamId === null && team === undefined && current.data?.length === 0;

  function move(): Promise<boolean> {
    const done = team ? `moved to “${team.name}”` : 'moved to My prompts';
    return run({ kind: 'move-to-team', ids, teamId: team?.id ?? null }, done);
  }

  return (
    <ChoiceDialog
      open={open}
      onOpenChange={onOpenChange}
      title={teamId === null ? `Move ${count}` : `Move ${count} out of the team`}
      disabled={own.disabled || staysHere || hidden.isLoading}
      description={
        ids.length === 1
          ? "You keep owning it. It doesn't take its group along. The move is recorded in its history."
          : "You keep owning them. They don't take their groups along. The move is recorded in each prompt's history."
      }
      select={{
        label: teamId === null ? 'Team' : 'Move to',
        value: chosenId,
        onChange: setChosenId,
        options: [
          { value: noTeam, label: 'My prompts (no team)' },
          ...editable.map(({ id, name }) => ({ value: id, label: name })),
        ],
      }}
      confirmLabel={`Move ${count}`}
      onConfirm={move}
    >
      <div aria-live="polite" className="mt-4 flex flex-col gap-2 text-sm text-ink-soft">
        {own.note === null ? null : <p>{own.note}</p>}
        {teams.isError ? (
          <p>Your teams couldn't be loaded: {toDataError(teams.error).message}</p>
        ) : null}
        {teams.data && editable.length === 0 && teamId === null ? (
          <p>You don't own or edit a team yet.</p>
        ) : null}
        {team && detail.data ? (
          <p>
            {whoWillSee(detail.data, ids.length === 1 ? 'it' : 'them', ', from this version on')}
          </p>
        ) : null}
        {hidden.isError ? (
          <p>Included prompts couldn't be checked: {toDataError(hidden.error).message}</p>
        ) : null}
        <PrivateIncludes
          titles={hidden.data ?? []}
          many={ids.length > 1}
          remedy="move them to the team"
        />
        {current.data
          ?.filter(({ teamId }) => teamId !== team?.id)
          .map((left) => (
            <p key={left.teamId}>{lost(left, ids.length)}</p>
          ))}
        {team || !current.data || current.data.length === 0 ? null : (
          <p>
            {ids.length === 1
              ? "From then on only you and people you share it with see it, unless it's public."
              : "From then on only you and people you share them with see them, unless they're public."}
          </p>
        )}
      </div>
    </ChoiceDialog>
  );
}

/** Says who will no longer see some of the prompts. */
function lost({ teamName, count }: TeamOfPrompts, total: number): string {
  const members = teamName === null ? 'Members of a team that you left' : `Members of ${teamName}`;
  const what = total === 1 ? 'it' : count === 1 ? 'one of them' : `${count} of them`;
  return `${members} will no longer see ${what}.`;
}
