import { AuthError } from './auth-error.ts';

type Metadata = Readonly<Record<string, unknown>>;

/** Metadata travels in every access token, and a server takes 16 kB of headers in all. */
const mostBytes = 6 * 1024;

/** Refuses metadata that would make tokens too large to send. */
export function requireSmallMetadata(metadata: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > mostBytes) {
    throw new AuthError('validation_failed', 'User metadata cannot be larger than 6 kB');
  }
}

/** Changes a person's metadata key by key; null takes a key away. */
export function mergeMetadata(current: Metadata | null, changes: Metadata): Metadata {
  const merged = new Map(Object.entries(current ?? {}));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}
