import type { QueryClient } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { removeListedPrompt } from '#web/data/prompts/prompt-cache.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { isFormOpen, onOwnEditing } from './editing.ts';

/** Returns whether a page or form shows the prompt. */
export function isPromptShown(client: QueryClient, id: string): boolean {
  const query = client.getQueryCache().find({ queryKey: queryKeys.prompts.detail(id) });
  return (query?.getObserversCount() ?? 0) > 0;
}

/**
 * Refetches a prompt that was changed elsewhere, if it is shown. If the person may no longer read
 * it, its content is removed and its page says so. An open form keeps what was typed, and says so
 * when it is saved.
 */
export async function refetchPrompt(client: QueryClient, id: string): Promise<void> {
  const queryKey = queryKeys.prompts.detail(id);
  if (!isPromptShown(client, id)) {
    await client.invalidateQueries({ queryKey });
    return;
  }
  try {
    await client.invalidateQueries({ queryKey, exact: true }, { throwOnError: true });
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.versions.ofPrompt(id) }),
      client.invalidateQueries({ queryKey: queryKeys.prompts.allIncluded }),
    ]);
  } catch (reason) {
    // Other failures leave what is shown: the page works as without a connection.
    if (toDataError(reason).status === 404) await dropPrompt(client, id);
  }
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
