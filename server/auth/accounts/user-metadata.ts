import type { PoolClient } from 'pg';
import { invalid } from '#server/auth/auth-error.ts';
import type { AuthServices } from '#server/auth/services.ts';
import type { UserRecord } from './user-record.ts';

type Metadata = Readonly<Record<string, unknown>>;

/** Limit of metadata. Every access token contains it, and the server accepts 16 kB of headers. */
const maxBytes = 6 * 1024;

/** Refuses metadata that would make tokens too large to send. */
export function requireSmallMetadata(metadata: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > maxBytes) {
    throw invalid('User metadata cannot be larger than 6 kB');
  }
}

/** Merges changes into a user's metadata key by key. A null value deletes the key. */
export function mergeMetadata(current: Metadata | null, changes: Metadata): Metadata {
  const merged = new Map(Object.entries(current ?? {}));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/** Merges changes into a user's own metadata, and stores it. */
export async function changeMetadata(
  { now }: AuthServices,
  client: PoolClient,
  user: UserRecord,
  changes: Metadata,
): Promise<void> {
  const metadata = mergeMetadata(user.raw_user_meta_data, changes);
  requireSmallMetadata(metadata);
  await client.query(
    'update auth.users set raw_user_meta_data = $2, updated_at = $3 where id = $1',
    [user.id, metadata, now()],
  );
}
