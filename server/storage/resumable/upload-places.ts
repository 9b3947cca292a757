import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rename, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#contract/if-exists.ts';
import { StorageError } from '#server/storage/storage-error.ts';

/** The most unfinished uploads of a sender: each may take as much room as a file, beyond any quota. */
const maxUnfinished = 20;

/** The end of the names of empty files, one for each unfinished upload. */
const suffix = '.place';

/** How many characters the ids of a sender's uploads have in common, so that they can be counted. */
const senderLength = 13;

/** Returns an id for an upload of a sender; null has no limit. */
export function newUploadId(sender: string | null): string {
  if (sender === null) return randomUUID();
  const hash = createHash('sha256').update(sender).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}${randomUUID().slice(senderLength)}`;
}

/** Tracks the unfinished uploads in a folder. Each has a place among those of its sender. */
export class UploadPlaces {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #path(id: string): string {
    return join(this.#folder, id + suffix);
  }

  /** Takes the place of a new upload. Throws if its sender has too many; null has no limit. */
  take(id: string, sender: string | null): void {
    const start = id.slice(0, senderLength);
    const isTaken = (name: string) => name.startsWith(start) && name.endsWith(suffix);
    // Nothing else runs until the file exists, so uploads that start at once are counted, too.
    if (sender !== null && readdirSync(this.#folder).filter(isTaken).length >= maxUnfinished) {
      const message = `There are ${maxUnfinished} unfinished uploads. Finish or delete one first.`;
      throw new StorageError('AccessDenied', message, { status: 429 });
    }
    writeFileSync(this.#path(id), '');
  }

  isFinished(id: string): boolean {
    return !existsSync(this.#path(id));
  }

  /**
   * Replaces the bytes of a stored upload by the file of its place: a sparse one that keeps their
   * number, which clients still ask for. Another process may have done that.
   */
  async finish(id: string, size: number): Promise<void> {
    const path = this.#path(id);
    await ifExists(truncate(path, size).then(() => rename(path, join(this.#folder, id))));
  }

  /** Frees the place of a deleted upload. */
  free(id: string): void {
    rmSync(this.#path(id), { force: true });
  }
}
