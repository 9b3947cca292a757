import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

/**
 * The private folder of PostgreSQL's socket: in the system's folder for temporary files, since the
 * path of a socket has at most about 100 bytes and not every file system can hold one. Only the
 * user that PostgreSQL runs as (and root) can enter it; whoever enters is trusted.
 */
export function socketFolder(dataDir: string, user: RunAs): string {
  const parent = Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp';
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const folder = join(parent, `cuebook-${name}`);
  const uid = user.ids?.uid ?? process.geteuid?.();
  const existing = lstatSync(folder, { throwIfNoEntry: false });
  if (existing === undefined) {
    mkdirSync(folder, { mode: 0o700 });
  } else if (!existing.isDirectory() || existing.uid !== uid || (existing.mode & 0o077) !== 0) {
    // Someone else was there first: a name that nobody can know does as well.
    const own = mkdtempSync(join(parent, 'cuebook-'));
    if (user.ids !== null) chownSync(own, user.ids.uid, user.ids.gid);
    return own;
  }
  chmodSync(folder, 0o700);
  if (user.ids !== null) chownSync(folder, user.ids.uid, user.ids.gid);
  return folder;
}
