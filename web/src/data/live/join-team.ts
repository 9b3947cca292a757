import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import type { QueryClient } from '@tanstack/react-query';
import type { Tables } from '#contract/database.types.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { teamPromptsKey } from '#web/data/teams/team-prompts.ts';
import { refreshWhenFree } from './held-refreshes.ts';

/** Entries of one statement, such as an import, arrive together. */
const collectMs = 300;

/** Follows a team that the page shows: each change in it is an entry of its activity. */
export function joinTeam(
  live: RealtimeClient,
  client: QueryClient,
  teamId: string,
): RealtimeChannel {
  const actions = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    timer = undefined;
    const movesRows = [...actions].some((action) => action !== 'prompt_changed');
    actions.clear();
    const refetch = () => void refetchTeam(client, teamId);
    if (movesRows) refreshWhenFree(`team:${teamId}`, refetch);
    else refetch();
  }

  return live
    .channel(`team:${teamId}`)
    .on<Tables<'team_activity'>>(
      'postgres_changes',
      {
        event: 'INSERT',
        schema: 'public',
        table: 'team_activity',
        filter: `team_id=eq.${teamId}`,
      },
      ({ new: entry }) => {
        actions.add(entry.action);
        timer ??= setTimeout(flush, collectMs);
      },
    )
    .subscribe();
}

async function refetchTeam(client: QueryClient, teamId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.teams.all }),
    client.invalidateQueries({ queryKey: teamPromptsKey(teamId) }),
  ]);
}
