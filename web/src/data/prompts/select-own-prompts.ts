import type { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#contract/database.types.ts';
import { newestFirst, type PageKey } from '#web/data/backend/keyset-pages.ts';

/*
 * Apart from prompt-lists.ts: the renderer of the first document takes the address from here and
 * has no client.
 */

/**
 * Every field, and what the person did with the prompt: policies show only their own favourites and
 * uses.
 */
export const promptColumns = '*, favorites(user_id), prompt_uses(used_at), groups(name)';

/** Selects a page of a person's prompts, newest first. */
export function selectOwnPrompts(
  client: PostgrestClient<Database>,
  userId: string,
  after: PageKey,
  size: number,
) {
  const own = client
    .from('prompts')
    .select(promptColumns)
    .eq('user_id', userId)
    .is('deleted_at', null);
  return newestFirst(own, 'created_at', after, size);
}
