import type { QueryClient } from '@tanstack/react-query';
import { groupOptions } from '#web/data/groups/group-options.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { tagsQuery } from '#web/data/prompts/tags.ts';
import { canBeNamed, type CompletedFilter } from '#web/lib/search/complete-filter.ts';

/** A person's library, or a team's. */
interface SearchedLibrary {
  readonly userId: string;
  readonly teamId: string | null;
}

/** Returns the values that a search offers for a filter: groups by path or by name, or tags. */
export async function readFilterValues(
  client: QueryClient,
  name: CompletedFilter,
  library: SearchedLibrary,
): Promise<readonly string[]> {
  const values = await readValues(client, name, library);
  return [...new Set(values)].filter((value) => canBeNamed(name, value));
}

async function readValues(
  client: QueryClient,
  name: CompletedFilter,
  { userId, teamId }: SearchedLibrary,
): Promise<string[]> {
  // Cached values are offered at once, and refetched if they are old.
  const revalidateIfStale = true;
  if (name === 'tag') {
    const tags = await client.ensureQueryData({ ...tagsQuery(userId, teamId), revalidateIfStale });
    return tags.map(({ tag }) => tag);
  }
  const query = groupsQuery(userId, teamId);
  const groups = await client.ensureQueryData({ ...query, revalidateIfStale });
  if (name === 'in') return groupOptions(groups).map(({ label }) => label);
  const names = groups.map((group) => group.name.trim());
  return names.toSorted((one, other) => one.localeCompare(other));
}
