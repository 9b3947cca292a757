import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#contract/database.types.ts';
import { maxPageSize } from '#contract/read-all-pages.ts';
import { limits } from '#contract/limits.ts';
import { selectGroups } from '#web/data/groups/select-groups.ts';
import { selectOwnPrompts } from '#web/data/prompts/select-own-prompts.ts';
import { requestUrl } from '#web/lib/values/request-url.ts';

/**
 * Returns the URLs that /app reads first, as the user `userId` of the backend at `url`. The server
 * writes them into the document, and public/first-paint.js fetches them while the scripts load; see
 * `withPrefetched`.
 */
export async function prefetchUrls(url: string, userId: string): Promise<readonly string[]> {
  const urls: string[] = [];
  const recorder = new PostgrestClient<Database>(`${url}/rest/v1`, {
    fetch: (input) => {
      urls.push(requestUrl(input));
      return Promise.resolve(Response.json([]));
    },
  });
  await selectGroups(recorder, 'user_id', userId, maxPageSize);
  await selectOwnPrompts(recorder, userId, null, limits.listPageSize);
  return urls;
}
