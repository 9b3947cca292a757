import type { QueryClient } from '@tanstack/react-query';
import type { QueuedSave } from './outbox-store.ts';
import { enqueueSave, sendOutbox, type EnqueueOutcome } from './send-outbox.ts';
import { refreshAfterSave, sendSave, showQueuedSave, type PromptSave } from './send-save.ts';

/**
 * Saves a prompt by way of the outbox, and updates the cache. Never throws. `replaces` is an
 * earlier refused save, whose values were merged.
 */
export async function savePrompt(
  client: QueryClient,
  userId: string,
  save: PromptSave,
  replaces?: QueuedSave,
): Promise<EnqueueOutcome> {
  const outcome = await enqueueSave(userId, save, (each) => sendSave(userId, each), replaces);
  if (outcome.kind === 'queued') showQueuedSave(client, save);
  else await refreshAfterSave(client, userId, save, outcome);
  return outcome;
}

/** Sends the queued saves, and updates the cache. Calls `onSaved` for each that is stored. */
export function sendQueuedSaves(
  client: QueryClient,
  userId: string,
  onSaved: (save: QueuedSave) => void,
): Promise<void> {
  return sendOutbox(
    userId,
    (save) => sendSave(userId, save),
    async (save, outcome) => {
      if (outcome.kind === 'saved') onSaved(save);
      await refreshAfterSave(client, userId, save, outcome);
    },
  );
}
