import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { sharedFrom } from '#web/data/search/shared-from.ts';
import { useUser } from '#web/data/session/session.ts';
import { hasSharesQuery } from '#web/data/shares/shared-prompts.ts';
import { teamsQuery } from '#web/data/teams/teams.ts';
import { uniqueById } from '#web/lib/values/unique-by-id.ts';

const maxOffered = 12;

/** Returns what answers the editor about references to other prompts. */
export function useIncludeSource() {
  const client = useQueryClient();
  const { id: userId } = useUser();
  return useMemo(
    () => ({ find: (text: string) => find(client, userId, text), readTitles }),
    [client, userId],
  );
}

/**
 * Finds prompts that a text can include, by words of the title and content: the user's own, those of
 * their teams and those shared with them. Those with the words in the title come first.
 */
async function find(client: QueryClient, userId: string, text: string) {
  // If these can't be read, the own prompts are offered.
  const [teams, hasShares] = await Promise.all([
    client.ensureQueryData(teamsQuery(userId)).catch(() => []),
    client.ensureQueryData(hasSharesQuery(userId)).catch(() => false),
  ]);
  const scopes = [
    'library',
    ...(teams.length > 0 ? ['teams'] : []),
    ...(hasShares ? ['shared'] : []),
  ];
  const results = await Promise.all(
    scopes.map((scope) => db.rpc('search_prompts', { query: text, scope, page_size: maxOffered })),
  );
  const found = uniqueById(results.flatMap((result) => unwrap(result)));
  const exact = found.filter((row) => !row.typo_forgiven);
  return (exact.length > 0 ? exact : found)
    .toSorted((one, other) => Number(other.title_matches) - Number(one.title_matches))
    .slice(0, maxOffered)
    .map(({ id, title, user_id: owner, team_id: teamId, author_name: authorName }) => ({
      id,
      title,
      from: owner === userId ? null : sharedFrom({ teamId, authorName }, teams),
    }));
}

/** Returns the titles of prompts by id, of those that the person may read. */
async function readTitles(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = unwrap(
    await db
      .from('readable_prompts')
      .select('id, title')
      .in('id', [...ids])
      .is('deleted_at', null),
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}
