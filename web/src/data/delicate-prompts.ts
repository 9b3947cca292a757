import { queryOptions } from '@tanstack/react-query';
import { delicateIn, type Delicate } from '#web/lib/sensitive/delicate-words.ts';
import { db } from './client.ts';
import { unwrap } from './fail.ts';
import { promptKeys } from './prompts.ts';

/** Something in one of many prompts that one may not want everybody to read. */
export interface DelicateInPrompt {
  readonly promptId: string;
  readonly title: string;
  readonly delicate: Delicate;
}

/** Ids that fit into an address. */
const atOnce = 50;

/** What looks like a secret or personal data in those of one's prompts that are private; looked for on this device. */
export function delicatePromptsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [...promptKeys.all, 'delicate', ids],
    queryFn: async ({ signal }): Promise<DelicateInPrompt[]> => {
      const found: DelicateInPrompt[] = [];
      for (let from = 0; from < ids.length; from += atOnce) {
        const rows = unwrap(
          await db
            .from('prompts')
            .select('id, title, description, content')
            .in('id', ids.slice(from, from + atOnce))
            .is('is_public', false)
            .abortSignal(signal),
        );
        for (const { id, title, description, content } of rows) {
          const words = { title, content, description: description ?? '' };
          found.push(...delicateIn(words).map((delicate) => ({ promptId: id, title, delicate })));
        }
      }
      return found;
    },
    staleTime: 0,
    gcTime: 0,
  });
}
