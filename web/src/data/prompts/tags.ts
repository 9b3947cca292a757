import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

export interface TagCount {
  readonly tag: string;
  /** The number of the person's or the team's prompts with it. */
  readonly prompts: number;
}

const tagsSchema = v.array(v.object({ tag: v.string(), prompts: v.number() }));

/** The tags of the person's prompts, or of those of a team, in alphabetical order. */
export function tagsQuery(userId: string, teamId: string | null = null) {
  return queryOptions({
    queryKey: queryKeys.prompts.tags(teamId ?? userId),
    queryFn: async ({ signal }): Promise<readonly TagCount[]> => {
      const request = db.rpc('my_tags', { of_team: teamId });
      const result: unknown = unwrap(await request.abortSignal(signal));
      const { success, output } = v.safeParse(tagsSchema, result);
      if (!success) throw new DataError('The server returned no tags');
      return output;
    },
    staleTime: 0,
  });
}
