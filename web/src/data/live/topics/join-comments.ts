import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Tables } from '#contract/database.types.ts';
import { updateCachedPrompt } from '#web/data/prompts/prompt-cache.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { refreshWhenFree } from '../held-refreshes.ts';
import { onceStreaming, streamed } from '../streamed.ts';

/** Follows the comments of a prompt that the page shows, and its counts. */
export function joinComments(
  live: RealtimeClient,
  client: QueryClient,
  promptId: string,
): RealtimeChannel {
  const ofPrompt = { schema: 'public', filter: `prompt_id=eq.${promptId}` };
  const refetch = () =>
    void client.invalidateQueries({ queryKey: queryKeys.comments.ofPrompt(promptId) });
  const refresh = () => refreshWhenFree('comments', refetch, { name: promptId });

  function showComment(comment: Tables<'comments'>): void {
    const isListed = listedComments(client, promptId).some(
      ({ id, body }) => id === comment.id && body === comment.body,
    );
    if (!isListed) refresh();
  }

  /**
   * Counts also change when a comment is deleted, of which only the key is sent. The prompt's count
   * may have been read before or after it.
   */
  function showCounts(counts: Tables<'prompt_stats'>): void {
    const { comments_count: commentsCount, forks_count: forksCount } = counts;
    const prompt = client.getQueryData<PromptDetail>(queryKeys.prompts.detail(promptId));
    const listed = listedComments(client, promptId).length;
    if (Math.max(prompt?.commentsCount ?? 0, listed) > commentsCount) refresh();
    updateCachedPrompt(client, promptId, { commentsCount, forksCount });
  }

  return live
    .channel(`comments:${promptId}`, { config: streamed })
    .on<Tables<'comments'>>(
      'postgres_changes',
      { event: '*', table: 'comments', ...ofPrompt },
      (change) => {
        if (change.eventType !== 'DELETE') showComment(change.new);
      },
    )
    .on<Tables<'prompt_stats'>>(
      'postgres_changes',
      { event: 'UPDATE', table: 'prompt_stats', ...ofPrompt },
      ({ new: counts }) => showCounts(counts),
    )
    .subscribe(
      onceStreaming(() => {
        refetch();
        void client.invalidateQueries({ queryKey: queryKeys.prompts.detail(promptId) });
      }),
    );
}

function listedComments(client: QueryClient, promptId: string): readonly Tables<'comments'>[] {
  const rows = client.getQueryData<InfiniteData<readonly Tables<'comments'>[]>>(
    queryKeys.comments.ofPrompt(promptId),
  );
  return rows?.pages.flat() ?? [];
}
