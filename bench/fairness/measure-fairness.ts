import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { insertPrompts } from '../insert-prompts.ts';
import { isChosen } from '../options.ts';
import { promptText } from '../prompt-text.ts';
import { aligned, machineLoad, quantile } from '../report.ts';
import { insertPeople } from '../seed.ts';
import { subscribe } from '../realtime/subscribe.ts';
import { idDigits, personId, promptId, sessionIdPrefix } from '../seed-ids.ts';
import { startServer, superuserOf, type ServerProcess } from '../server-process.ts';
import { signTokens, type Keys } from '../tokens.ts';
import { withClient } from '../with-client.ts';
import {
  attacks,
  type Attack,
  change,
  list,
  peopleCount,
  promptsEach,
  victims,
  writers,
} from './attacks.ts';

export interface FairnessOptions {
  /** Duration of each attack. */
  readonly seconds: number;
  /** Parts of the names of the attacks to run; empty for all. */
  readonly only: readonly string[];
}

const dataDir = join(import.meta.dirname, '../../.cache/bench/fairness');
const page = join(import.meta.dirname, '../../web/dist');
/** Between two lists or changes of an ordinary person, and between two requests for a file or the health. */
const thinkMs = 2_000;
const checkMs = 100;
/** How long the owner of a changed prompt waits to hear of the change. */
const liveLimitMs = 10_000;
/** Until 200 people who start in the same moment can be told from those who click. */
const attackAheadMs = 5_000;
/** How long the next attack waits until all prompts of the last one are indexed. */
const maxSettleSeconds = 180;
const file = '/icon.svg';

/** Attacks must not be stopped by rate limits before they are measured. */
const settings = {
  CONFIRM_EMAIL: 'off',
  TRUSTED_PROXIES: '127.0.0.1',
  LIMIT_SIGN_INS: '1000000',
};

const people = Array.from({ length: peopleCount }, (_, n) => 1 + n);

async function seed(): Promise<void> {
  console.log(`Creating ${peopleCount} people with ${promptsEach} prompts each …`);
  await withClient(superuserOf(dataDir), async (client) => {
    await client.query('set synchronous_commit = off');
    await insertPeople(client, peopleCount);
    await client.query(
      'insert into auth.sessions (id, user_id) select * from unnest($1::uuid[], $2::uuid[])',
      [people.map((person) => sessionIdPrefix + idDigits(person)), people.map(personId)],
    );
    for (const person of people) {
      const rows = Array.from({ length: promptsEach }, (_, n) => {
        const number = person * promptsEach + n;
        const { title, content, tags, isPublic } = promptText(number);
        const user_id = personId(person);
        return { id: promptId(number), title, content, tags, is_public: isPublic, user_id };
      });
      await insertPrompts(client, rows);
    }
    await client.query('vacuum analyze');
  });
}

/** The times of one kind of request, and how many of them failed. */
interface Times {
  readonly ms: number[];
  failed: number;
}

/** Requests `url` again and again, with a pause, until `end`, and adds the times. */
async function measure(
  url: string,
  headers: Readonly<Record<string, string>>,
  { pauseMs, end }: { readonly pauseMs: number; readonly end: number },
  times: Times,
): Promise<void> {
  await pause(Math.random() * pauseMs);
  while (performance.now() < end) {
    const start = performance.now();
    const isOk = await fetch(url, { headers })
      .then(async (response) => {
        await response.arrayBuffer();
        return response.ok;
      })
      .catch(() => false);
    times.ms.push(performance.now() - start);
    if (!isOk) times.failed += 1;
    await pause(pauseMs);
  }
}

/** Changes a prompt of a person again and again, and adds the times until the person is told of it. */
async function measureLive(
  port: number,
  { publishableKey: apiKey, tokens }: Keys,
  person: number,
  end: number,
  times: Times,
): Promise<void> {
  const token = tokens[person - 1] ?? '';
  const told = new EventTarget();
  const receive = (title: string) => told.dispatchEvent(new Event(title));
  const filters = [`user_id=eq.${personId(person)}`];
  const socket = await subscribe({ port, apiKey, token, filters, receive });
  const headers = { apikey: apiKey, authorization: `Bearer ${token}` };
  await pause(Math.random() * thinkMs);
  for (let number = 0; performance.now() < end; number += 1) {
    const title = `Live ${number}`;
    const { method, path, body } = change(person, title);
    const start = performance.now();
    const isTold = Promise.race([
      once(told, title).then(() => true),
      pause(liveLimitMs, false, { ref: false }),
    ]);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const isOk = response.ok && (await isTold);
    times.ms.push(performance.now() - start);
    if (!isOk) {
      times.failed += 1;
      console.log(
        `Change ${number} was ${response.ok ? 'not told' : `refused: ${response.status}`}`,
      );
    }
    await pause(thinkMs);
  }
  socket.close();
}

/** The requests of all but the attackers, by kind. */
interface Measurements {
  readonly list: Times;
  readonly file: Times;
  readonly health: Times;
  readonly account: Times;
  readonly live: Times;
}

interface Result extends Measurements {
  readonly name: string;
  readonly statuses: Readonly<Record<string, number>>;
}

async function runAttack(
  { name }: Attack,
  { port }: ServerProcess,
  keys: Keys,
  seconds: number,
): Promise<Result> {
  const { publishableKey, tokens } = keys;
  const origin = `http://127.0.0.1:${port}`;
  const attacker = new Worker(new URL('attack-worker.ts', import.meta.url), {
    workerData: { origin, apiKey: publishableKey, tokens, name },
  });
  await once(attacker, 'online');
  await pause(attackAheadMs);
  const end = performance.now() + seconds * 1_000;
  const nothing = (): Times => ({ ms: [], failed: 0 });
  const measured: Measurements = {
    list: nothing(),
    file: nothing(),
    health: nothing(),
    account: nothing(),
    live: nothing(),
  };
  await Promise.all([
    measure(origin + file, {}, { pauseMs: checkMs, end }, measured.file),
    measure(`${origin}/health`, {}, { pauseMs: checkMs, end }, measured.health),
    ...writers.map((person) => measureLive(port, keys, person, end, measured.live)),
    ...victims.flatMap((person) => {
      const headers = { apikey: publishableKey, authorization: `Bearer ${tokens[person - 1]}` };
      const pace = { pauseMs: thinkMs, end };
      return [
        measure(origin + list(person).path, headers, pace, measured.list),
        measure(`${origin}/auth/v1/user`, headers, pace, measured.account),
      ];
    }),
  ]);
  const ended = once(attacker, 'message');
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  attacker.postMessage('end');
  const [statuses] = v.parse(v.tuple([v.record(v.string(), v.number())]), await ended);
  await attacker.terminate();
  await settle();
  return { name, ...measured, statuses };
}

/** Waits for statements of the attack that still run, and until most of what it saved is indexed. */
async function settle(): Promise<void> {
  await pause(2_000);
  await withClient(superuserOf(dataDir), async (client) => {
    for (let second = 0; second < maxSettleSeconds; second += 1) {
      const { rowCount } = await client.query(
        'select from private.search_queue offset 1000 limit 1',
      );
      if (rowCount === 0) return;
      await pause(1_000);
    }
    console.log(`Prompts of the attack were not indexed within ${maxSettleSeconds} s`);
  });
}

const p95 = (times: Times) => quantile(times.ms, 0.95);

/** The 95th percentile, and the number of failures if there are any. */
function cell(times: Times): string {
  const failures = times.failed === 0 ? '' : `, ${times.failed} of ${times.ms.length} failed`;
  return p95(times).toFixed(1) + failures;
}

const head = [
  'attack',
  'list p50 ms',
  'list p95',
  'times quiet',
  'file p95',
  'health p95',
  'account p95',
  'live p95',
  'responses to the attack',
];

function rowOf(result: Result, quietP95: number): string[] {
  const { name, list: lists, file: files, health, account, live } = result;
  const statuses = Object.entries(result.statuses).map(([status, count]) => `${status}: ${count}`);
  return [
    name,
    quantile(lists.ms, 0.5).toFixed(1),
    cell(lists),
    (p95(lists) / quietP95).toFixed(1),
    ...[files, health, account, live].map(cell),
    statuses.join(', '),
  ];
}

/** Runs the attacks that README.md describes, and prints what the others notice of them. */
export async function measureFairness({ seconds, only }: FairnessOptions): Promise<void> {
  if (!existsSync(join(page, file))) throw new Error('The page is not built. Run: npm run build');
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const server = await startServer(dataDir, 'error', settings);
  const results: Result[] = [];
  try {
    await seed();
    const keys = await signTokens(dataDir, server.port);
    console.log(`${seconds} s for each attack, ${machineLoad()}`);
    const [quiet] = attacks;
    // The first run warms up the server.
    if (quiet !== undefined) await runAttack(quiet, server, keys, Math.min(seconds, 5));
    for (const attack of attacks) {
      if (isChosen(attack.name, only) || attack === quiet)
        results.push(await runAttack(attack, server, keys, seconds));
    }
  } finally {
    await server.stop();
  }
  const [quiet] = results;
  const quietP95 = quiet === undefined ? Number.NaN : p95(quiet.list);
  console.log(`\n${aligned([head, ...results.map((result) => rowOf(result, quietP95))])}`);
}
