import { closeSync, openSync } from 'node:fs';
import { canReach, type RunAs } from './run-as.ts';
import { DatabaseStartError } from '#server/db/setup/start-error.ts';

/** How a program that runs as another user reaches a folder. */
export interface FolderAccess {
  /** The folder's path for the program's parameters. */
  readonly named: string;
  /** Its working directory. */
  readonly cwd: string;
  /** The file descriptor to pass as number {@link handleNumber}. */
  readonly handle: number | 'ignore';
  /** Closes the descriptor; call it once the program has started. */
  release(): void;
}

/** A descriptor number that PostgreSQL's programs and the guard do not use. */
const handleNumber = 4;

/**
 * Makes a folder reachable for the user that PostgreSQL runs as, who may not enter the folders
 * above (DATA_DIR under /root, say). On Linux a folder opened before dropping privileges stays
 * reachable by its descriptor. The working directory would do too, but programs up to PostgreSQL 15
 * leave it for a while.
 */
export function accessTo(folder: string, user: RunAs): FolderAccess {
  if (canReach(user, folder)) {
    return { named: folder, cwd: folder, handle: 'ignore', release: () => {} };
  }
  if (process.platform !== 'linux') {
    throw new DatabaseStartError(
      `PostgreSQL, which does not run as root, cannot reach ${folder}: set DATA_DIR to a folder that every user can enter.`,
    );
  }
  const handle = openSync(folder, 'r');
  return {
    named: `/proc/self/fd/${handleNumber}`,
    cwd: '/',
    handle,
    release: () => closeSync(handle),
  };
}
