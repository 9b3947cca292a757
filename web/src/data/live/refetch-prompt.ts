import { hashKey, type QueryClient } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { removeListedPrompt } from '#web/data/prompts/prompt-cache.ts';
import { refetchTexts } from '#web/data/prompts/prompt-mutations.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { isFormOpen, onOwnEditing } from './editing.ts';

/** Returns whether a page or form shows the prompt. */
export function isPromptShown(client: QueryClient, id: string): boolean {
  const query = client.getQueryCache().find({ queryKey: queryKeys.prompts.detail(id) });
  return (query?.getObserversCount() ?? 0) > 0;
}

/**
 * Refetches a prompt that was changed elsewhere, if it is shown. An open form keeps what was typed,
 * and says so when it is saved.
 */
export async function refetchPrompt(client: QueryClient, id: string): Promise<void> {
  await client.invalidateQueries({ queryKey: queryKeys.prompts.detail(id) });
  if (!isPromptShown(client, id)) return;
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.versions.ofPrompt(id) }),
    refetchTexts(client),
  ]);
}

/**
 * Removes the content of a shown prompt when a read, whatever it was for, finds that the person may
 * no longer see it; its page says so. After other failures, the page works as without a connection.
 * Returns how to stop.
 */
export function dropUnreadablePrompts(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const query = cache.get(event.query.queryHash);
    const id = String(query?.queryKey.at(-1));
    if (query?.queryHash !== hashKey(queryKeys.prompts.detail(id))) return;
    if (query.state.data === undefined || toDataError(event.action.error).status !== 404) return;
    void dropPrompt(client, id);
  });
}

/** Removes a prompt that can't be read any more, once no form of it is open. */
async function dropPrompt(client: QueryClient, id: string): Promise<void> {
  if (isFormOpen(id)) {
    const stop = onOwnEditing(() => {
      if (isFormOpen(id)) return;
      stop();
      void dropPrompt(client, id);
    });
    return;
  }
  removeListedPrompt(client, id);
  client.removeQueries({ queryKey: queryKeys.comments.ofPrompt(id), type: 'inactive' });
  await client.resetQueries({ queryKey: queryKeys.prompts.detail(id), exact: true });
}
