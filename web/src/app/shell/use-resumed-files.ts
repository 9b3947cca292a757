import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { resumeFiles } from '#web/data/attachments/upload-queue.ts';
import { promptIdsOfDrafts } from '#web/data/drafts/prompt-ids-of-drafts.ts';
import { queuedSaves } from '#web/data/outbox/outbox-store.ts';

/** Uploads the files of new prompts that an earlier visit left on this device. */
export function useResumedFiles(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const drafts = promptIdsOfDrafts(userId);
    const queued = new Set(queuedSaves(userId).map(({ promptId }) => promptId));
    void resumeFiles(client, userId, (id) => drafts.has(id) || queued.has(id));
  }, [client, userId]);
}
