import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

/**
 * Creates the private folder of PostgreSQL's socket. It lies in the system's temporary folder: a
 * socket's path has at most about 100 bytes, and not every file system can hold one. Only root and
 * the user that PostgreSQL runs as can enter it, so every connection is trusted.
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
    // Someone else owns that folder. Use a name that nobody can predict.
    const own = mkdtempSync(join(parent, 'cuebook-'));
    if (user.ids !== null) chownSync(own, user.ids.uid, user.ids.gid);
    return own;
  }
  chmodSync(folder, 0o700);
  if (user.ids !== null) chownSync(folder, user.ids.uid, user.ids.gid);
  return folder;
}
