import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import type { QueryClient } from '@tanstack/react-query';
import type { Tables } from '#contract/database.types.ts';
import type { Attachment } from '#web/data/attachments/attachments.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { refreshWhenFree } from '../held-refreshes.ts';
import { onceStreaming, streamed } from '../streamed.ts';

/** Follows the files of a prompt whose list the page shows. */
export function joinFiles(
  live: RealtimeClient,
  client: QueryClient,
  promptId: string,
): RealtimeChannel {
  return live
    .channel(`files:${promptId}`, { config: streamed })
    .on<Tables<'prompt_attachments'>>(
      'postgres_changes',
      {
        event: '*',
        schema: 'public',
        table: 'prompt_attachments',
        filter: `prompt_id=eq.${promptId}`,
      },
      (change) => {
        if (change.eventType === 'DELETE' || isUpToDate(client, change.new)) return;
        refreshFiles(client, promptId);
      },
    )
    .subscribe(onceStreaming(() => refetchFiles(client, promptId)));
}

/** Refetches the files of a prompt as soon as no row is in use. */
export function refreshFiles(client: QueryClient, promptId: string): void {
  refreshWhenFree('files', () => refetchFiles(client, promptId), { name: promptId });
}

function refetchFiles(client: QueryClient, promptId: string): void {
  void client.invalidateQueries({ queryKey: queryKeys.attachments.lists(promptId) });
}

/** Returns whether the lists show a file as it is now: not at all if it was removed. */
function isUpToDate(client: QueryClient, row: Tables<'prompt_attachments'>): boolean {
  const lists = client.getQueriesData<readonly Attachment[]>({
    queryKey: queryKeys.attachments.lists(row.prompt_id),
  });
  return lists.every(([, files]) => {
    const shown = files?.find(({ id }) => id === row.id);
    if (row.removed_at !== null) return shown === undefined;
    return shown?.name === row.name && shown.objectName === row.object_name;
  });
}
