import { useQuery } from '@tanstack/react-query';
import { groupOptions } from '#web/data/groups/group-options.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { teamsQuery } from '#web/data/teams/teams.ts';

/**
 * The only group or team whose prompts, and chains of a team, a program reaches: `group:` or `team:` and an id. Empty for no
 * limit.
 */
export type AccessLimit = string;

interface LimitOption {
  readonly value: AccessLimit;
  readonly label: string;
}

/** Returns the limits that the user can choose, as far as they are loaded; the first is none. */
export function useLimitOptions(userId: string, { enabled = true } = {}): LimitOption[] {
  const groups = useQuery({ ...groupsQuery(userId), enabled });
  const teams = useQuery({ ...teamsQuery(userId), enabled });
  return [
    { value: '', label: 'Everything you can see' },
    ...groupOptions(groups.data ?? []).map((group) => ({
      ...group,
      value: `group:${group.value}`,
    })),
    ...(teams.data ?? []).map(({ id, name }) => ({ value: `team:${id}`, label: `Team ${name}` })),
  ];
}

/** Returns whether a limit is a group, which has no chains. */
export function isGroupLimit(limit: AccessLimit): boolean {
  return limit.startsWith('group:');
}

/** Returns a limit by the ids of which at most one is set. */
export function toAccessLimit(groupId: string | null, teamId: string | null): AccessLimit {
  if (groupId !== null) return `group:${groupId}`;
  return teamId === null ? '' : `team:${teamId}`;
}

/** Returns the fields of a request that set a limit. */
export function limitFields(limit: AccessLimit): { group_id?: string; team_id?: string } {
  const [kind, id = ''] = limit.split(':');
  if (kind === 'group') return { group_id: id };
  return kind === 'team' ? { team_id: id } : {};
}
