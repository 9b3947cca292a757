import { createHash, randomUUID } from 'node:crypto';
import { DatabaseBusy, DatabaseUnavailable } from '#server/db/database.ts';
import { bodyOf } from '#server/http/body/body-of.ts';
import { chunksInTime } from '#server/http/body/large-bodies.ts';
import { requestHeaders } from '#server/http/request-headers.ts';
import type { Caller } from '#server/http/caller/caller.ts';
import type { ObjectName } from '#server/storage/names.ts';
import type { BucketLimits, NewObject, WriteMode } from '#server/storage/object-rows.ts';
import { senderKey } from '#server/storage/sender-key.ts';
import { serviceCaller } from '#server/storage/service-caller.ts';
import { StorageError } from '#server/storage/storage-error.ts';
import type { StorageContext, StorageServices, UploadServices } from '#server/storage/services.ts';
import { checkMimeType } from './mime-type.ts';
import { formBoundary, readField, readForm } from './multipart.ts';
import { robotsTag } from './robots-tag.ts';
import { headerMetadata, parseUserMetadata, uploadHeader } from './upload-header.ts';

/** The target of an upload, and the person who owns it. */
export interface UploadTarget extends ObjectName {
  readonly caller: Caller;
  readonly owner: string | null;
  readonly mode: WriteMode;
}

/** Bytes in the store, which no object names yet. */
export interface StoredBytes {
  readonly version: string;
  readonly size: number;
  readonly eTag: string;
}

/** Returns the most bytes that an object of any bucket may have. */
export function largestObject({ config }: UploadServices): number {
  return config.STORAGE_FILE_MB * 1024 * 1024;
}

/** Returns the most bytes that an object of the bucket may have. */
export function sizeLimit(bucket: BucketLimits, services: UploadServices): number {
  return Math.min(largestObject(services), bucket.file_size_limit ?? Infinity);
}

/** A folder that a client shows without an object in it. It has any type, but no bytes. */
export function isFolderPlaceholder({ name }: ObjectName): boolean {
  return name.endsWith('.emptyFolderPlaceholder');
}

/** Stores a stream of at most `limit` bytes and measures it. */
async function storeBytes(
  { byteStore }: UploadServices,
  source: AsyncIterable<Buffer>,
  limit: number,
): Promise<StoredBytes> {
  const version = randomUUID();
  const hash = createHash('md5');
  let size = 0;
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > limit) throw new StorageError('EntityTooLarge');
      hash.update(chunk);
      yield chunk;
    }
  }
  await byteStore.write(version, measured());
  return { version, size, eTag: `"${hash.digest('hex')}"` };
}

/** The headers in which a client describes the bytes that it sends. */
export interface Described {
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly contentEncoding: string | null;
  readonly xRobotsTag: string | null;
  readonly userMetadata: Readonly<Record<string, unknown>> | null;
}

/** Returns the row of an object with these bytes. */
export function objectWith(
  target: UploadTarget,
  bytes: StoredBytes,
  { mimetype, cacheControl, contentEncoding, xRobotsTag, userMetadata }: Described,
  now: Date,
): NewObject {
  const metadata = {
    eTag: bytes.eTag,
    size: bytes.size,
    mimetype,
    cacheControl,
    ...(contentEncoding === null ? {} : { contentEncoding }),
    ...(xRobotsTag === null ? {} : { xRobotsTag }),
    lastModified: now.toISOString(),
    contentLength: bytes.size,
    httpStatusCode: 200,
  };
  return { ...plannedObject(target, metadata), version: bytes.version, userMetadata };
}

/** Returns the row that an upload would write, before its bytes are known. */
export function plannedObject(
  target: UploadTarget,
  metadata: Readonly<{ mimetype?: string; size?: number }>,
): NewObject {
  return {
    bucket: target.bucket,
    name: target.name,
    owner: target.owner,
    id: randomUUID(),
    version: randomUUID(),
    metadata,
    userMetadata: null,
  };
}

/** Commits the row of stored bytes, or removes the bytes. Returns the object's id. */
export async function commitObject(
  { rows, byteStore, removeBytesSoon }: UploadServices,
  { caller, mode }: UploadTarget,
  object: NewObject,
): Promise<string> {
  try {
    const id = await rows.write(caller, mode, object);
    if (mode !== 'insert') removeBytesSoon();
    return id;
  } catch (error) {
    // If the connection was lost, the row may be committed. The sweep removes bytes without a row.
    const isLost = error instanceof DatabaseUnavailable && !(error instanceof DatabaseBusy);
    if (!isLost) await byteStore.remove([object.version]);
    throw error;
  }
}

interface Received extends Described {
  readonly bytes: StoredBytes;
}

async function receiveBody(
  context: StorageContext,
  services: UploadServices,
  target: UploadTarget,
  bucket: BucketLimits,
): Promise<Received> {
  const headers = requestHeaders(context);
  const mimetype = headers.get('content-type') || 'application/octet-stream';
  if (!isFolderPlaceholder(target)) checkMimeType(mimetype, bucket);
  const limit = isFolderPlaceholder(target) ? 0 : sizeLimit(bucket, services);
  if (Number(headers.get('content-length') ?? 0) > limit) throw new StorageError('EntityTooLarge');
  const described = {
    mimetype,
    cacheControl: uploadHeader(headers.get('cache-control') ?? 'no-cache'),
    contentEncoding: headers.get('content-encoding'),
    xRobotsTag: robotsTag(headers.get('x-robots-tag')),
    userMetadata: headerMetadata(headers.get('x-metadata')),
  };
  return { ...described, bytes: await storeBytes(services, chunksInTime(bodyOf(context)), limit) };
}

/** A form has a file and up to six fields. Each may be held in memory. */
const maxParts = 20;

async function receiveForm(
  context: StorageContext,
  services: UploadServices,
  target: UploadTarget,
  bucket: BucketLimits,
  boundary: string,
): Promise<Received> {
  const xRobotsTag = robotsTag(requestHeaders(context).get('x-robots-tag'));
  const fields = new Map<string, string>();
  let parts = 0;
  let bytes: StoredBytes | null = null;
  let mimetype = 'application/octet-stream';
  try {
    for await (const part of readForm(chunksInTime(bodyOf(context)), boundary)) {
      parts += 1;
      if (parts > maxParts) throw new StorageError('InvalidRequest', 'The form has too many parts');
      if (!part.isFile) {
        fields.set(part.name, await readField(part));
        continue;
      }
      if (bytes !== null) throw new StorageError('InvalidRequest', 'Only one file can be sent');
      mimetype = (fields.get('contentType') || part.contentType) ?? mimetype;
      const isPlaceholder = isFolderPlaceholder(target);
      if (!isPlaceholder) checkMimeType(mimetype, bucket);
      const limit = isPlaceholder ? 0 : sizeLimit(bucket, services);
      bytes = await storeBytes(services, part.body, limit);
    }
    if (bytes === null) throw new StorageError('InvalidRequest', 'No content provided');
    // A field may replace the type of the file's part, also after it.
    const contentType = fields.get('contentType') || mimetype;
    if (contentType !== mimetype && !isFolderPlaceholder(target)) {
      checkMimeType(contentType, bucket);
    }
    const cacheSeconds = fields.get('cacheControl') ?? '';
    const metadata = fields.get('metadata') ?? fields.get('userMetadata');
    return {
      bytes,
      mimetype: contentType,
      cacheControl: cacheSeconds === '' ? 'no-cache' : uploadHeader(`max-age=${cacheSeconds}`),
      xRobotsTag,
      contentEncoding: uploadHeader(fields.get('contentEncoding') ?? '') || null,
      userMetadata: metadata === undefined ? null : parseUserMetadata(metadata),
    };
  } catch (error) {
    if (bytes !== null) await services.byteStore.remove([bytes.version]);
    throw error;
  }
}

/**
 * Takes the body of an upload: checks the caller's right first, then stores the bytes, then commits
 * the row, once more with the caller's rights. Returns the object's id.
 */
export async function storeUpload(
  context: StorageContext,
  services: StorageServices,
  target: UploadTarget,
): Promise<string> {
  const contentType = requestHeaders(context).get('content-type') || null;
  const boundary = formBoundary(contentType ?? '');
  const bucket = await services.rows.bucket(serviceCaller, target.bucket);
  const planned = plannedObject(
    target,
    boundary === null && contentType !== null ? { mimetype: contentType } : {},
  );
  await services.rows.testWrite(target.caller, target.mode, planned);
  const store = async () => {
    const received =
      boundary === null
        ? await receiveBody(context, services, target, bucket)
        : await receiveForm(context, services, target, bucket, boundary);
    const object = objectWith(target, received.bytes, received, services.now());
    return commitObject(services, target, object);
  };
  return services.uploadTurns.run(
    senderKey(target.caller, target.owner, target, () => context.get('clientAddress')),
    store,
  );
}
