import { type ObjectName } from '#server/storage/names.ts';
import { objectInPath } from '#server/storage/object-path.ts';
import type { ObjectRow } from '#server/storage/object-rows.ts';
import { requireCaller } from '#server/storage/require-caller.ts';
import { serviceCaller } from '#server/storage/service-caller.ts';
import { StorageError } from '#server/storage/storage-error.ts';
import type { StorageContext, StorageServices } from '#server/storage/services.ts';

/** The rights that a path reads with, and the number of segments before the bucket. */
export interface ReadPath {
  readonly access: 'public' | 'authenticated' | 'either';
  readonly segments: number;
}

/** Returns the row, if it is of the version that a request names. Only the current one is kept. */
export function ofVersion(row: ObjectRow, version: string | undefined): ObjectRow {
  if (version !== undefined && version !== row.version) throw new StorageError('NoSuchKey');
  return row;
}

/** Returns an object of a public bucket. Other buckets seem not to exist. */
async function findPublic({ rows }: StorageServices, object: ObjectName): Promise<ObjectRow> {
  const bucket = await rows.bucket(serviceCaller, object.bucket);
  if (!bucket.public) throw new StorageError('NoSuchBucket');
  return rows.get(serviceCaller, object);
}

/** Returns the object of the path and of `?versionId`. */
export async function findObject(
  context: StorageContext,
  services: StorageServices,
  path: ReadPath,
): Promise<ObjectRow> {
  const row = await findCurrent(context, services, path);
  return ofVersion(row, context.req.query('versionId'));
}

/** Returns the object of the path. In a public bucket, everybody may read every object. */
async function findCurrent(
  context: StorageContext,
  services: StorageServices,
  { access, segments }: ReadPath,
): Promise<ObjectRow> {
  const { rows } = services;
  const object = objectInPath(context, segments);
  if (access === 'public') return findPublic(services, object);
  const caller = await requireCaller(context, services).catch((error: unknown) => {
    // A public bucket needs no token, so one that has expired closes nothing.
    if (access === 'either' && error instanceof StorageError) return error;
    throw error;
  });
  const bucket = await rows.bucket(serviceCaller, object.bucket).catch((error: unknown) => {
    throw caller instanceof StorageError && error instanceof StorageError ? caller : error;
  });
  if (bucket.public) return rows.get(serviceCaller, object);
  if (caller instanceof StorageError) throw caller;
  return rows.get(caller, object);
}
