import { queryOptions } from '@tanstack/react-query';
import type { Tables } from '#contract/database.types.ts';
import { readAllPages } from '#contract/read-all-pages.ts';
import { messages } from '#contract/messages.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { groupColumns, selectOwnGroups } from './select-own-groups.ts';
import { isId } from '#web/lib/values/is-id.ts';
import { afterKey } from '#web/data/backend/keyset-pages.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** A group of the person's own prompts. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The group that it lies in; null at the top. */
  readonly parentId: string | null;
  /** The number of its prompts that are not deleted. */
  readonly promptCount: number;
}

export type GroupInput = Pick<Group, 'name' | 'description'>;

type GroupFields = 'id' | 'name' | 'description' | 'created_at' | 'updated_at' | 'parent_id';

interface GroupRow extends Pick<Tables<'groups'>, GroupFields> {
  prompts: { count: number }[];
}

function toGroup(row: GroupRow): Group {
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? '',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    parentId: row.parent_id,
    promptCount: row.prompts[0]?.count ?? 0,
  };
}

/** All groups of a person, newest first, each with the number of its prompts. */
export function groupsQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.groups.list(userId),
    queryFn: ({ signal }) =>
      readAllPages<GroupRow>(async (last, size) => {
        const page = selectOwnGroups(db, userId, size).abortSignal(signal);
        return unwrap(await (last ? page.or(afterKey(last)) : page));
      }).then((rows) => rows.map(toGroup)),
  });
}

/** One group. Throws 'Group not found' when there is none of this person. */
export function groupQuery(id: string, userId: string) {
  return queryOptions({
    queryKey: queryKeys.groups.detail(id),
    queryFn: ({ signal }) => readGroup(db, id, userId, signal),
  });
}

export async function readGroup(
  from: typeof db,
  id: string,
  userId: string,
  signal?: AbortSignal,
): Promise<Group> {
  if (!isId(id)) throw new DataError(messages.groups.notFound, { status: 404 });
  let request = from
    .from('groups')
    .select(groupColumns)
    .eq('id', id)
    .eq('user_id', userId)
    .is('deleted_at', null)
    .is('prompts.deleted_at', null);
  if (signal) request = request.abortSignal(signal);
  const row = unwrap(await request.maybeSingle());
  if (!row) throw new DataError(messages.groups.notFound, { status: 404 });
  return toGroup(row);
}
