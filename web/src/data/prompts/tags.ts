import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

export interface TagCount {
  readonly tag: string;
  /** The number of the person's prompts with it. */
  readonly prompts: number;
}

const tagsSchema = v.array(v.object({ tag: v.string(), prompts: v.number() }));

/** The tags of the person's prompts, in alphabetical order. */
export function tagsQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.prompts.tags(userId),
    queryFn: async ({ signal }): Promise<readonly TagCount[]> => {
      const result: unknown = unwrap(await db.rpc('my_tags').abortSignal(signal));
      const { success, output } = v.safeParse(tagsSchema, result);
      if (!success) throw new DataError('The server returned no tags');
      return output;
    },
    staleTime: 0,
  });
}
