import { readFile } from 'node:fs/promises';
import { readPostmasterPid, readProcesses } from '../process-stats.ts';
import type { ServerProcess } from '../server-process.ts';

interface Sample {
  readonly atMs: number;
  readonly serverMb: number;
  readonly postgresMb: number;
}

const intervalMs = 2_000;

/** Returns the proportional set size of a process: shared memory is divided among its users. */
async function usedMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024;
}

async function sampleOf({ pid, dataDir }: ServerProcess, startMs: number): Promise<Sample> {
  const postmaster = readPostmasterPid(dataDir);
  const backends = [...readProcesses()]
    .filter(([, { parent }]) => parent === postmaster)
    .map(([backend]) => backend);
  const postgresMb = await Promise.all([postmaster, ...backends].map(usedMb));
  return {
    atMs: performance.now() - startMs,
    serverMb: await usedMb(pid),
    postgresMb: postgresMb.reduce((sum, mb) => sum + mb, 0),
  };
}

/** Returns the growth in megabytes per minute, by least squares. */
function slope(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const meanMs = mean(samples.map(({ atMs }) => atMs));
  const meanMb = mean(samples.map(of));
  let covariance = 0;
  let variance = 0;
  for (const sample of samples) {
    covariance += (sample.atMs - meanMs) * (of(sample) - meanMb);
    variance += (sample.atMs - meanMs) ** 2;
  }
  return (60_000 * covariance) / variance;
}

function summarize(
  name: string,
  samples: readonly Sample[],
  of: (sample: Sample) => number,
  wasRestarted: boolean,
): string {
  const late = samples.slice(Math.floor(samples.length / 2));
  const all = samples.map(of);
  return [
    `${name}: ${all[0]?.toFixed(0)} MB at the start`,
    `${all.at(-1)?.toFixed(0)} MB at the end`,
    `${Math.max(...all).toFixed(0)} MB at most`,
    // A restarted process fills its caches first.
    ...(wasRestarted ? [] : [`${slope(late, of).toFixed(2)} MB a minute in the second half`]),
  ].join(', ');
}

/** Samples the memory of a server and its PostgreSQL until `stop`, which returns a summary. */
export function watchMemory(server: () => ServerProcess): {
  stop(wasRestarted: boolean): Promise<string>;
} {
  const startMs = performance.now();
  const samples: Sample[] = [];
  let sampling = Promise.resolve();
  const timer = setInterval(() => {
    sampling = sampleOf(server(), startMs).then(
      (sample) => void samples.push(sample),
      // One of them is restarting.
      () => {},
    );
  }, intervalMs);
  return {
    async stop(wasRestarted) {
      clearInterval(timer);
      await sampling;
      return [
        summarize('server', samples, ({ serverMb }) => serverMb, wasRestarted),
        summarize('PostgreSQL', samples, ({ postgresMb }) => postgresMb, wasRestarted),
      ].join('\n');
    },
  };
}
