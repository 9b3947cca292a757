import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseStartError } from '#server/db/setup/start-error.ts';

const timeoutMs = 30_000;

/**
 * Waits for processes of a killed PostgreSQL to end, then removes a lock file that is out of date.
 * Its process number may belong to another program by now (usual in a container, whose numbers
 * start over). Without Linux's /proc, PostgreSQL's own check has to do.
 */
export async function waitForLeftovers(folder: string, sockets: string | null): Promise<void> {
  const lockFile = join(folder, 'postmaster.pid');
  if (process.platform !== 'linux' || !existsSync(lockFile)) return;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const running = processesIn(folder);
    if (running.length === 0) break;
    if (Date.now() > deadline) {
      throw new DatabaseStartError(
        `PostgreSQL (process ${running[0]}) is still running on ${folder}, and this server did not start it: stop it first.`,
      );
    }
    await pause(20);
  }
  const pid = Number.parseInt(readOptional(lockFile), 10);
  if (existsSync(`/proc/${pid}`)) rmSync(lockFile, { force: true });
  if (sockets === null) return;
  for (const name of readdirSync(sockets)) rmSync(join(sockets, name), { force: true });
}

/**
 * Returns the ids of PostgreSQL's processes, which all have the folder of their files as working
 * directory.
 */
function processesIn(folder: string): string[] {
  const target = statSync(folder);
  return readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) return false;
    try {
      const cwd = statSync(`/proc/${entry}/cwd`);
      return cwd.ino === target.ino && cwd.dev === target.dev;
    } catch {
      return false;
    }
  });
}

function readOptional(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
