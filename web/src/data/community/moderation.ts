import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Profile } from '#web/data/account/profiles.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap, uniqueViolation } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/* Reports to the installation's operator, and hidden authors. */

export const reportReasons = ['spam', 'abuse', 'rights', 'secrets', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** The target of a report: a public prompt, or a comment on it. */
export interface ReportTarget {
  readonly promptId: string;
  readonly commentId: string | null;
}

interface Report extends ReportTarget {
  readonly reason: ReportReason;
  /** The reader's explanation; may be empty. */
  readonly note: string;
}

export const sendReport = mutationOptions({
  mutationFn: async ({ promptId, commentId, reason, note }: Report): Promise<void> => {
    const { error, status } = await db.from('reports').insert({
      prompt_id: promptId,
      comment_id: commentId,
      reason,
      note: note.trim() || null,
    });
    if (!error) return;
    if (error.code === uniqueViolation)
      throw new DataError('You have reported this already.', { status });
    unwrap({ data: null, error, status });
  },
});

/** An author whose prompts and comments are hidden from the user. */
export interface HiddenAuthor extends Pick<Profile, 'id' | 'fullName'> {
  readonly hiddenAt: string;
}

export function hiddenAuthorsQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.hiddenAuthors.list(userId),
    queryFn: async ({ signal }): Promise<HiddenAuthor[]> => {
      const rows = unwrap(
        await db
          .from('hidden_authors')
          .select('author_id, created_at, profiles(full_name)')
          .eq('user_id', userId)
          .order('created_at', { ascending: false })
          .order('author_id')
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        id: row.author_id,
        fullName: row.profiles?.full_name ?? null,
        hiddenAt: row.created_at,
      }));
    },
  });
}

async function refresh(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.hiddenAuthors.all }),
    client.invalidateQueries({ queryKey: queryKeys.prompts.communities }),
    client.invalidateQueries({ queryKey: queryKeys.prompts.counts }),
    client.invalidateQueries({ queryKey: queryKeys.comments.all }),
  ]);
}

export function hideAuthor(userId: string) {
  return mutationOptions({
    mutationFn: async (authorId: string): Promise<void> => {
      const row = { user_id: userId, author_id: authorId };
      unwrap(await db.from('hidden_authors').upsert(row, { ignoreDuplicates: true }));
    },
    onSuccess: (_nothing, _id, _before, { client }) => refresh(client),
  });
}

export function unhideAuthor(userId: string) {
  return mutationOptions({
    mutationFn: async (authorId: string): Promise<void> => {
      unwrap(
        await db.from('hidden_authors').delete().eq('user_id', userId).eq('author_id', authorId),
      );
    },
    onSuccess: (_nothing, _id, _before, { client }) => refresh(client),
  });
}
