import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { Tables } from '#contract/database.types.ts';
import type { Profile } from '#web/data/account/profiles.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { newestFirst, nextKey, type PageKey } from '#web/data/backend/keyset-pages.ts';
import { shownAvatar } from '#web/data/account/shown-avatar.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** A comment on a public prompt. */
export interface Comment {
  readonly id: string;
  readonly body: string;
  /** As the server wrote it. */
  readonly createdAt: string;
  readonly edited: boolean;
  /** Imported from a file: its time is not verified. */
  readonly imported: boolean;
  readonly author: Profile;
}

const columns =
  'id, body, created_at, updated_at, imported, user_id, profiles(full_name, avatar_url)';
const pageSize = 20;

type CommentFields = 'id' | 'body' | 'created_at' | 'updated_at' | 'imported' | 'user_id';

interface CommentRow extends Pick<Tables<'comments'>, CommentFields> {
  readonly profiles: Pick<Tables<'profiles'>, 'full_name' | 'avatar_url'> | null;
}

function toComment(row: CommentRow): Comment {
  return {
    id: row.id,
    body: row.body,
    createdAt: row.created_at,
    edited: row.updated_at !== row.created_at,
    imported: row.imported,
    author: {
      id: row.user_id,
      fullName: row.profiles?.full_name ?? null,
      avatarUrl: shownAvatar(row.profiles?.avatar_url ?? null),
    },
  };
}

/** Pages of a prompt's comments, newest first, without those of hidden authors. */
export function commentsQuery(promptId: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.comments.ofPrompt(promptId),
    initialPageParam: null as PageKey,
    queryFn: async ({ pageParam, signal }): Promise<readonly CommentRow[]> => {
      const request = db.from('comments').select(columns).eq('prompt_id', promptId);
      return unwrap(
        await newestFirst(request.abortSignal(signal), 'created_at', pageParam, pageSize),
      );
    },
    getNextPageParam: (page) => nextKey(page, pageSize, (row) => row.created_at),
    select: ({ pages }) => pages.flat().map(toComment),
  });
}

/** Refetches the list, and the count on the prompt and in the community. */
async function refresh(client: QueryClient, promptId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.comments.ofPrompt(promptId) }),
    client.invalidateQueries({ queryKey: queryKeys.prompts.detail(promptId) }),
    client.invalidateQueries({ queryKey: queryKeys.prompts.communities }),
  ]);
}

interface CommentText {
  readonly id: string;
  readonly body: string;
}

/** Adds a comment. Sending one twice stores it once, since it brings its id. */
export function addComment(promptId: string) {
  return mutationOptions({
    mutationFn: async ({ id, body }: CommentText): Promise<void> => {
      const row = { id, prompt_id: promptId, body };
      unwrap(await db.from('comments').upsert(row, { ignoreDuplicates: true }));
    },
    onSuccess: (_nothing, _comment, _before, { client }) => refresh(client, promptId),
  });
}

export function editComment(promptId: string) {
  return mutationOptions({
    mutationFn: async ({ id, body }: CommentText): Promise<void> => {
      requireRow(unwrap(await db.from('comments').update({ body }).eq('id', id).select('id')));
    },
    onSuccess: (_nothing, _edit, _before, { client }) => refresh(client, promptId),
  });
}

/** Deletes the user's own comment, or any on their own prompt. */
export function removeComment(promptId: string) {
  return mutationOptions({
    mutationFn: async (id: string): Promise<void> => {
      requireRow(unwrap(await db.from('comments').delete().eq('id', id).select('id')));
    },
    onSettled: (_nothing, _error, _id, _before, { client }) => refresh(client, promptId),
  });
}

function requireRow(rows: readonly unknown[]): void {
  if (rows.length === 0) throw new DataError('This comment is gone', { status: 404 });
}
