import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseStartError } from '#server/db/start-error.ts';

const patienceMs = 30_000;

/**
 * After a kill, processes of the former PostgreSQL may still be ending, and its lock file names a
 * process number that may by now be another program's (usual in a container, whose numbers start
 * over). Waits for the former, then removes a lock file that would lie. Where processes cannot be
 * looked at (not Linux), PostgreSQL's own judgement stands.
 */
export async function waitForLeftovers(folder: string, sockets: string | null): Promise<void> {
  const lockFile = join(folder, 'postmaster.pid');
  if (process.platform !== 'linux' || !existsSync(lockFile)) return;
  const patience = Date.now() + patienceMs;
  for (;;) {
    const running = processesIn(folder);
    if (running.length === 0) break;
    if (Date.now() > patience) {
      throw new DatabaseStartError(
        `PostgreSQL (process ${running[0]}) is still running on ${folder}, started by something else than this server: stop it first.`,
      );
    }
    await pause(20);
  }
  const pid = Number.parseInt(readIfThere(lockFile), 10);
  if (existsSync(`/proc/${pid}`)) rmSync(lockFile, { force: true });
  if (sockets === null) return;
  for (const name of readdirSync(sockets)) rmSync(join(sockets, name), { force: true });
}

/** Every process of a PostgreSQL has the folder of its files as its working directory. */
function processesIn(folder: string): string[] {
  const wanted = statSync(folder);
  return readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) return false;
    try {
      const place = statSync(`/proc/${entry}/cwd`);
      return place.ino === wanted.ino && place.dev === wanted.dev;
    } catch {
      return false;
    }
  });
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
