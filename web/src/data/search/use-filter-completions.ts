import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useUser } from '#web/data/session/session.ts';
import type { CompletedFilter } from '#web/lib/search/complete-filter.ts';

/** Returns what reads the values of a filter, in the person's library or in a team's. */
export function useFilterCompletions(teamId: string | null = null) {
  const { id: userId } = useUser();
  const client = useQueryClient();
  return useCallback(
    async (name: CompletedFilter): Promise<readonly string[]> => {
      const { readFilterValues } = await import('./filter-values.ts');
      return readFilterValues(client, name, { userId, teamId });
    },
    [client, userId, teamId],
  );
}
