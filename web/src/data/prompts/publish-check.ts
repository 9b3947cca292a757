import { queryOptions } from '@tanstack/react-query';
import { findInPrompts, type SensitivePrompt } from '#web/lib/sensitive/find-in-prompts.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** As many ids as fit into a URL. */
const idsPerRequest = 50;

/**
 * Findings of secrets and personal data in the private ones of these prompts. The search runs on
 * this device.
 */
export function sensitivePromptsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: queryKeys.prompts.sensitive(ids),
    queryFn: async ({ signal }): Promise<SensitivePrompt[]> => {
      const found: SensitivePrompt[] = [];
      for (let from = 0; from < ids.length; from += idsPerRequest) {
        const rows = unwrap(
          await db
            .from('prompts')
            .select('id, title, description, content')
            .in('id', ids.slice(from, from + idsPerRequest))
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
