import type { BucketLimits } from '#server/storage/object-rows.ts';
import { StorageError } from '#server/storage/storage-error.ts';

const mimeType = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(\s*;\s*[\w-]+=("[^"\r\n]*"|[^";,\s]+))*$/;

/** Returns the type in lower case and without parameters, or null if it is none. */
function plainType(type: string): string | null {
  // It becomes a header of the object's responses.
  if (!mimeType.test(type) || !/^[\x20-\x7e]*$/.test(type)) return null;
  return type.split(';')[0]?.trim().toLowerCase() ?? null;
}

function unsupported(type: string): StorageError {
  return new StorageError('InvalidMimeType', `mime type ${type.slice(0, 100)} is not supported`);
}

/** Returns the types that a bucket is to allow, as those of uploads are compared with them. */
export function normalizeMimeTypes(types: readonly string[]): string[] {
  const plain = types.map((type) => {
    const normalized = plainType(type.trim());
    if (normalized === null) throw unsupported(type);
    return normalized;
  });
  return [...new Set(plain)];
}

/** Throws unless the bucket takes objects of this type. */
export function checkMimeType(type: string, { allowed_mime_types }: BucketLimits): void {
  const plain = plainType(type);
  if (plain === null) throw new StorageError('InvalidMimeType', 'Invalid Content-Type header');
  if (allowed_mime_types === null || allowed_mime_types.length === 0) return;
  const [family] = plain.split('/');
  const isAllowed = allowed_mime_types.some((allowed) => {
    const wanted = plainType(allowed.trim());
    return wanted === plain || wanted === `${family}/*` || wanted === '*/*';
  });
  if (!isAllowed) throw unsupported(type);
}
