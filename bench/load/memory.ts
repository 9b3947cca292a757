import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { postmasterOf } from '../processor-time.ts';
import type { ServerProcess } from '../server-process.ts';

interface Sample {
  readonly atMs: number;
  readonly serverMb: number;
  readonly postgresMb: number;
}

const everyMs = 2_000;

/** Memory of a process; what it shares with others counts in part, so that the sum over all is what is used. */
async function usedMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024;
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false; // It ended meanwhile.
      }
    })
    .map(Number);
}

async function sampleOf({ pid, dataDir }: ServerProcess, sinceMs: number): Promise<Sample> {
  const postmaster = postmasterOf(dataDir);
  const family = await Promise.all([postmaster, ...childrenOf(postmaster)].map(usedMb));
  return {
    atMs: performance.now() - sinceMs,
    serverMb: await usedMb(pid),
    postgresMb: family.reduce((sum, mb) => sum + mb, 0),
  };
}

/** Megabytes a minute, by least squares. */
function slope(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const middle = mean(samples.map(({ atMs }) => atMs));
  const level = mean(samples.map(of));
  let up = 0;
  let across = 0;
  for (const sample of samples) {
    up += (sample.atMs - middle) * (of(sample) - level);
    across += (sample.atMs - middle) ** 2;
  }
  return (60_000 * up) / across;
}

function line(
  name: string,
  samples: readonly Sample[],
  of: (sample: Sample) => number,
  startedAnew: boolean,
): string {
  const late = samples.slice(Math.floor(samples.length / 2));
  const all = samples.map(of);
  return [
    `${name}: ${all[0]?.toFixed(0)} MB at first`,
    `${all.at(-1)?.toFixed(0)} MB in the end`,
    `${Math.max(...all).toFixed(0)} MB at most`,
    // What was started anew fills its caches first.
    ...(startedAnew ? [] : [`${slope(late, of).toFixed(2)} MB a minute in the second half`]),
  ].join(', ');
}

/** Looks at the memory of a server and its PostgreSQL until `stop`, which tells how it went. */
export function watchMemory(server: () => ServerProcess): {
  stop(startedAnew: boolean): Promise<string>;
} {
  const since = performance.now();
  const samples: Sample[] = [];
  let sampling = Promise.resolve();
  const timer = setInterval(() => {
    sampling = sampleOf(server(), since).then(
      (sample) => void samples.push(sample),
      // While one of both is away.
      () => {},
    );
  }, everyMs);
  return {
    async stop(startedAnew) {
      clearInterval(timer);
      await sampling;
      return [
        line('server', samples, ({ serverMb }) => serverMb, startedAnew),
        line('PostgreSQL', samples, ({ postgresMb }) => postgresMb, startedAnew),
      ].join('\n');
    },
  };
}
