import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import type { QueryClient } from '@tanstack/react-query';
import type { Tables } from '#contract/database.types.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { teamPromptsKey } from '#web/data/teams/team-prompts.ts';
import { isArranged } from '../refresh-after-changes.ts';
import { refreshWhenFree } from '../held-refreshes.ts';
import { isShown } from '../is-shown.ts';
import { onceStreaming, streamed } from '../streamed.ts';

/** Entries of one statement, such as an import, arrive together. */
const collectMs = 300;

/** Changes of the team itself move no row. */
const teamActions: ReadonlySet<string> = new Set([
  'team_renamed',
  'proposals_demanded',
  'proposals_optional',
  'role_changed',
]);
const textActions: ReadonlySet<string> = new Set([
  'prompt_changed',
  'proposal_accepted',
  'chain_changed',
]);

/** The lists of all groups: a team's group may be shown. */
const groupLists = [...queryKeys.prompts.lists, 'group'];

/** Follows a team that the page shows: each change in it is an entry of its activity. */
export function joinTeam(
  live: RealtimeClient,
  client: QueryClient,
  teamId: string,
  userId: string,
): RealtimeChannel {
  let movesRows = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    timer = undefined;
    refreshWhenFree('team', refetch, { name: teamId, movesRows });
  }

  // Until a refetch, one entry that moves rows makes all later ones wait.
  function refetch(): void {
    movesRows = false;
    void refetchTeam(client, teamId);
  }

  return live
    .channel(`team:${teamId}`, { config: streamed })
    .on<Tables<'team_activity'>>(
      'postgres_changes',
      {
        event: 'INSERT',
        schema: 'public',
        table: 'team_activity',
        filter: `team_id=eq.${teamId}`,
      },
      ({ new: entry }) => {
        // The person's own changes are shown already, at least in the window that made them.
        const keepsRows =
          teamActions.has(entry.action) ||
          (textActions.has(entry.action) && !isArrangedByContent(client, teamId));
        movesRows ||= !keepsRows && entry.actor_id !== userId;
        timer ??= setTimeout(flush, collectMs);
      },
    )
    .subscribe(onceStreaming(refetch));
}

/**
 * Returns whether the page shows prompts of the team by what a change of them changes: their text,
 * time or title, or the group that they lie in.
 */
function isArrangedByContent(client: QueryClient, teamId: string): boolean {
  const queryKey = teamPromptsKey(teamId);
  const lists = client.getQueryCache().findAll({ queryKey, type: 'active' });
  return lists.some(isArranged) || isShown(client, groupLists);
}

async function refetchTeam(client: QueryClient, teamId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.teams.all }),
    client.invalidateQueries({ queryKey: teamPromptsKey(teamId) }),
    client.invalidateQueries({ queryKey: groupLists }),
    client.invalidateQueries({ queryKey: queryKeys.prompts.counts }),
    client.invalidateQueries({ queryKey: queryKeys.prompts.tags(teamId) }),
    client.invalidateQueries({ queryKey: queryKeys.groups.all }),
    client.invalidateQueries({ queryKey: queryKeys.chains.all }),
  ]);
}
