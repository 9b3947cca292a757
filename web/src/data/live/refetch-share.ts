import type { QueryClient } from '@tanstack/react-query';
import { refetchShared } from '#web/data/shares/offered-prompts.ts';
import { promptPeopleQuery } from '#web/data/shares/prompt-people.ts';
import { sharedPromptsKey } from '#web/data/shares/shared-prompts.ts';
import { refreshWhenFree } from './held-refreshes.ts';
import { isShown } from './is-shown.ts';
import { refetchPrompt } from './refetch-prompt.ts';

/** Refetches what a changed right affects: the prompt, its people and the list of shared ones. */
export async function refetchShare(client: QueryClient, userId: string, id: string): Promise<void> {
  refreshWhenFree('shares', () => void refetchShared(client, userId), {
    movesRows: isShown(client, sharedPromptsKey(userId)),
  });
  await Promise.all([
    refetchPrompt(client, id),
    client.invalidateQueries({ queryKey: promptPeopleQuery(id).queryKey }),
  ]);
}
