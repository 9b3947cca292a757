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
  if (outcome.kind === 'saved') void uploadFilesOf(client, userId, save);
  if (outcome.kind !== 'queued') await refreshAfterSave(client, userId, save, outcome);
  else if (!outcome.isBlocked) showQueuedSave(client, save);
  return outcome;
}

/** Uploads the files that were chosen for a new prompt, which is stored now. */
async function uploadFilesOf(
  client: QueryClient,
  userId: string,
  { promptId, base }: PromptSave,
): Promise<void> {
  if (base !== null) return;
  const { releaseFiles } = await import('#web/data/attachments/upload-queue.ts');
  await releaseFiles(client, userId, promptId);
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
      if (outcome.kind === 'saved') {
        void uploadFilesOf(client, userId, save);
        onSaved(save);
      }
      await refreshAfterSave(client, userId, save, outcome);
    },
  );
}
