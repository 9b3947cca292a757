import { useSyncExternalStore } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { attachmentLimits } from '#contract/attachment-limits.ts';
import { connection } from '#web/data/backend/connection.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { formatBytes } from '#web/lib/text/describe-file.ts';
import { newId } from '#contract/new-id.ts';
import { areFilesUsedElsewhere } from './files-in-use.ts';
import {
  hasNewFile,
  type NewFile,
  readNewFiles,
  removeNewFile,
  storeNewFile,
} from './new-files-store.ts';
import { uploadAttachment } from './upload-attachment.ts';
import { createListeners } from '#web/lib/react/listeners.ts';

/** A file on its way to a prompt. */
export interface QueuedUpload {
  readonly id: string;
  readonly promptId: string;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  /** 'held': until its prompt, which is being written, is stored. */
  readonly state: 'held' | 'waiting' | 'uploading' | 'failed';
  /** Why it failed, or may be lost; null otherwise. */
  readonly problem: string | null;
  /** Whether trying again can help. */
  readonly canRetry: boolean;
}

/** The uploads of this tab. They go on while the person visits other pages. */
let uploads: readonly QueuedUpload[] = [];
let uploadsOf: string | null = null;
const files = new Map<string, File>();
const running = new Map<string, AbortController>();
/** The owners of files that are also stored on this device, by the upload. */
const storedFor = new Map<string, string>();
const { notify, subscribe } = createListeners();

const offlineText = "You're offline. Keep this tab open: the file uploads when you're back online.";

const noRoomText =
  'This device has no room to keep the file. Keep this tab open until the prompt is created.';
const newMs = 60_000;
const keptMs = 7 * 24 * 3_600_000;

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

/** Returns how many files will be uploaded, or tried again, and are not kept on this device. */
export function countUploads(): number {
  return uploads.filter(({ id }) => files.has(id) && !storedFor.has(id)).length;
}

/** Attaches files to a prompt, one after the other. */
export function addUploads(client: QueryClient, promptId: string, chosen: readonly File[]): void {
  set([...uploads, ...chosen.map((file) => toUpload(newId(), promptId, file, 'waiting'))]);
  void sendNext(client);
}

/** Keeps files for a prompt that isn't stored yet, also on this device. */
export function holdFiles(userId: string, promptId: string, chosen: readonly File[]): void {
  const added = chosen.map((file) => toUpload(newId(), promptId, file, 'held'));
  set([...uploads, ...added]);
  for (const { id } of added) {
    const file = files.get(id);
    if (file === undefined) continue;
    storedFor.set(id, userId);
    storeNewFile(userId, { id, promptId, file, at: Date.now(), isReleased: false }).catch(() => {
      storedFor.delete(id);
      change(id, { problem: noRoomText });
    });
  }
}

/** Shows the files that an earlier form of a new prompt has stored on this device. */
export async function showHeldFiles(userId: string, promptId: string): Promise<void> {
  const stored = await readNewFiles(userId, promptId).catch(() => []);
  for (const file of stored) addStored(userId, file, 'held');
}

/** Uploads the files of a prompt that is stored now. */
export async function releaseFiles(
  client: QueryClient,
  userId: string,
  promptId: string,
): Promise<void> {
  for (const { id, state } of uploads.filter((each) => each.promptId === promptId)) {
    if (state === 'held') change(id, { state: 'waiting', problem: null });
  }
  const stored = await readNewFiles(userId, promptId).catch(() => []);
  for (const file of stored) {
    addStored(userId, file, 'waiting');
    await storeNewFile(userId, { ...file, isReleased: true }).catch(() => undefined);
  }
  void sendNext(client);
}

/**
 * Removes the files of a new prompt that is discarded: from this tab, and from this device unless a
 * form of another tab goes on with them.
 */
export async function dropHeldFiles(userId: string, promptId: string): Promise<void> {
  for (const { id } of uploads.filter((each) => each.promptId === promptId)) {
    storedFor.delete(id);
    forget(id);
  }
  if (await areFilesUsedElsewhere(promptId)) return;
  const stored = await readNewFiles(userId, promptId).catch(() => []);
  for (const { id } of stored) await removeNewFile(userId, id).catch(() => undefined);
}

/**
 * Uploads the files that another visit left on this device, and forgets those of another person who
 * was signed in before. Those of a prompt for which `isWritten`
 * returns true stay until it is stored. A file that waited for a week is removed.
 */
export async function resumeFiles(
  client: QueryClient,
  userId: string,
  isWritten: (promptId: string) => boolean,
): Promise<void> {
  if (uploadsOf !== null && uploadsOf !== userId) dropUploads();
  uploadsOf = userId;
  const stored = await readNewFiles(userId).catch(() => []);
  for (const file of stored) {
    if (isWritten(file.promptId)) continue;
    // Another window may be about to store the draft.
    if (file.isReleased || file.at < Date.now() - newMs) addStored(userId, file, 'waiting');
    if (file.at < Date.now() - keptMs) {
      await removeNewFile(userId, file.id).catch(() => undefined);
    }
  }
  void sendNext(client);
}

/** Stops and forgets the uploads of this tab. Files that are stored on this device stay there. */
function dropUploads(): void {
  for (const controller of running.values()) controller.abort();
  storedFor.clear();
  files.clear();
  set([]);
}

function addStored(
  userId: string,
  { id, promptId, file }: NewFile,
  state: 'held' | 'waiting',
): void {
  if (uploads.some((upload) => upload.id === id)) return;
  storedFor.set(id, userId);
  set([...uploads, toUpload(id, promptId, file, state)]);
}

function toUpload(
  id: string,
  promptId: string,
  file: File,
  state: 'held' | 'waiting',
): QueuedUpload {
  const tooLarge = file.size > attachmentLimits.bytes;
  if (!tooLarge) files.set(id, file);
  return {
    id,
    promptId,
    name: file.name,
    size: file.size,
    sent: 0,
    state: tooLarge ? 'failed' : state,
    problem: tooLarge
      ? `This file is too large. Files can have up to ${formatBytes(attachmentLimits.bytes)}.`
      : null,
    canRetry: !tooLarge,
  };
}

/** Removes an upload from the list, and its file from this device. */
function forget(id: string): void {
  const userId = storedFor.get(id);
  storedFor.delete(id);
  files.delete(id);
  set(uploads.filter((upload) => upload.id !== id));
  if (userId !== undefined) void removeNewFile(userId, id).catch(() => undefined);
}

/** Removes an upload from the list, and stops it. */
export function cancelUpload(client: QueryClient, id: string): void {
  running.get(id)?.abort();
  forget(id);
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
    const send = () => uploadAttachment({ promptId, file, name, signal, onProgress });
    await (storedFor.has(id) ? withUploadLock(id, send) : send());
    await client.invalidateQueries({ queryKey: queryKeys.attachments.ofPrompt(promptId) });
    forget(id);
  } catch (reason) {
    const { message, status } = toDataError(reason);
    const isOffline = status === 0;
    // The prompt of a file that another visit left was never stored, or is gone.
    if (storedFor.has(id) && (status === 403 || status === 404)) {
      set(uploads.filter((upload) => upload.id !== id));
      return;
    }
    change(id, { state: 'failed', problem: isOffline ? offlineText : message, canRetry: true });
    if (isOffline) retryWhenOnline(client, id);
  } finally {
    running.delete(id);
    void sendNext(client);
  }
}

/**
 * Uploads a stored file, unless another window does it now or has done it. Browsers have no locks
 * outside of HTTPS and localhost.
 */
async function withUploadLock(id: string, send: () => Promise<void>): Promise<void> {
  const userId = storedFor.get(id) ?? '';
  const sendOnce = async () => {
    if (!(await hasNewFile(userId, id))) return;
    await send();
    // Before the lock is released, so that a window that waits for it finds nothing to upload.
    await removeNewFile(userId, id).catch(() => undefined);
  };
  if (!('locks' in navigator)) return sendOnce();
  return navigator.locks.request(`cuebook.upload/${id}`, sendOnce);
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
