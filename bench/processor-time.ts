import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Processor time, in milliseconds. A busy machine takes turns away from everyone, and more from one process than from
 * thirty: rates fall, what a request costs does not. Linux counts it in hundredths of a second.
 */
const millisecondsPerTick = 10;

interface Times {
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended and were waited for. */
  readonly ofEnded: number;
}

function timesOf(pid: string): Times | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; numbers follow it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    return {
      parent,
      own: (fields[11] ?? 0) + (fields[12] ?? 0),
      ofEnded: (fields[13] ?? 0) + (fields[14] ?? 0),
    };
  } catch {
    return null; // It ended meanwhile.
  }
}

/** What these processes and their children have used, and the programs that this one has run. Null where it is not told. */
export function usedSoFar(roots: readonly number[]): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  const all = new Map<number, Times>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(name) : null;
    if (times !== null) all.set(Number(name), times);
  }
  const counted = new Set(roots);
  let before = 0;
  while (counted.size > before) {
    before = counted.size;
    for (const [pid, { parent }] of all) if (counted.has(parent)) counted.add(pid);
  }
  let ticks = timesOf('self')?.ofEnded ?? 0;
  for (const pid of counted) {
    const times = all.get(pid);
    if (times !== undefined) ticks += times.own + times.ofEnded;
  }
  return ticks * millisecondsPerTick;
}

/** The process that runs PostgreSQL on a data directory. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}
