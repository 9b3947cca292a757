import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { DatabaseStartError } from '#server/db/setup/start-error.ts';

/**
 * The user that PostgreSQL's processes run as. PostgreSQL refuses to run as root. Under root it
 * runs as the owner of the existing database files, or as `nobody`. Otherwise it runs as the
 * server's user.
 */
export interface RunAs {
  /** null: the same user as this process. */
  readonly ids: { readonly uid: number; readonly gid: number } | null;
  /** Whether the user has a name on this system; initdb requires one. */
  readonly hasName: boolean;
}

const nobody = 65_534;

/** Chooses the user for the database files in `cluster`, which may not exist yet. */
export function chooseUser(cluster: string): RunAs {
  const own = process.geteuid?.();
  if (own === undefined) return { ids: null, hasName: true };
  const owner = existsSync(cluster) ? statSync(cluster) : null;
  if (own !== 0) {
    if (owner !== null && owner.uid !== own) {
      throw new DatabaseStartError(
        `The database files in ${cluster} belong to user ${owner.uid}, but the server runs as user ${own}: start it as their owner, or give them to it with chown.`,
      );
    }
    return { ids: null, hasName: isNamed(own) };
  }
  if (owner !== null && owner.uid !== 0) {
    return { ids: { uid: owner.uid, gid: owner.gid }, hasName: isNamed(owner.uid) };
  }
  return { ids: { uid: nobody, gid: nobody }, hasName: isNamed(nobody) };
}

function isNamed(uid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    const entries = readFileSync('/etc/passwd', 'utf8').split('\n');
    return entries.some((entry) => entry.split(':')[2] === String(uid));
  } catch {
    return false;
  }
}

/**
 * Returns whether the user can enter the folder, or run the program, through all folders above it.
 */
export function canReach(user: RunAs, path: string): boolean {
  if (user.ids === null) return true;
  const test = ['-c', '[ -x "$1" ]', 'sh', path];
  return spawnSync('/bin/sh', test, { cwd: '/', ...user.ids, stdio: 'ignore' }).status === 0;
}
