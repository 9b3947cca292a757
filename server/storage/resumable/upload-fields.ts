import { checkBucketName, checkObjectName, type ObjectName } from '#server/storage/names.ts';
import type { UploadTarget } from '#server/storage/upload/store-upload.ts';
import type { Sender } from './upload-sender.ts';

/** The state of an upload. */
export type UploadFields = Readonly<Record<string, string | null>>;

/** Returns the object that an upload becomes. Throws if it can't have that name. */
export function objectOf(fields: UploadFields): ObjectName {
  return {
    bucket: checkBucketName(fields['bucketName'] ?? ''),
    name: checkObjectName(fields['objectName'] ?? ''),
  };
}

export function uploadTarget(
  object: ObjectName,
  { caller, owner }: Sender,
  upsert: boolean,
): UploadTarget {
  return { ...object, caller, owner, mode: upsert ? 'upsert' : 'insert' };
}
