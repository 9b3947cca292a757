import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { EVENTS, Metadata, Server, type Upload } from '@tus/server';
import { mayHavePeers } from '#server/config.ts';
import { makeFolder } from '#server/make-folder.ts';
import type { ObjectName } from '#server/storage/names.ts';
import { serviceCaller } from '#server/storage/service-caller.ts';
import { StorageError } from '#server/storage/storage-error.ts';
import type { StorageContext, UploadServices } from '#server/storage/services.ts';
import { checkMimeType } from '#server/storage/upload/mime-type.ts';
import { plannedObject, sizeLimit } from '#server/storage/upload/store-upload.ts';
import { parseUserMetadata, uploadHeader } from '#server/storage/upload/upload-header.ts';
import { SharedLocks } from './shared-locks.ts';
import { objectOf, type UploadFields, uploadTarget } from './upload-fields.ts';
import { UploadFinisher } from './upload-finisher.ts';
import { UploadLocks } from './upload-locks.ts';
import { newUploadId, UploadPlaces } from './upload-places.ts';
import { isSigned, type Sender, senderOf } from './upload-sender.ts';
import { isLowerCaseUuid } from '#contract/uuid.ts';

/** How long an unfinished upload can be resumed. */
const resumableHours = 24;
const expirationPeriodInMilliseconds = resumableHours * 3_600_000;

/** Returns the folder of unfinished uploads. */
function uploadsFolder(dataDir: string): string {
  return join(dataDir, 'storage/uploads');
}

function fieldsOf(request: Request): UploadFields {
  try {
    return Metadata.parse(request.headers.get('upload-metadata') ?? undefined);
  } catch (error) {
    throw new StorageError('InvalidRequest', 'Invalid Upload-Metadata', { cause: error });
  }
}

interface TusError {
  readonly status_code: number;
  readonly body: string;
}

/**
 * Converts an error to the status and plain text that TUS clients expect. Rethrows an unknown one,
 * for the storage API to log.
 */
function toTusError(error: Error | TusError): TusError | undefined {
  if (error instanceof StorageError) return { status_code: error.status, body: error.message };
  if ('status_code' in error) return undefined;
  throw error;
}

/** Serves resumable uploads (TUS 1.0). Their bytes and states are files, so a restart keeps them. */
export function createResumableUploads(
  services: UploadServices,
): (context: StorageContext) => Promise<Response> {
  const { config, rows } = services;
  const site = new URL(services.siteUrl);
  const folder = uploadsFolder(config.DATA_DIR);
  makeFolder(folder, 0o700);
  const datastore = new FileStore({ directory: folder, expirationPeriodInMilliseconds });
  const places = new UploadPlaces(folder);
  const contexts = new WeakMap<Request, StorageContext>();
  /** The ids of the uploads that requests start. */
  const startedIds = new WeakMap<Request, string>();
  const finisher = new UploadFinisher(services, datastore, places);
  const locks = new UploadLocks(
    mayHavePeers(config) ? new SharedLocks(services.database.ownerLogin) : null,
  );

  function contextOf(request: Request): StorageContext {
    const context = contexts.get(request);
    if (context === undefined) throw new TypeError('The request is not one of this server.');
    return context;
  }

  const findSender = (request: Request, object: ObjectName) =>
    senderOf(contextOf(request), object, services);

  /** Checks a new upload, and returns what its state remembers. */
  async function startUpload(request: Request, upload: Upload): Promise<Record<string, string>> {
    const fields = upload.metadata ?? {};
    const object = objectOf(fields);
    const sender = await findSender(request, object);
    const bucket = await rows.bucket(serviceCaller, object.bucket);
    const contentType = fields['contentType'] ?? 'application/octet-stream';
    checkMimeType(contentType, bucket);
    const target = uploadTarget(object, sender, sender.upsert);
    // A quota of the database can refuse an upload before its bytes are sent.
    const size = upload.size === undefined ? {} : { size: upload.size };
    const planned = plannedObject(target, { mimetype: contentType, ...size });
    await rows.testWrite(sender.caller, target.mode, planned);
    const metadata = fields['metadata'] ?? '';
    if (metadata !== '') parseUserMetadata(metadata);
    const seconds = fields['cacheControl'] ?? '';
    const cacheControl = /^-?\d+$/.test(seconds) ? uploadHeader(`max-age=${seconds}`) : 'no-cache';
    places.take(upload.id, sender.countedAs);
    startedIds.set(request, upload.id);
    return {
      bucketName: object.bucket,
      objectName: object.name,
      contentType,
      cacheControl,
      metadata,
      upsert: String(sender.upsert),
      identity: sender.identity,
      objectId: randomUUID(),
      sent: request.headers.get('upload-metadata') ?? '',
    };
  }

  /** Returns the sender of a request for an upload. Throws unless they started it. */
  async function requireSender(request: Request, upload: Upload): Promise<Sender> {
    const sender = await findSender(request, objectOf(upload.metadata ?? {}));
    if (sender.identity !== upload.metadata?.['identity']) throw new StorageError('AccessDenied');
    return sender;
  }

  const server = new Server({
    path: '/storage/v1/upload/resumable',
    datastore,
    locker: (request) => locks.lockerFor(request.signal),
    namingFunction: async (request) =>
      newUploadId((await findSender(request, objectOf(fieldsOf(request)))).countedAs),
    getFileIdFromRequest: (_request, id = '') => (isLowerCaseUuid(id) ? id : undefined),
    // Absolute, since some clients resolve no other, but only under the public address: a proxy in
    // front may have another name or scheme.
    generateUrl(request, { host, path, id }) {
      const place = `${path}${isSigned(request) ? '/sign' : ''}/${id}`;
      return host === site.host ? site.origin + place : place;
    },
    async maxSize(request, id) {
      if (request.method === 'OPTIONS') return config.STORAGE_FILE_MB * 1024 * 1024;
      const isNew = request.method === 'POST';
      const fields = isNew
        ? fieldsOf(request)
        : ((await datastore.getUpload(id ?? '')).metadata ?? {});
      const { bucket } = objectOf(fields);
      const limit = sizeLimit(await rows.bucket(serviceCaller, bucket), services);
      // The package reads 0 as no limit.
      if (limit === 0) throw new StorageError('EntityTooLarge');
      return limit;
    },
    async onIncomingRequest(request, id) {
      if (request.headers.has('upload-checksum')) {
        throw new StorageError('InvalidRequest', 'Checksums are not supported');
      }
      // The package takes 1e+21 for an integer, and reads it as 1.
      const numbers = ['upload-length', 'upload-offset'].map((name) => request.headers.get(name));
      if (numbers.some((number) => number?.includes('e'))) {
        throw new StorageError('InvalidRequest', 'A length or offset is not written in digits');
      }
      if (request.method === 'POST') return;
      const upload = await datastore.getUpload(id);
      const sender = await requireSender(request, upload);
      if (request.method === 'DELETE' && places.isFinished(id)) {
        throw new StorageError('InvalidRequest', 'Cannot terminate an already completed upload');
      }
      // The server may have stopped between the last byte and the commit.
      if (request.method === 'HEAD' && upload.offset === upload.size)
        await finisher.finish(id, sender);
    },
    onUploadCreate: async (request, upload) => ({ metadata: await startUpload(request, upload) }),
    async onUploadFinish(request, upload) {
      await finisher.finish(upload.id, await requireSender(request, upload));
      return {};
    },
    onResponseError: (_request, error) => toTusError(error),
  });

  server.on(EVENTS.POST_TERMINATE, (_request, _response, id) => places.free(id));

  /** Removes an upload that a request started and then failed: its client never gets the address. */
  async function removeUnknown(request: Request): Promise<void> {
    const id = startedIds.get(request);
    if (id === undefined) return;
    // The request may have failed before there were files.
    await datastore.remove(id).catch(() => {});
    places.free(id);
  }

  return async (context) => {
    const request = context.req.raw;
    // Nothing reads it, but the package refuses a list, which proxies in a chain send.
    request.headers.delete('x-forwarded-proto');
    contexts.set(request, context);
    const response = await server.handleWeb(request);
    if (response.status >= 400) await removeUnknown(request);
    // CORS_ORIGINS decides, as for every protocol.
    const headers = [...response.headers.keys()].filter((name) =>
      name.startsWith('access-control-'),
    );
    for (const name of headers) response.headers.delete(name);
    // The state has fields of its own. A client reads back what it sent.
    const state = response.headers.get('upload-metadata');
    if (state !== null)
      response.headers.set('upload-metadata', Metadata.parse(state)['sent'] ?? '');
    return response;
  };
}

/** Removes uploads that nobody went on with in time, and the states of finished ones. */
export async function removeOldUploads(dataDir: string, now: Date): Promise<void> {
  const folder = uploadsFolder(dataDir);
  const oldest = now.getTime() - expirationPeriodInMilliseconds;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats !== null && stats.mtime.getTime() < oldest) await rm(path, { force: true });
  }
}
