import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { insertPrompts } from '../insert-prompts.ts';
import { watchMemory } from '../load/watch-memory.ts';
import { cpuTimeMs, readPostmasterPid } from '../process-stats.ts';
import { promptText } from '../prompt-text.ts';
import { aligned, machineLoad, median, quantile } from '../report.ts';
import { insertPeople } from '../seed.ts';
import { peopleCount, personId, promptId } from '../seed-ids.ts';
import { startServer, superuserOf, type ServerProcess } from '../server-process.ts';
import { signTokens, type Keys } from '../tokens.ts';
import { withClient } from '../with-client.ts';
import { floodSlowClient } from './flood-slow-client.ts';
import { ChangeWriter, type Writes } from './change-writer.ts';

export interface RealtimeOptions {
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
}

const dataDir = join(import.meta.dirname, '../../.cache/bench/realtime');
const prompts = 5_000;
const perSecond = 500;
const threads = 2;
/** Changes of the last moment may still be on their way. */
const arrivalMs = 3_000;
const warmUpSeconds = 5;
const settings = { CONFIRM_EMAIL: 'off', REALTIME_MESSAGES: '10000', WEB_PROCESSES: '1' };

async function seed(): Promise<void> {
  const rows = Array.from({ length: prompts }, (_, n) => {
    const { title, content, tags } = promptText(n);
    return { id: promptId(n), title, content, tags, user_id: personId(ownerOf(n) + 1) };
  });
  await withClient(superuserOf(dataDir), async (client) => {
    await insertPeople(client, peopleCount);
    await insertPrompts(client, rows);
    await client.query('vacuum analyze');
  });
}

/** The changes that came to clients: numbers and times, one after the other. */
const results = v.object({ received: v.array(v.number()), lost: v.number() });

interface Subscribers {
  /** Ends the clients, and returns what they got. */
  end(): Promise<v.InferOutput<typeof results>[]>;
}

/** Two clients belong to each person. */
function personOf(connection: number): number {
  return Math.floor(connection / 2) % peopleCount;
}

/** Connects clients in threads of their own. */
async function startSubscribers(
  { port }: ServerProcess,
  { publishableKey, tokens }: Keys,
  connections: number,
): Promise<Subscribers> {
  const people = Array.from({ length: connections }, (_, connection) => {
    const person = personOf(connection);
    return { id: personId(person + 1), token: tokens[person] ?? '' };
  });
  const workers = Array.from(
    { length: threads },
    (_, thread) =>
      new Worker(new URL('subscribers.ts', import.meta.url), {
        workerData: {
          port,
          apiKey: publishableKey,
          people: people.filter((_person, index) => index % threads === thread),
        },
      }),
  );
  // A run that fails doesn't wait for them.
  for (const worker of workers) worker.unref();
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  return {
    end: () =>
      Promise.all(
        workers.map(async (worker) => {
          const ended = once(worker, 'message');
          // A thread has no origin.
          // oxlint-disable-next-line unicorn/require-post-message-target-origin
          worker.postMessage('end');
          const [result] = v.parse(v.tuple([results]), await ended);
          await worker.terminate();
          return result;
        }),
      ),
  };
}

interface Run {
  readonly writesPerSecond: number;
  readonly writeP50Ms: number;
  readonly writeP95Ms: number;
  /** Processor time of a write in the connection that writes. */
  readonly writeCpuMs: number;
  /** Processor time of the server and PostgreSQL for a write and all that follows from it. */
  readonly totalCpuMs: number;
  /** The times from a commit to a client. */
  readonly arrivalsMs: readonly number[];
  readonly expectedArrivals: number;
  readonly lostConnections: number;
  readonly memory: string;
  /** The end of a client that stopped reading; empty without one. */
  readonly slowClient: string;
}

interface RunOptions {
  readonly seconds: number;
  /** Clients that subscribe to their own prompts. */
  readonly connections: number;
  readonly hasSlowClient: boolean;
}

/** Changes prompts on a new server, while clients subscribe to them. */
async function runOnce({ seconds, connections, hasSlowClient }: RunOptions): Promise<Run> {
  const server = await startServer(dataDir, 'info', settings);
  try {
    const keys = await signTokens(dataDir, server.port);
    const subscribers =
      connections === 0 ? null : await startSubscribers(server, keys, connections);
    const writer = await ChangeWriter.open(superuserOf(dataDir), prompts);
    await writer.write(Math.min(seconds, warmUpSeconds), perSecond);
    const liveBefore = await server.liveMb();
    const memory = watchMemory(() => server);
    const roots = [server.pid, readPostmasterPid(dataDir)];
    const [writerMs, totalMs] = [cpuOf(writer.pids), cpuOf(roots)];
    const [writes, slowClient] = await Promise.all([
      writer.write(seconds, perSecond),
      hasSlowClient ? describeSlowClient(server, keys.publishableKey) : '',
    ]);
    const writeCpuMs = (cpuOf(writer.pids) - writerMs) / writes.ms.length;
    await pause(arrivalMs);
    const totalCpuMs = (cpuOf(roots) - totalMs) / writes.ms.length;
    const used = await memory.stop(false);
    const live = `${liveBefore.toFixed(1)} MB at the start, ${(await server.liveMb()).toFixed(1)} MB at the end`;
    await writer.close();
    const ended = (await subscribers?.end()) ?? [];
    return {
      writesPerSecond: writes.ms.length / seconds,
      writeP50Ms: quantile(writes.ms, 0.5),
      writeP95Ms: quantile(writes.ms, 0.95),
      writeCpuMs,
      totalCpuMs,
      arrivalsMs: ended.flatMap(({ received }) => arrivalsMs(received, writes)),
      expectedArrivals: expectedArrivals(writes, connections),
      lostConnections: ended.reduce((sum, { lost }) => sum + lost, 0),
      memory: `${used}\nserver, after a collection of garbage: ${live}`,
      slowClient,
    };
  } finally {
    await server.stop();
  }
}

function cpuOf(pids: readonly number[]): number {
  return cpuTimeMs(pids) ?? Number.NaN;
}

async function describeSlowClient(server: ServerProcess, apiKey: string): Promise<string> {
  const { megabytes, seconds } = await floodSlowClient(server, apiKey);
  return `A client that stopped reading was disconnected after ${megabytes.toFixed(0)} MB and ${seconds.toFixed(1)} s.`;
}

/** The person whose prompt a write changes. */
function ownerOf(number: number): number {
  return (number % prompts) % peopleCount;
}

function arrivalsMs(received: readonly number[], { committedAtMs }: Writes): number[] {
  const times: number[] = [];
  for (let index = 0; index < received.length; index += 2) {
    const committed = committedAtMs.get(received[index] ?? 0);
    // Changes of the warm-up have no time.
    if (committed !== undefined) times.push((received[index + 1] ?? Number.NaN) - committed);
  }
  return times;
}

function expectedArrivals({ committedAtMs }: Writes, connections: number): number {
  const listeners = Array.from({ length: connections }, (_, connection) => personOf(connection));
  const counts = new Map<number, number>();
  for (const person of listeners) counts.set(person, (counts.get(person) ?? 0) + 1);
  let sum = 0;
  for (const number of committedAtMs.keys()) sum += counts.get(ownerOf(number)) ?? 0;
  return sum;
}

const head = [
  'clients',
  'writes/s',
  'write p50 ms',
  'p95',
  'CPU of a write ms',
  'of all for it',
  'commit to client p50 ms',
  'p95',
  'p99',
  'received',
];

function rowOf(connections: number, runs: readonly Run[]): string[] {
  const medianOf = (of: (run: Run) => number, digits: number) =>
    median(runs.map(of)).toFixed(digits);
  const received = runs.reduce((sum, run) => sum + run.arrivalsMs.length, 0);
  const expected = runs.reduce((sum, run) => sum + run.expectedArrivals, 0);
  const arrival = (share: number) =>
    connections === 0 ? '–' : medianOf((run) => quantile(run.arrivalsMs, share), 1);
  return [
    String(connections),
    medianOf((run) => run.writesPerSecond, 0),
    medianOf((run) => run.writeP50Ms, 2),
    medianOf((run) => run.writeP95Ms, 2),
    medianOf((run) => run.writeCpuMs, 3),
    medianOf((run) => run.totalCpuMs, 3),
    arrival(0.5),
    arrival(0.95),
    arrival(0.99),
    connections === 0 ? '–' : `${received} of ${expected}`,
  ];
}

/** Runs the benchmark of /realtime/v1 that README.md describes. */
export async function measureRealtime({
  seconds,
  rounds,
  connections,
}: RealtimeOptions): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const seeding = await startServer(dataDir, 'error', settings);
  try {
    await seed();
  } finally {
    await seeding.stop();
  }
  const [quiet, subscribed]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    console.log(`Round ${round + 1} of ${rounds}: twice ${seconds} s, ${machineLoad()}`);
    const without = { runs: quiet, connections: 0 };
    const withClients = { runs: subscribed, connections };
    // They take turns at going first.
    for (const kind of round % 2 === 0 ? [without, withClients] : [withClients, without]) {
      kind.runs.push(
        await runOnce({ seconds, connections: kind.connections, hasSlowClient: false }),
      );
    }
  }
  const disturbed = await runOnce({ seconds, connections, hasSlowClient: true });
  const rows = [rowOf(0, quiet), rowOf(connections, subscribed), rowOf(connections, [disturbed])];
  rows.at(-1)?.splice(0, 1, `${connections} and a slow one`);
  console.log(`\n${aligned([head, ...rows])}\n`);
  const slower = (of: (run: Run) => number) =>
    median(subscribed.map((run, round) => 100 * (of(run) / of(quiet[round] ?? run) - 1))).toFixed(
      1,
    );
  console.log(
    `With subscribers, a write takes ${slower((run) => run.writeCpuMs)} % more processor time, and ${slower((run) => run.writeP50Ms)} % longer.`,
  );
  console.log(disturbed.slowClient);
  const lost = [...subscribed, disturbed].reduce((sum, run) => sum + run.lostConnections, 0);
  console.log(`${lost} other clients were disconnected.`);
  console.log(`Memory of the last round:\n${subscribed.at(-1)?.memory ?? ''}`);
}
