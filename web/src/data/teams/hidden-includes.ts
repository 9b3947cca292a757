import { queryOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { privateTitles } from '#web/data/prompts/included/included-texts.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { readInParts } from '#web/lib/values/read-in-parts.ts';

/** The titles of prompts that these include, and that a team won't see after it gets these. */
export function hiddenIncludesQuery(ids: readonly string[], teamId: string) {
  return queryOptions({
    queryKey: [...queryKeys.prompts.all, 'hidden-includes', teamId, ids],
    queryFn: async ({ client, signal }): Promise<string[]> => {
      const including = await readInParts(ids, async (part) =>
        unwrap(
          await db
            .from('prompts')
            .select('content')
            .in('id', part)
            .like('content', '%{{>%')
            .abortSignal(signal),
        ),
      );
      const content = including.map((prompt) => prompt.content).join('\n');
      return content === '' ? [] : privateTitles(client, content, { together: ids, teamId });
    },
    staleTime: 0,
    gcTime: 0,
  });
}
