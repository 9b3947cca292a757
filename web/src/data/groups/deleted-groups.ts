import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { readAllPages } from '#contract/read-all-pages.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { newestFirst, type PageKey } from '#web/data/backend/keyset-pages.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import type { Group } from './groups.ts';

/** A deleted group that can be restored. */
export interface DeletedGroup extends Pick<Group, 'id' | 'name'> {
  readonly deletedAt: string;
  /** The number of prompts that were deleted, and are restored, with it. */
  readonly promptCount: number;
  /** The number of groups in it that were deleted, and are restored, with it. */
  readonly groupCount: number;
}

/** The deleted groups of a person or, if given, a team, newest first. */
export function deletedGroupsQuery(userId: string, teamId: string | null) {
  return queryOptions({
    queryKey: queryKeys.groups.deleted(teamId ?? userId),
    queryFn: async ({ signal }): Promise<DeletedGroup[]> => {
      const rows = await readAllPages<{
        id: string;
        name: string;
        deleted_at: string;
        prompt_count: number;
        group_count: number;
      }>(async (last, size) => {
        const after: PageKey = last ? [last.deleted_at, last.id] : null;
        const deleted = db.rpc('deleted_groups', teamId === null ? {} : { of_team: teamId });
        const page = newestFirst(deleted, 'deleted_at', after, size);
        return unwrap(await page.abortSignal(signal));
      });
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        deletedAt: row.deleted_at,
        promptCount: row.prompt_count,
        groupCount: row.group_count,
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
