import { hashKey, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Tables } from '#contract/database.types.ts';
import { messages } from '#contract/messages.ts';
import { db, dbUncached } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { groupColumns, selectOwnGroups } from './select-own-groups.ts';
import { isId } from '#web/lib/values/is-id.ts';
import {
  afterKey,
  readAllPages,
  newestFirst,
  type PageKey,
} from '#web/data/backend/keyset-pages.ts';
import { isSearchedWith, renameCachedGroup } from '#web/data/prompts/prompt-cache.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** A group of the person's own prompts. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The number of its prompts that are not deleted. */
  readonly promptCount: number;
}

export type GroupInput = Pick<Group, 'name' | 'description'>;

type GroupFields = 'id' | 'name' | 'description' | 'created_at' | 'updated_at';

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

async function readGroup(
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

/** Creates a group. The database checks the lengths. */
export function createGroup(userId: string) {
  return mutationOptions({
    mutationFn: async ({ name, description }: GroupInput): Promise<{ id: string }> =>
      unwrap(
        await db
          .from('groups')
          .insert({ name, description, user_id: userId })
          .select('id')
          .single(),
      ),
    onSuccess: (_data, _input, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.groups.all }),
  });
}

export interface GroupSave {
  readonly input: GroupInput;
  /** `updatedAt` of the group that the input is based on. */
  readonly base: string;
}

/**
 * Saves a group if it has not changed since it was loaded; else writes nothing and returns the
 * current one.
 */
export function updateGroup(id: string, userId: string) {
  return mutationOptions({
    mutationFn: async ({ input, base }: GroupSave): Promise<Group | null> => {
      const { name, description } = input;
      const rows = unwrap(
        await db
          .from('groups')
          .update({ name, description })
          .eq('id', id)
          .eq('user_id', userId)
          .eq('updated_at', base)
          .is('deleted_at', null)
          .select('id'),
      );
      if (rows.length > 0) return null;
      const current = await readGroup(dbUncached, id, userId);
      // An earlier try was stored, and only its response was lost.
      return current.name === name && current.description === description ? null : current;
    },
    onSuccess: (current, { input }, _before, { client }) => {
      renameCachedGroup(client, id, (current ?? input).name);
      return Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.groups.all }),
        client.invalidateQueries({
          queryKey: queryKeys.prompts.lists,
          predicate: isSearchedWith('group:'),
        }),
      ]);
    },
  });
}

/** A deletion of a group, as the server has stored it. */
interface GroupDeletion {
  readonly id: string;
  readonly deletedAt: string;
}

/** Deletes a group, and with it, in the database, its prompts. They can be restored together. */
export function deleteGroup(id: string, userId: string) {
  return mutationOptions({
    mutationFn: async (): Promise<GroupDeletion> => {
      const rows = unwrap(
        await db
          .from('groups')
          .update({ deleted_at: new Date().toISOString() })
          .eq('id', id)
          .eq('user_id', userId)
          .is('deleted_at', null)
          .select('deleted_at'),
      );
      const [row] = rows;
      if (!row) throw new DataError(messages.groups.notFound, { status: 404 });
      return { id, deletedAt: row.deleted_at ?? '' };
    },
  });
}

/**
 * Undoes the deletion of a group and its prompts; refuses if the group was restored, deleted again
 * or removed since.
 */
export const undoGroupDeletion = mutationOptions({
  mutationFn: async ({ id, deletedAt }: GroupDeletion): Promise<void> => {
    const request = db.from('groups').update({ deleted_at: null }).eq('id', id);
    const rows = unwrap(await request.eq('deleted_at', deletedAt).select('id'));
    if (rows.length === 0) throw new DataError('it has been restored or removed since.');
  },
  onSuccess: (_nothing, _deletion, _before, { client }) => client.invalidateQueries(),
});

/** A deleted group that can be restored. */
export interface DeletedGroup extends Pick<Group, 'id' | 'name'> {
  readonly deletedAt: string;
  /** The number of prompts that were deleted, and are restored, with it. */
  readonly promptCount: number;
}

/** The person's deleted groups, newest first. */
export function deletedGroupsQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.groups.deleted(userId),
    queryFn: async ({ signal }): Promise<DeletedGroup[]> => {
      const rows = await readAllPages<{
        id: string;
        name: string;
        deleted_at: string;
        prompt_count: number;
      }>(async (last, size) => {
        const after: PageKey = last ? [last.deleted_at, last.id] : null;
        const page = newestFirst(db.rpc('deleted_groups'), 'deleted_at', after, size);
        return unwrap(await page.abortSignal(signal));
      });
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        deletedAt: row.deleted_at,
        promptCount: row.prompt_count,
      }));
    },
  });
}

/** A restored group, as the server has stored it. */
interface RestoredGroup {
  readonly id: string;
  readonly updatedAt: string;
}

/**
 * Restores a deleted group, and with it, in the database, the prompts that were deleted with it.
 */
export const undeleteGroup = mutationOptions({
  mutationFn: async (id: string): Promise<RestoredGroup> => {
    const request = db.from('groups').update({ deleted_at: null }).eq('id', id);
    const [row] = unwrap(await request.select('updated_at'));
    if (!row) throw new DataError(messages.groups.notFound, { status: 404 });
    return { id, updatedAt: row.updated_at };
  },
  onSuccess: (_restored, _id, _before, { client }) => client.invalidateQueries(),
});

/** Deletes a restored group with its prompts again; refuses if it was changed or deleted since. */
export const undoGroupRestore = mutationOptions({
  mutationFn: async ({ id, updatedAt }: RestoredGroup): Promise<void> => {
    const request = db.from('groups').update({ deleted_at: new Date().toISOString() }).eq('id', id);
    const rows = unwrap(
      await request.eq('updated_at', updatedAt).is('deleted_at', null).select('id'),
    );
    if (rows.length === 0) throw new DataError('it has been changed or deleted since.');
  },
  onSuccess: (_nothing, _restored, _before, { client }) => client.invalidateQueries(),
});

/**
 * Refetches everything after a group was deleted, except the group itself: the page that shows it
 * is being left, and only the next page that opens it may ask.
 */
export async function removeCachedGroup(client: QueryClient, id: string): Promise<void> {
  const ownKey = queryKeys.groups.detail(id);
  await Promise.all([
    client.invalidateQueries({ queryKey: ownKey, refetchType: 'none' }),
    client.invalidateQueries({
      predicate: ({ queryKey }) => hashKey(queryKey) !== hashKey(ownKey),
    }),
  ]);
}
