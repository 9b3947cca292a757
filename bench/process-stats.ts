import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * CPU time, in milliseconds. Other load on the machine lowers rates, and those of one process more
 * than those of thirty, but not the CPU time of a request. Linux counts in hundredths of a second.
 */
const millisecondsPerTick = 10;

interface Times {
  readonly parent: number;
  readonly own: number;
  /** Of children that have exited and were reaped. */
  readonly exitedChildren: number;
}

function readTimes(pid: string): Times | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything; numbers follow it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    return {
      parent,
      own: (fields[11] ?? 0) + (fields[12] ?? 0),
      exitedChildren: (fields[13] ?? 0) + (fields[14] ?? 0),
    };
  } catch {
    return null; // It has exited meanwhile.
  }
}

/**
 * Returns the CPU time of these processes, of their children and of programs that this process has
 * run; null if the system doesn't report it.
 */
export function cpuTimeMs(roots: readonly number[]): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  const all = new Map<number, Times>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? readTimes(name) : null;
    if (times !== null) all.set(Number(name), times);
  }
  const counted = new Set(roots);
  let before = 0;
  while (counted.size > before) {
    before = counted.size;
    for (const [pid, { parent }] of all) if (counted.has(parent)) counted.add(pid);
  }
  let ticks = readTimes('self')?.exitedChildren ?? 0;
  for (const pid of counted) {
    const times = all.get(pid);
    if (times !== undefined) ticks += times.own + times.exitedChildren;
  }
  return ticks * millisecondsPerTick;
}

/** Returns the process id of the PostgreSQL on a data directory. */
export function readPostmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}
