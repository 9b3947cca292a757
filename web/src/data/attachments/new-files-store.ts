import { IndexedStore, resultOf } from '#web/lib/storage/indexed-store.ts';
import { newFilesDatabase } from './new-files-database.ts';

/*
 * Files that were chosen for a new prompt, in IndexedDB. They stay until they are uploaded: neither
 * a reload nor a lost connection loses them.
 */

/** A file of a prompt that may not be stored yet. */
export interface NewFile {
  readonly id: string;
  /** The id that the prompt has, or will get. */
  readonly promptId: string;
  readonly file: File;
  /** When it was chosen, in milliseconds since 1970. */
  readonly at: number;
  /** Whether the prompt is stored, so that the file can be uploaded. */
  readonly isReleased: boolean;
}

const stores = new Map<string, IndexedStore>();

function storeOf(userId: string): IndexedStore {
  let store = stores.get(userId);
  if (store === undefined) {
    const database = newFilesDatabase(userId);
    store = new IndexedStore({ database, store: 'files', keyPath: 'id', index: 'promptId' });
    stores.set(userId, store);
  }
  return store;
}

/** Stores a file, or overwrites it. Rejects if the device has no room. */
export async function storeNewFile(userId: string, file: NewFile): Promise<void> {
  await resultOf((await storeOf(userId).open('readwrite')).put(file));
}

export async function removeNewFile(userId: string, id: string): Promise<void> {
  await resultOf((await storeOf(userId).open('readwrite')).delete(id));
}

export async function hasNewFile(userId: string, id: string): Promise<boolean> {
  return (await resultOf((await storeOf(userId).open('readonly')).count(id))) > 0;
}

/** Returns the files of a new prompt, or all of them, in the order in which they were chosen. */
export async function readNewFiles(userId: string, promptId?: string): Promise<NewFile[]> {
  const store = await storeOf(userId).open('readonly');
  const found: unknown[] = await resultOf(
    promptId === undefined ? store.getAll() : store.index('promptId').getAll(promptId),
  );
  // `storeNewFile` put them there.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (found as NewFile[]).toSorted((one, other) => one.at - other.at);
}
