import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { postmasterOf, usedSoFar } from '../processor-time.ts';
import { freePort, type ServerProcess, startServer } from '../server-process.ts';
import { findLost } from './find-lost.ts';
import { watchMemory } from './memory.ts';
import { Person } from './person.ts';
import { Tally } from './tally.ts';

export interface LoadOptions {
  /** How long each variant lasts. */
  readonly minutes: number;
  readonly people: number;
  /** Names of the variants to run; empty for all. */
  readonly only: readonly string[];
}

/** Everybody does something every 2.5 s on average: what would be every 15 s, if ten minutes were an hour. */
const betweenMs = 2_500;
const promptsEach = 40;
const atOnce = 4;

const dataDir = join(import.meta.dirname, '../../.cache/bench/load');
const keys = v.object({ publishableKey: v.string() });

/** A server that is started again on the same port, as whoever runs it would. */
class Installation {
  server: ServerProcess;
  readonly #settings: Readonly<Record<string, string>>;

  private constructor(server: ServerProcess, settings: Readonly<Record<string, string>>) {
    this.server = server;
    this.#settings = settings;
  }

  static async start(): Promise<Installation> {
    const port = String(await freePort());
    const settings = { PORT: port, CONFIRM_EMAIL: 'off', TRUSTED_PROXIES: '127.0.0.1' };
    return new Installation(await startServer(dataDir, 'warn', settings), settings);
  }

  async killAndStart(): Promise<void> {
    await this.server.kill();
    this.server = await startServer(dataDir, 'warn', this.#settings);
  }
}

/** Processor time of the server and its PostgreSQL, in milliseconds, as long as both are the same. */
function processorTime({ server }: Installation): number {
  return usedSoFar([server.pid, postmasterOf(server.dataDir)]) ?? Number.NaN;
}

const undisturbed = 'undisturbed';

/** What happens in the middle of a run. */
const variants: readonly (readonly [string, (to: Installation) => Promise<void>])[] = [
  [undisturbed, async () => {}],
  [
    'PostgreSQL restarted',
    async ({ server }) => {
      // As an operator's restart does it: connections end, nobody is asked. The server starts it again.
      process.kill(postmasterOf(server.dataDir), 'SIGINT');
    },
  ],
  ['server killed', (installation) => installation.killAndStart()],
];

async function inTurns(people: readonly Person[], work: (person: Person) => Promise<void>) {
  const waiting = [...people];
  const worker = async () => {
    for (let person = waiting.shift(); person !== undefined; person = waiting.shift()) {
      await work(person);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function live(person: Person, until: number, tally: Tally): Promise<void> {
  const wait = () => pause(-Math.log(1 - Math.random()) * betweenMs);
  for (await wait(); performance.now() < until; await wait()) {
    try {
      await person.act(tally);
    } catch (error) {
      tally.errors.push(error instanceof Error ? error.message : String(error));
    }
  }
}

async function runVariant(
  [name, disturb]: (typeof variants)[number],
  installation: Installation,
  people: readonly Person[],
  minutes: number,
): Promise<boolean> {
  const tally = new Tally();
  const memory = watchMemory(() => installation.server);
  const isCalm = name === undisturbed;
  const before = isCalm ? processorTime(installation) : 0;
  const from = performance.now();
  const until = from + minutes * 60_000;
  const lives = Promise.all(people.map((person) => live(person, until, tally)));
  await pause((minutes * 60_000) / 2);
  await disturb(installation);
  await lives;
  const perSecond = (tally.requests / ((performance.now() - from) / 1_000)).toFixed(0);
  const cost = isCalm ? (processorTime(installation) - before) / tally.requests : null;
  const used = await memory.stop(!isCalm);
  // Everybody is still signed in.
  const after = new Tally();
  await inTurns(people, (person) =>
    person.refresh(after).catch((error: unknown) => {
      tally.errors.push(`afterwards: ${String(error)}`);
    }),
  );
  const { looked, lost, surplus } = await findLost(dataDir, people);
  console.log(
    `\n${name}: ${people.length} people, ${minutes} minutes, ${perSecond} requests a second\n${tally.table()}\n` +
      `${tally.errors.length} errors; ${tally.again} requests asked again; of ${looked} acknowledged writes ${lost} lost, ${surplus} made twice\n${used}`,
  );
  for (const error of tally.errors.slice(0, 5)) console.log(`  ${error.slice(0, 300)}`);
  if (cost !== null) console.log(`${cost.toFixed(2)} ms of processor time a request`);
  return tally.errors.length + lost + surplus + (isCalm ? tally.again : 0) === 0;
}

/** See README.md: people who use the product at the same time. Throws when something was lost or went wrong. */
export async function measureLoad({ minutes, people: count, only }: LoadOptions): Promise<void> {
  const chosen = variants.filter(([name]) => {
    return only.length === 0 || only.some((part) => name.includes(part));
  });
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const installation = await Installation.start();
  try {
    const { publishableKey } = v.parse(
      keys,
      JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')),
    );
    const origin = `http://127.0.0.1:${installation.server.port}`;
    const people = Array.from({ length: count }, (_, i) => new Person(origin, publishableKey, i));
    console.log(`${count} people sign up, with ${promptsEach} prompts each …`);
    const setup = new Tally();
    await inTurns(people, async (person) => {
      await person.signUp(setup);
      await person.fill(promptsEach, setup);
    });
    let well = true;
    for (const variant of chosen) {
      well = (await runVariant(variant, installation, people, minutes)) && well;
    }
    if (!well) throw new Error('Something was lost, or went wrong: see above.');
  } finally {
    await installation.server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
