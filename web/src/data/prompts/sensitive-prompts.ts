import { queryOptions } from '@tanstack/react-query';
import { findInPrompts, type SensitivePrompt } from '#web/lib/sensitive/find-in-prompts.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** Ids that fit into an address. */
const atOnce = 50;

/** What looks like a secret or personal data in those of one's prompts that are private; looked for on this device. */
export function sensitivePromptsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: queryKeys.prompts.sensitive(ids),
    queryFn: async ({ signal }): Promise<SensitivePrompt[]> => {
      const found: SensitivePrompt[] = [];
      for (let from = 0; from < ids.length; from += atOnce) {
        const rows = unwrap(
          await db
            .from('prompts')
            .select('id, title, description, content')
            .in('id', ids.slice(from, from + atOnce))
            .is('is_public', false)
            .abortSignal(signal),
        );
        found.push(
          ...findInPrompts(rows.map((row) => ({ ...row, description: row.description ?? '' }))),
        );
      }
      return found;
    },
    staleTime: 0,
    gcTime: 0,
  });
}
