import { useSyncExternalStore } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { attachmentLimits } from '#contract/attachment-limits.ts';
import { connection } from '#web/data/backend/connection.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { formatBytes } from '#web/lib/text/describe-file.ts';
import { newId } from '#contract/new-id.ts';
import { uploadAttachment } from './upload-attachment.ts';
import { createListeners } from '#web/lib/react/listeners.ts';

/** A file on its way to a prompt. */
export interface QueuedUpload {
  readonly id: string;
  readonly promptId: string;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly state: 'waiting' | 'uploading' | 'failed';
  /** Why it failed; null otherwise. */
  readonly problem: string | null;
  /** Whether trying again can help. */
  readonly canRetry: boolean;
}

/** The uploads of this tab. They go on while the person visits other pages. */
let uploads: readonly QueuedUpload[] = [];
const files = new Map<string, File>();
const running = new Map<string, AbortController>();
const { notify, subscribe } = createListeners();

const offlineText = "You're offline. Keep this tab open: the file uploads when you're back online.";

function set(next: readonly QueuedUpload[]): void {
  uploads = next;
  notify();
}

function change(id: string, changes: Partial<QueuedUpload>): void {
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
}

const current = () => uploads;

/** Returns the uploads to a prompt; renders again when they change. */
export function useUploads(promptId: string): readonly QueuedUpload[] {
  return useSyncExternalStore(subscribe, current).filter((each) => each.promptId === promptId);
}

/** Attaches files to a prompt, one after the other. */
export function addUploads(client: QueryClient, promptId: string, chosen: readonly File[]): void {
  const added = chosen.map((file): QueuedUpload => {
    const id = newId();
    const tooLarge = file.size > attachmentLimits.bytes;
    if (!tooLarge) files.set(id, file);
    return {
      id,
      promptId,
      name: file.name,
      size: file.size,
      sent: 0,
      state: tooLarge ? 'failed' : 'waiting',
      problem: tooLarge
        ? `This file is too large. Files can have up to ${formatBytes(attachmentLimits.bytes)}.`
        : null,
      canRetry: !tooLarge,
    };
  });
  set([...uploads, ...added]);
  void sendNext(client);
}

/** Removes an upload from the list, and stops it. */
export function cancelUpload(client: QueryClient, id: string): void {
  running.get(id)?.abort();
  files.delete(id);
  set(uploads.filter((upload) => upload.id !== id));
  void sendNext(client);
}

/** Tries a failed upload again, from where it stopped. */
export function retryUpload(client: QueryClient, id: string): void {
  change(id, { state: 'waiting', problem: null });
  void sendNext(client);
}

async function sendNext(client: QueryClient): Promise<void> {
  if (uploads.some(({ state }) => state === 'uploading')) return;
  const next = uploads.find(({ state }) => state === 'waiting');
  const file = next && files.get(next.id);
  if (!file) return;
  const { id, promptId, name } = next;
  const controller = new AbortController();
  running.set(id, controller);
  change(id, { state: 'uploading' });
  try {
    const { signal } = controller;
    const onProgress = (sent: number) => change(id, { sent });
    await uploadAttachment({ promptId, file, name, signal, onProgress });
    await client.invalidateQueries({ queryKey: queryKeys.attachments.ofPrompt(promptId) });
    files.delete(id);
    set(uploads.filter((upload) => upload.id !== id));
  } catch (reason) {
    const { message, status } = toDataError(reason);
    const isOffline = status === 0;
    change(id, { state: 'failed', problem: isOffline ? offlineText : message, canRetry: true });
    if (isOffline) retryWhenOnline(client, id);
  } finally {
    running.delete(id);
    void sendNext(client);
  }
}

function retryWhenOnline(client: QueryClient, id: string): void {
  const stop = connection.subscribe(() => {
    if (connection.isOffline()) return;
    stop();
    if (uploads.some((upload) => upload.id === id && upload.state === 'failed')) {
      retryUpload(client, id);
    }
  });
}
