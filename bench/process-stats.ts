import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux counts CPU time in hundredths of a second. */
const millisecondsPerTick = 10;

/** A process, with its CPU time in ticks. */
interface ProcessStats {
  readonly parent: number;
  readonly ownTicks: number;
  /** Of children that have exited and were reaped. */
  readonly exitedChildrenTicks: number;
}

function readProcess(pid: string): ProcessStats | null {
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
      ownTicks: (fields[11] ?? 0) + (fields[12] ?? 0),
      exitedChildrenTicks: (fields[13] ?? 0) + (fields[14] ?? 0),
    };
  } catch {
    return null; // It has exited meanwhile.
  }
}

/** Returns all processes by id. */
export function readProcesses(): ReadonlyMap<number, ProcessStats> {
  const processes = new Map<number, ProcessStats>();
  for (const name of readdirSync('/proc')) {
    const stats = /^\d+$/.test(name) ? readProcess(name) : null;
    if (stats !== null) processes.set(Number(name), stats);
  }
  return processes;
}

/**
 * Returns the CPU time of these processes, of their descendants and of programs that this process
 * has run, in milliseconds; null if the system doesn't report it. Other load on the machine lowers
 * rates, but not the CPU time of a request.
 */
export function cpuTimeMs(roots: readonly number[]): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  const processes = readProcesses();
  const counted = new Set(roots);
  let before = 0;
  while (counted.size > before) {
    before = counted.size;
    for (const [pid, { parent }] of processes) if (counted.has(parent)) counted.add(pid);
  }
  let ticks = readProcess('self')?.exitedChildrenTicks ?? 0;
  for (const pid of counted) {
    const stats = processes.get(pid);
    if (stats !== undefined) ticks += stats.ownTicks + stats.exitedChildrenTicks;
  }
  return ticks * millisecondsPerTick;
}

/** Returns the process id of the PostgreSQL on a data directory. */
export function readPostmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}
