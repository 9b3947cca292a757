import { closeSync, openSync } from 'node:fs';
import { canReach, type RunAs } from './run-as.ts';
import { DatabaseStartError } from '#server/db/start-error.ts';

/** How a program that runs as another user is told a folder. */
export interface FolderAccess {
  /** The name to use in its parameters. */
  readonly named: string;
  /** Its working directory. */
  readonly cwd: string;
  /** What it is given as its open file {@link handleNumber}. */
  readonly handle: number | 'ignore';
  /** To be called once the program was started. */
  release(): void;
}

/** Free in PostgreSQL's programs and in the guard. */
const handleNumber = 4;

/**
 * The user that PostgreSQL runs as may not pass the folders above (DATA_DIR under /root, say). On
 * Linux a folder that was opened before the rights are dropped can be named all the same; the
 * working directory would do, but for the programs up to PostgreSQL 15, which leave it for a while.
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
