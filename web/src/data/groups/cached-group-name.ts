import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#web/data/query-keys.ts';
import type { Group } from './groups.ts';

/** Returns the name of a group of the user or of a team of theirs; null if it isn't cached. */
export function cachedGroupName(client: QueryClient, id: string | null): string | null {
  if (id === null) return null;
  type Named = Pick<Group, 'id' | 'name'>;
  const cached = client.getQueriesData<Named | readonly Named[]>({
    queryKey: queryKeys.groups.all,
  });
  const groups = cached.flatMap(([, data = []]) => data);
  return groups.find((group) => group.id === id)?.name ?? null;
}
