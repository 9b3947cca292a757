import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#contract/database.types.ts';
import { limits } from '#contract/limits.ts';
import { requestUrl } from '#web/lib/values/request-url.ts';
import { largestPage, newestFirst } from './page-by-key.ts';

/*
 * What /app reads first. The server writes its addresses into the document, so that it is asked for while the app's
 * scripts are still on their way (public/first-paint.js); first-answers.ts hands the answers over.
 */

type Client = PostgrestClient<Database>;

export const groupColumns = 'id, name, description, created_at, updated_at, prompts(count)';

/** A person's groups, newest first, each with the number of its prompts. */
export function ownGroups(client: Client, userId: string, size: number) {
  return client
    .from('groups')
    .select(groupColumns)
    .eq('user_id', userId)
    .is('deleted_at', null)
    .is('prompts.deleted_at', null)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(size);
}

/** Every field, and what the person did with the prompt: of favourites and uses, policies show only one's own. */
export const promptColumns = '*, favorites(user_id), prompt_uses(used_at), groups(name)';

/** A person's prompts, in any order. */
export function ownPrompts(client: Client, userId: string) {
  return client.from('prompts').select(promptColumns).eq('user_id', userId).is('deleted_at', null);
}

/** The addresses of both, as `userId` asks for them at `url`, where the backend is. */
export async function prefetchUrls(url: string, userId: string): Promise<readonly string[]> {
  const addresses: string[] = [];
  const noting = new PostgrestClient<Database>(`${url}/rest/v1`, {
    fetch: (address) => {
      addresses.push(requestUrl(address));
      return Promise.resolve(Response.json([]));
    },
  });
  await ownGroups(noting, userId, largestPage);
  await newestFirst(ownPrompts(noting, userId), 'created_at', null, limits.listPageSize);
  return addresses;
}
