import { useQuery } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useUser } from '#web/data/session/session.ts';
import { teamQuery, teamsQuery } from '#web/data/teams/teams.ts';
import { whoWillSee } from '#web/data/teams/who-will-see.ts';
import type { ImportTeam } from '#web/features/import/prepare/import-preview.ts';
import { Select } from '#web/ui/form/select.tsx';

interface ImportTargetProps {
  readonly team: ImportTeam | null;
  readonly onChange: (team: ImportTeam | null) => void;
}

const noTeam = 'none';

/** Offers My prompts and the teams that the user owns or edits; nothing if there is no such team. */
export function ImportTarget({ team, onChange }: ImportTargetProps) {
  const user = useUser();
  const teams = useQuery(teamsQuery(user.id));
  const editable: readonly ImportTeam[] =
    teams.data?.filter(({ role }) => role !== 'viewer') ?? (team ? [team] : []);
  if (teams.isError) {
    return (
      <p className="text-sm text-ink-soft">
        Your teams couldn't be loaded: {toDataError(teams.error).message}
      </p>
    );
  }
  if (editable.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <Select
        label="Import to"
        className="sm:max-w-xs"
        value={team?.id ?? noTeam}
        onChange={(chosen) => onChange(editable.find(({ id }) => id === chosen) ?? null)}
        options={[
          { value: noTeam, label: 'My prompts' },
          ...editable.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <div aria-live="polite">{team ? <ImportAudience team={team} /> : null}</div>
    </div>
  );
}

/** Says who will see what is imported into a team, and what of it stays the user's own. */
export function ImportAudience({ team }: { readonly team: ImportTeam }) {
  const user = useUser();
  const detail = useQuery(teamQuery(team.id, user.id));
  const seen = detail.data
    ? whoWillSee(detail.data, 'them')
    : `All members of ${team.name} will see them.`;
  return (
    <p className="text-sm text-ink-soft">
      {seen} Groups and chains of your files become those of the team. You own the prompts and
      chains; earlier versions, runs and last-used values stay yours alone.
    </p>
  );
}
