import { queryOptions } from '@tanstack/react-query';
import type { Tables } from '#contract/database.types.ts';
import { readInParts } from '#web/lib/values/read-in-parts.ts';
import { readAllPages } from '#contract/read-all-pages.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { selectGroups } from './select-groups.ts';
import { afterKey } from '#web/data/backend/keyset-pages.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** A group of a person's own prompts, or of a team's. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The group that it lies in; null at the top. */
  readonly parentId: string | null;
  /** The team that it belongs to; null for the person's own. */
  readonly teamId: string | null;
  /** The number of its prompts that are not deleted. */
  readonly promptCount: number;
}

export type GroupInput = Pick<Group, 'name' | 'description'>;

interface GroupRow extends Omit<Tables<'groups'>, 'deleted_at' | 'user_id'> {
  prompts: { count: number }[];
}

export function toGroup(row: GroupRow): Group {
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? '',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    parentId: row.parent_id,
    teamId: row.team_id,
    promptCount: row.prompts[0]?.count ?? 0,
  };
}

/** All groups of a person or, if given, a team, newest first, each with the number of its prompts. */
export function groupsQuery(userId: string, teamId: string | null = null) {
  const [owner, id] =
    teamId === null ? (['user_id', userId] as const) : (['team_id', teamId] as const);
  return queryOptions({
    queryKey: queryKeys.groups.list(id),
    queryFn: ({ signal }) => readGroups(owner, id, signal),
  });
}

/** All groups of several teams. */
export function groupsOfTeamsQuery(teamIds: readonly string[]) {
  return queryOptions({
    queryKey: queryKeys.groups.list(teamIds.join(' ')),
    queryFn: ({ signal }) => readInParts(teamIds, (part) => readGroups('team_id', part, signal)),
  });
}

async function readGroups(
  owner: 'user_id' | 'team_id',
  id: string | readonly string[],
  signal: AbortSignal,
): Promise<Group[]> {
  const rows = await readAllPages<GroupRow>(async (last, size) => {
    const page = selectGroups(db, owner, id, size).abortSignal(signal);
    return unwrap(await (last ? page.or(afterKey(last)) : page));
  });
  return rows.map(toGroup);
}
