import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import type { QueryClient } from '@tanstack/react-query';
import { proposalKeys } from '#web/data/proposals/proposal-keys.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { onceStreaming, streamed } from '../streamed.ts';

/** Follows the labels of a prompt that the page shows: each move of one is an entry in a log. */
export function joinLabels(
  live: RealtimeClient,
  client: QueryClient,
  promptId: string,
): RealtimeChannel {
  function refetch(): void {
    void client.invalidateQueries({ queryKey: queryKeys.labels.ofPrompt(promptId) });
    void client.invalidateQueries({ queryKey: proposalKeys.needed(promptId) });
  }
  return live
    .channel(`labels:${promptId}`, { config: streamed })
    .on(
      'postgres_changes',
      {
        event: 'INSERT',
        schema: 'public',
        table: 'prompt_label_moves',
        filter: `prompt_id=eq.${promptId}`,
      },
      refetch,
    )
    .subscribe(onceStreaming(refetch));
}
