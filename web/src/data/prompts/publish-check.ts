import { queryOptions } from '@tanstack/react-query';
import { findInPrompts, type SensitivePrompt } from '#web/lib/sensitive/find-in-prompts.ts';
import { readInParts } from '#web/lib/values/read-in-parts.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { privateTitles } from './included/included-texts.ts';

/** Findings to show before prompts become public. */
interface PublishCheck {
  /** Secrets and personal data. The search runs on this device. */
  readonly sensitive: readonly SensitivePrompt[];
  /** The titles of private prompts that they include, and that stay private. */
  readonly included: readonly string[];
}

/** Checks the private ones of these prompts before they become public. */
export function publishCheckQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: queryKeys.prompts.sensitive(ids),
    queryFn: async ({ client, signal }): Promise<PublishCheck> => {
      const including: string[] = [];
      const sensitive = await readInParts(ids, async (part) => {
        const rows = unwrap(
          await db
            .from('prompts')
            .select('id, title, description, content')
            .in('id', part)
            .is('is_public', false)
            .abortSignal(signal),
        );
        including.push(
          ...rows.flatMap(({ content }) => (content.includes('{{>') ? [content] : [])),
        );
        return findInPrompts(rows.map((row) => ({ ...row, description: row.description ?? '' })));
      });
      const included =
        including.length === 0
          ? []
          : await privateTitles(client, including.join('\n'), { together: ids });
      return { sensitive, included };
    },
    staleTime: 0,
    gcTime: 0,
  });
}
