import { hashKey, mutationOptions, type QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { messages } from '#contract/messages.ts';
import { db, dbUncached } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { isSearchedWith, renameCachedGroup } from '#web/data/prompts/prompt-cache.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import type { Group, GroupInput } from './groups.ts';
import { readGroup } from './read-group.ts';

type CreatedGroup = Pick<Group, 'id' | 'updatedAt'>;

/** Creates a group of the person or of a team, in another one or at the top. The database checks the lengths. */
export function createGroup(userId: string, teamId: string | null, parentId: string | null) {
  return mutationOptions({
    mutationFn: async ({ name, description }: GroupInput): Promise<CreatedGroup> => {
      const row = unwrap(
        await db
          .from('groups')
          .insert({
            name,
            description,
            parent_id: parentId,
            ...(teamId === null ? { user_id: userId } : { team_id: teamId }),
          })
          .select('id, updated_at')
          .single(),
      );
      return { id: row.id, updatedAt: row.updated_at };
    },
    onSuccess: (_data, _input, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.groups.all }),
  });
}

export interface GroupSave {
  readonly input: GroupInput;
  /** `updatedAt` of the group that the input is based on. */
  readonly base: string;
}

type GroupSaveOutcome =
  | { readonly kind: 'saved'; readonly updatedAt: string }
  /** It was changed elsewhere in the meantime; nothing was written. */
  | { readonly kind: 'moved-on'; readonly current: Group };

/** Saves a group if it has not changed since it was loaded. */
export function updateGroup(id: string) {
  return mutationOptions({
    mutationFn: async ({ input, base }: GroupSave): Promise<GroupSaveOutcome> => {
      const { name, description } = input;
      const rows = unwrap(
        await db
          .from('groups')
          .update({ name, description })
          .eq('id', id)
          .eq('updated_at', base)
          .is('deleted_at', null)
          .select('updated_at'),
      );
      if (rows[0]) return { kind: 'saved', updatedAt: rows[0].updated_at };
      const current = await readGroup(dbUncached, id);
      // An earlier try was stored, and only its response was lost.
      return current.name === name && current.description === description
        ? { kind: 'saved', updatedAt: current.updatedAt }
        : { kind: 'moved-on', current };
    },
    onSuccess: (outcome, { input }, _before, { client }) => {
      const { name } = outcome.kind === 'saved' ? input : outcome.current;
      renameCachedGroup(client, id, name);
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

interface GroupMove {
  readonly id: string;
  /** The group to lie in; null for the top. */
  readonly parentId: string | null;
}

/** Moves a group, with what is below it. The database refuses cycles and more than 8 levels. */
export const moveGroup = mutationOptions({
  mutationFn: async ({ id, parentId }: GroupMove): Promise<void> => {
    const request = db.from('groups').update({ parent_id: parentId }).eq('id', id);
    const rows = unwrap(await request.is('deleted_at', null).select('id'));
    if (rows.length === 0) throw new DataError(messages.groups.notFound, { status: 404 });
  },
  onSuccess: (_nothing, _move, _before, { client }) =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.groups.all }),
      client.invalidateQueries({ queryKey: queryKeys.prompts.lists }),
      client.invalidateQueries({ queryKey: queryKeys.prompts.counts }),
    ]),
});

const dissolutionSchema = v.object({
  deleted_at: v.string(),
  groups: v.array(v.string()),
  prompts: v.record(v.string(), v.number()),
});

/** Deletes a group after moving what is in it up, into the group around it. */
export const dissolveGroup = mutationOptions({
  mutationFn: async (id: string) => {
    const done = v.parse(
      dissolutionSchema,
      unwrap(await db.rpc('dissolve_group', { group_id: id })),
    );
    return { group_id: id, ...done };
  },
});

/** Takes {@link dissolveGroup} back, except for what was moved or changed since. */
export const undoGroupDissolution = mutationOptions({
  mutationFn: async (done: v.InferOutput<typeof dissolutionSchema> & { group_id: string }) => {
    unwrap(await db.rpc('undo_group_dissolution', done));
  },
  onSuccess: (_nothing, _done, _before, { client }) => client.invalidateQueries(),
});

/** A deletion of a group, as the server has stored it. */
interface GroupDeletion {
  readonly id: string;
  readonly deletedAt: string;
}

/** Deletes a group, and with it, in the database, its prompts. They can be restored together. */
export function deleteGroup(id: string) {
  return mutationOptions({
    mutationFn: async (): Promise<GroupDeletion> => {
      const rows = unwrap(
        await db
          .from('groups')
          .update({ deleted_at: new Date().toISOString() })
          .eq('id', id)
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
