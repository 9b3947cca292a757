/**
 * Whether the time of an answer tells who has an account: asks the account interface about addresses
 * with and without one, in random order, and compares how long the answers take.
 *
 *     node bench/answer-times.ts [times]
 *
 * `chance` is how often an answer about an account takes longer than one about none: 50 % tells
 * nothing. `noise` is how far from 50 % chance alone would lead in 95 of 100 runs.
 */
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { median } from './report.ts';
import { startServer } from './server-process.ts';

const times = Number(process.argv[2] ?? 160);
/** So many accounts, and addresses without one, are asked about in turn: else limits would answer. */
const addresses = 20;

const forth = ['known', 'unknown'] as const;
const back = ['unknown', 'known'] as const;

interface Question {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  /** Answers that hash a password take long enough to be asked for less often. */
  readonly slow?: boolean;
}

const questions: readonly Question[] = [
  { name: 'recover', path: '/recover', body: {} },
  { name: 'otp', path: '/otp', body: { create_user: false } },
  { name: 'resend', path: '/resend', body: { type: 'signup' } },
  { name: 'verify', path: '/verify', body: { type: 'recovery', token: '000000' } },
  { name: 'token', path: '/token?grant_type=password', body: { password: 'Wrong-1' }, slow: true },
  { name: 'signup', path: '/signup', body: { password: 'Another-Act-1' }, slow: true },
];

const dataDir = await mkdtemp(join(tmpdir(), 'cuebook-times-'));
const server = await startServer(dataDir, 'warn');
try {
  const secrets: unknown = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  const { secretKey } = secrets as { secretKey: string };
  const known = listOf('known');
  for (const email of known) {
    const account = { email, password: 'Curtain-Call-7', email_confirm: true };
    await ask('/admin/users', account, secretKey);
  }
  process.stdout.write('question   with account   without   chance   noise\n');
  for (const question of questions) process.stdout.write(`${await measure(question, known)}\n`);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function listOf(name: string): string[] {
  return Array.from({ length: addresses }, (_, index) => `${name}-${index}@example.com`);
}

/** Milliseconds until the whole answer was there. */
async function ask(path: string, body: object, bearer?: string): Promise<number> {
  const begin = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}/auth/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  });
  await response.text();
  if (response.status === 429) throw new Error(`${path} is limited: ask less often.`);
  return performance.now() - begin;
}

async function measure({ name, path, body, slow }: Question, known: string[]): Promise<string> {
  const lists = { known, unknown: listOf(`unknown-${name}`) };
  const rounds = Math.min(slow === true ? times / 2 : times, path === '/verify' ? 180 : times);
  const taken = { known: [] as number[], unknown: [] as number[] };
  for (let round = -addresses; round < rounds; round += 1) {
    const sides = Math.random() < 0.5 ? forth : back;
    for (const side of sides) {
      const email = lists[side][(round + addresses) % addresses] ?? '';
      const duration = await ask(path, { ...body, email });
      // What was begun behind the answer must not slow down the next one, which is not about it.
      await new Promise((resolve) => setTimeout(resolve, 15));
      if (round >= 0) taken[side].push(duration);
    }
  }
  const chance = chanceOf(taken.known, taken.unknown);
  const noise = 1.96 * Math.sqrt((2 * rounds + 1) / (12 * rounds * rounds));
  const shown = [median(taken.known), median(taken.unknown)].map((ms) => `${ms.toFixed(2)} ms`);
  return `${name.padEnd(11)}${shown[0]?.padEnd(15)}${shown[1]?.padEnd(10)}${percent(chance)}   ± ${percent(noise)}`;
}

/** How often a value of the first list is greater than one of the second. */
function chanceOf(first: readonly number[], second: readonly number[]): number {
  let greater = 0;
  for (const one of first) {
    for (const other of second) greater += one > other ? 1 : one === other ? 0.5 : 0;
  }
  return greater / (first.length * second.length);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
