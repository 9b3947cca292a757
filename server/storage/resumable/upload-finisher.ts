import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import { hasCode } from '#contract/if-exists.ts';
import type { UploadServices } from '#server/storage/services.ts';
import { serviceCaller } from '#server/storage/service-caller.ts';
import { commitObject, objectWith } from '#server/storage/upload/store-upload.ts';
import { parseUserMetadata } from '#server/storage/upload/upload-header.ts';
import { objectOf, uploadTarget } from './upload-fields.ts';
import type { UploadPlaces } from './upload-places.ts';
import type { Sender } from './upload-sender.ts';

/** Makes objects of complete uploads. */
export class UploadFinisher {
  readonly #services: UploadServices;
  readonly #datastore: FileStore;
  readonly #places: UploadPlaces;
  readonly #running = new Map<string, Promise<void>>();

  constructor(services: UploadServices, datastore: FileStore, places: UploadPlaces) {
    this.#services = services;
    this.#datastore = datastore;
    this.#places = places;
  }

  /** Finishes an upload once, however many requests ask for it. */
  finish(id: string, sender: Sender): Promise<void> {
    const running =
      this.#running.get(id) ?? this.#finish(id, sender).finally(() => this.#running.delete(id));
    this.#running.set(id, running);
    return running;
  }

  async #finish(id: string, sender: Sender): Promise<void> {
    // Throws if the upload was removed: without its place, it would look finished.
    const upload = await this.#datastore.getUpload(id);
    if (this.#places.isFinished(id)) return;
    try {
      await this.#storeObject(upload, sender);
    } catch (error) {
      // Throws what clients expect if its sender has just deleted the upload.
      if (hasCode(error, 'ENOENT')) await this.#datastore.getUpload(id);
      throw error;
    }
    await this.#places.finish(id, upload.offset);
  }

  /** Moves the bytes of a complete upload to the store and commits its object. */
  async #storeObject(upload: Upload, sender: Sender): Promise<void> {
    const { rows, byteStore, now } = this.#services;
    const fields = upload.metadata ?? {};
    const object = objectOf(fields);
    const id = fields['objectId'] ?? randomUUID();
    const isCommitted = async () => (await rows.find(serviceCaller, object))?.id === id;
    // The server may have stopped after the commit, before the place was free.
    if (await isCommitted()) return;
    const path = join(this.#datastore.directory, upload.id);
    const hash = createHash('md5');
    await pipeline(createReadStream(path), hash);
    // Another process may do the same at once. Each stores bytes of its own.
    const version = randomUUID();
    await byteStore.writeFile(version, path);
    if (this.#places.isFinished(upload.id)) return byteStore.remove([version]);
    const target = uploadTarget(object, sender, fields['upsert'] === 'true');
    const metadata = fields['metadata'] ?? '';
    const described = {
      mimetype: fields['contentType'] ?? 'application/octet-stream',
      cacheControl: fields['cacheControl'] ?? 'no-cache',
      contentEncoding: null,
      xRobotsTag: null,
      userMetadata: metadata === '' ? null : parseUserMetadata(metadata),
    };
    const bytes = { version, size: upload.offset, eTag: `"${hash.digest('hex')}"` };
    const row = { ...objectWith(target, bytes, described, now()), id };
    try {
      await commitObject(this.#services, target, row);
    } catch (error) {
      if (!(await isCommitted())) throw error;
    }
  }
}
