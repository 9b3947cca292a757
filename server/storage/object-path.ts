import { checkBucketName, checkObjectName, type ObjectName } from './names.ts';
import { StorageError } from './storage-error.ts';
import type { StorageContext } from './services.ts';

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new StorageError('InvalidKey', `Invalid key: ${text}`, { cause: error });
  }
}

/** Returns the segments of the request's path below /storage/v1, as they were sent. */
function rawSegments(context: StorageContext): string[] {
  const path = /^https?:\/\/[^/]*([^?#]*)/.exec(context.req.url)?.[1] ?? '';
  return path.split('/').slice(3);
}

/** Returns the bucket that follows `prefix` segments of the path, such as /object/list. */
export function bucketInPath(context: StorageContext, prefix: number): string {
  return checkBucketName(decode(rawSegments(context)[prefix] ?? ''));
}

/** Returns the bucket and the object's name that follow `prefix` segments of the path. */
export function objectInPath(context: StorageContext, prefix: number): ObjectName {
  const [bucket = '', ...name] = rawSegments(context).slice(prefix);
  return { bucket: checkBucketName(decode(bucket)), name: checkObjectName(decode(name.join('/'))) };
}
