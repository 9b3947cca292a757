import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readPostmasterPid, cpuTimeMs } from '../process-stats.ts';
import { Installation } from '../installation.ts';
import { isChosen } from '../options.ts';
import { readSecrets } from '../secrets.ts';
import { findLostWrites } from './find-lost-writes.ts';
import { watchMemory } from './watch-memory.ts';
import { VirtualUser } from './virtual-user.ts';
import { RequestStats } from './request-stats.ts';

export interface LoadOptions {
  /** Duration of each variant. */
  readonly minutes: number;
  readonly people: number;
  /** Parts of the names of the variants to run; empty for all. */
  readonly only: readonly string[];
}

/** Mean pause between two actions of a user: an hour of 15-second pauses, in ten minutes. */
const meanPauseMs = 2_500;
const promptsPerUser = 40;
const concurrency = 4;

const dataDir = join(import.meta.dirname, '../../.cache/bench/load');

/**
 * Returns the CPU time of the server and its PostgreSQL since they were started, in milliseconds.
 */
function totalCpuMs({ server }: Installation): number {
  return cpuTimeMs([server.pid, readPostmasterPid(server.dataDir)]) ?? Number.NaN;
}

const undisturbed = 'undisturbed';

/** Variants: a name, and what happens in the middle of the run. */
const variants: readonly (readonly [string, (installation: Installation) => Promise<void>])[] = [
  [undisturbed, async () => {}],
  [
    'PostgreSQL restarted',
    async ({ server }) => {
      // A fast shutdown, which ends all connections. The server then starts PostgreSQL again.
      process.kill(readPostmasterPid(server.dataDir), 'SIGINT');
    },
  ],
  ['server killed', (installation) => installation.killAndStart()],
];

async function forEachUser(
  users: readonly VirtualUser[],
  work: (user: VirtualUser) => Promise<void>,
): Promise<void> {
  const queue = [...users];
  const worker = async () => {
    for (let user = queue.shift(); user !== undefined; user = queue.shift()) {
      await work(user);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function actUntil(user: VirtualUser, endMs: number, stats: RequestStats): Promise<void> {
  const wait = () => pause(-Math.log(1 - Math.random()) * meanPauseMs);
  for (await wait(); performance.now() < endMs; await wait()) {
    try {
      await user.act(stats);
    } catch (error) {
      stats.errors.push(error instanceof Error ? error.message : String(error));
    }
  }
}

async function runVariant(
  [name, disturb]: (typeof variants)[number],
  installation: Installation,
  users: readonly VirtualUser[],
  minutes: number,
): Promise<boolean> {
  const stats = new RequestStats();
  const memory = watchMemory(() => installation.server);
  const isUndisturbed = name === undisturbed;
  const before = isUndisturbed ? totalCpuMs(installation) : 0;
  const start = performance.now();
  const end = start + minutes * 60_000;
  const activity = Promise.all(users.map((user) => actUntil(user, end, stats)));
  await pause((minutes * 60_000) / 2);
  await disturb(installation);
  await activity;
  const perSecond = (stats.requests / ((performance.now() - start) / 1_000)).toFixed(0);
  const cost = isUndisturbed ? (totalCpuMs(installation) - before) / stats.requests : null;
  const memorySummary = await memory.stop(!isUndisturbed);
  // Every session must have survived.
  const refreshStats = new RequestStats();
  await forEachUser(users, (user) =>
    user.refresh(refreshStats).catch((error: unknown) => {
      stats.errors.push(`refresh afterwards: ${String(error)}`);
    }),
  );
  const { checked, lost, duplicated } = await findLostWrites(dataDir, users);
  console.log(
    `\n${name}: ${users.length} people, ${minutes} minutes, ${perSecond} requests per second\n${stats.table()}\n` +
      `${stats.errors.length} errors; ${stats.retried} requests retried; of ${checked} acknowledged writes ${lost} lost, ${duplicated} stored twice\n${memorySummary}`,
  );
  for (const error of stats.errors.slice(0, 5)) console.log(`  ${error.slice(0, 300)}`);
  if (cost !== null) console.log(`${cost.toFixed(2)} ms of CPU time per request`);
  return stats.errors.length + lost + duplicated + (isUndisturbed ? stats.retried : 0) === 0;
}

/** Runs the load test that README.md describes. Throws if a write was lost or an error seen. */
export async function measureLoad({ minutes, people: count, only }: LoadOptions): Promise<void> {
  const chosen = variants.filter(([name]) => isChosen(name, only));
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const installation = await Installation.start(dataDir);
  try {
    const { publishableKey } = readSecrets(dataDir);
    const users = Array.from(
      { length: count },
      (_, number) => new VirtualUser(installation.origin, publishableKey, number),
    );
    console.log(`${count} people sign up, with ${promptsPerUser} prompts each …`);
    const setupStats = new RequestStats();
    await forEachUser(users, async (user) => {
      await user.signUp(setupStats);
      await user.fill(promptsPerUser, setupStats);
    });
    let hasPassed = true;
    for (const variant of chosen) {
      hasPassed = (await runVariant(variant, installation, users, minutes)) && hasPassed;
    }
    if (!hasPassed) throw new Error('Writes were lost or requests failed: see above.');
  } finally {
    await installation.server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
