import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { boundedArray } from '#server/http/bounded-array.ts';
import type { Caller } from '#server/http/caller/caller.ts';
import {
  checkBucketName,
  checkObjectName,
  normalizeName,
  type ObjectName,
} from '#server/storage/names.ts';
import { bucketInPath, objectInPath } from '#server/storage/object-path.ts';
import type { ByteMetadata, ObjectRow, RemoveEntry } from '#server/storage/object-rows.ts';
import { maxNames, readJson, storableText } from '#server/storage/read-json.ts';
import { requireCaller } from '#server/storage/require-caller.ts';
import { serviceCaller } from '#server/storage/service-caller.ts';
import { StorageError } from '#server/storage/storage-error.ts';
import type { StorageContext, StorageRoute, StorageServices } from '#server/storage/services.ts';
import { checkMimeType } from '#server/storage/upload/mime-type.ts';
import {
  commitObject,
  isFolderPlaceholder,
  sizeLimit,
} from '#server/storage/upload/store-upload.ts';
import { headerMetadata, uploadHeader } from '#server/storage/upload/upload-header.ts';
import { ofVersion } from './find-object.ts';

const sourceAndDestination = v.object({
  bucketId: storableText,
  sourceKey: storableText,
  destinationBucket: v.nullish(storableText),
  destinationKey: storableText,
  sourceVersionId: v.optional(v.string()),
});

function sourceOf(body: v.InferOutput<typeof sourceAndDestination>): ObjectName {
  return { bucket: checkBucketName(body.bucketId), name: checkObjectName(body.sourceKey) };
}

function destinationOf(body: v.InferOutput<typeof sourceAndDestination>): ObjectName {
  return {
    bucket: checkBucketName(body.destinationBucket ?? body.bucketId),
    name: checkObjectName(body.destinationKey),
  };
}

/** Throws unless the bucket would take an upload of this type and size. */
async function checkBucketLimits(
  services: StorageServices,
  object: ObjectName,
  { mimetype, size }: Pick<ByteMetadata, 'mimetype' | 'size'>,
): Promise<void> {
  const bucket = await services.rows.bucket(serviceCaller, object.bucket);
  // Only an empty one: others could be renamed past these limits.
  if (isFolderPlaceholder(object) && size === 0) return;
  checkMimeType(mimetype, bucket);
  if (size > sizeLimit(bucket, services)) throw new StorageError('EntityTooLarge');
}

const move: StorageRoute = {
  methods: ['POST'],
  path: '/object/move',
  handle: async (c, services) => {
    const caller = await requireCaller(c, services);
    const body = await readJson(c, services, caller, sourceAndDestination);
    const [from, to] = [sourceOf(body), destinationOf(body)];
    const source = ofVersion(await services.rows.get(caller, from), body.sourceVersionId);
    if (from.bucket !== to.bucket) await checkBucketLimits(services, to, source.metadata);
    const { id } = await services.rows.move(caller, from, to, body.sourceVersionId);
    return c.json({ message: 'Successfully moved', Id: id, Key: `${to.bucket}/${to.name}` });
  },
};

const copyRequest = v.object({
  ...sourceAndDestination.entries,
  copyMetadata: v.optional(v.boolean(), true),
  metadata: v.nullish(
    v.object({
      cacheControl: v.optional(v.string()),
      mimetype: v.optional(v.string()),
      contentEncoding: v.optional(v.string()),
    }),
  ),
});

/** Returns the copy's metadata: the source's, or what the request says instead. */
function copiedMetadata(
  { copyMetadata, metadata }: v.InferOutput<typeof copyRequest>,
  source: ByteMetadata,
  now: Date,
): ByteMetadata {
  const lastModified = now.toISOString();
  if (copyMetadata) return { ...source, lastModified };
  const { contentEncoding: kept, ...described } = source;
  // An empty encoding clears the source's.
  const contentEncoding = metadata?.contentEncoding ?? kept ?? '';
  return {
    ...described,
    mimetype: metadata?.mimetype ?? source.mimetype,
    cacheControl: uploadHeader(metadata?.cacheControl ?? source.cacheControl),
    ...(contentEncoding === '' ? {} : { contentEncoding: uploadHeader(contentEncoding) }),
    lastModified,
  };
}

/** Returns the user's metadata of a copy: the source's, or the header's. */
function copiedUserMetadata(context: StorageContext, keep: boolean, source: ObjectRow) {
  return keep ? source.user_metadata : headerMetadata(context.req.header('x-metadata'));
}

const copy: StorageRoute = {
  methods: ['POST'],
  path: '/object/copy',
  handle: async (c, services) => {
    const caller = await requireCaller(c, services);
    const body = await readJson(c, services, caller, copyRequest);
    const [from, to] = [sourceOf(body), destinationOf(body)];
    const source = ofVersion(await services.rows.get(caller, from), body.sourceVersionId);
    const mode = c.req.header('x-upsert') === 'true' ? 'upsert' : 'insert';
    const owner = caller.claims?.sub ?? null;
    const metadata = copiedMetadata(body, source.metadata, services.now());
    await checkBucketLimits(services, to, metadata);
    const userMetadata = copiedUserMetadata(c, body.copyMetadata, source);
    const version = randomUUID();
    const object = { ...to, id: randomUUID(), version, owner, metadata, userMetadata };
    await services.rows.testWrite(caller, mode, object);
    const isCopied =
      source.version !== null && (await services.byteStore.copy(source.version, version));
    if (!isCopied) throw new StorageError('NoSuchKey');
    const Id = await commitObject(services, { ...to, caller, owner, mode }, object);
    const row = await services.rows.get(serviceCaller, to);
    return c.json({ Id, Key: `${to.bucket}/${to.name}`, ...row });
  },
};

const remove: StorageRoute = {
  methods: ['DELETE'],
  path: '/object/:bucket/*',
  handle: async (c, services) => {
    const { bucket, name } = objectInPath(c, 1);
    const caller = await requireCaller(c, services);
    const entry = { path: name, versionId: c.req.query('versionId') };
    const removed = await removeObjects(services, caller, bucket, [entry]);
    if (removed.length === 0) throw new StorageError('NoSuchKey');
    return c.json({ message: 'Successfully deleted' });
  },
};

const removeEntry = v.union([
  v.pipe(
    storableText,
    v.transform((path) => ({ path })),
  ),
  v.object({ path: storableText, versionId: v.string() }),
]);
const removeRequest = v.object({
  prefixes: v.pipe(boundedArray(removeEntry, maxNames), v.minLength(1)),
});

const removeMany: StorageRoute = {
  methods: ['DELETE'],
  path: '/object/:bucket',
  handle: async (c, services) => {
    const caller = await requireCaller(c, services);
    const bucket = bucketInPath(c, 1);
    const { prefixes } = await readJson(c, services, caller, removeRequest);
    return c.json(await removeObjects(services, caller, bucket, prefixes));
  },
};

async function removeObjects(
  services: StorageServices,
  caller: Caller,
  bucket: string,
  entries: readonly RemoveEntry[],
): Promise<ObjectRow[]> {
  const removed = await services.rows.remove(
    caller,
    bucket,
    entries.map((entry) => ({ ...entry, path: normalizeName(entry.path) })),
  );
  if (removed.length > 0) services.removeBytesSoon();
  return removed;
}

export const changeRoutes: readonly StorageRoute[] = [move, copy, removeMany, remove];
