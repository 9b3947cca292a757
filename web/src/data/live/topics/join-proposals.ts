import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import type { QueryClient } from '@tanstack/react-query';
import { proposalKeys } from '#web/data/proposals/proposal-keys.ts';
import { refreshWhenFree } from '../held-refreshes.ts';
import { onceStreaming, streamed } from '../streamed.ts';

/** Follows all proposals that the person may read: to any of their prompts, and their own. */
export function joinProposals(live: RealtimeClient, client: QueryClient): RealtimeChannel {
  const table = { schema: 'public', table: 'proposals', select: ['id', 'state'] };
  const refetch = () => void client.invalidateQueries({ queryKey: proposalKeys.all });
  const refresh = () => refreshWhenFree('proposals', refetch);
  return live
    .channel('proposals', { config: streamed })
    .on('postgres_changes', { event: 'INSERT', ...table }, refresh)
    .on('postgres_changes', { event: 'UPDATE', ...table }, refresh)
    .subscribe(onceStreaming(refetch));
}
