/**
 * Measures whether response times reveal which addresses have an account. Sends the auth API
 * requests for addresses with and without one, in random order. Compares the times.
 * Usage: `node tools/with-packages.mjs bench/response-times.ts [ROUNDS]`.
 *
 * The column `longer` is how often a response for an account takes longer than one for no account:
 * 50 % reveals nothing. The column `noise` is the deviation from 50 % that 95 of 100 runs stay
 * within by chance.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { median } from './report.ts';
import { readSecrets } from './secrets.ts';
import { startServer } from './server-process.ts';

const maxRounds = Number(process.argv[2] ?? 160);
/** Number of addresses of each kind. They take turns, or rate limits would be reached. */
const addressCount = 40;

const orders = [
  ['registered', 'unregistered'],
  ['unregistered', 'registered'],
] as const;

interface Endpoint {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  /** Whether it hashes a password, which takes long enough for fewer rounds. */
  readonly isSlow?: boolean;
}

const endpoints: readonly Endpoint[] = [
  { name: 'recover', path: '/recover', body: {} },
  { name: 'otp', path: '/otp', body: { create_user: false } },
  { name: 'resend', path: '/resend', body: { type: 'signup' } },
  { name: 'verify', path: '/verify', body: { type: 'recovery', token: '000000' } },
  {
    name: 'token',
    path: '/token?grant_type=password',
    body: { password: 'Wrong-1' },
    isSlow: true,
  },
  { name: 'signup', path: '/signup', body: { password: 'Another-Act-1' }, isSlow: true },
];

const dataDir = await mkdtemp(join(tmpdir(), 'cuebook-times-'));
const server = await startServer(dataDir, 'warn');
try {
  const { secretKey } = readSecrets(dataDir);
  const registered = addresses('registered');
  for (const email of registered) {
    const account = { email, password: 'Curtain-Call-7', email_confirm: true };
    await request('/admin/users', account, secretKey);
  }
  process.stdout.write('endpoint   with account   without   longer   noise\n');
  for (const endpoint of endpoints) {
    process.stdout.write(`${await measure(endpoint, registered)}\n`);
  }
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function addresses(name: string): string[] {
  return Array.from({ length: addressCount }, (_, index) => `${name}-${index}@example.com`);
}

/** Sends a request and returns the milliseconds until the whole response has arrived. */
async function request(path: string, body: object, bearer?: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}/auth/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  });
  await response.text();
  if (response.status === 429) throw new Error(`${path} is rate limited: use fewer rounds.`);
  return performance.now() - start;
}

async function measure(
  { name, path, body, isSlow }: Endpoint,
  registered: string[],
): Promise<string> {
  const emails = { registered, unregistered: addresses(`unregistered-${name}`) };
  const rounds = Math.min(
    isSlow === true ? maxRounds / 2 : maxRounds,
    path === '/verify' ? 160 : maxRounds,
  );
  const times = { registered: [] as number[], unregistered: [] as number[] };
  // The first round of each address only warms up.
  for (let round = -addressCount; round < rounds; round += 1) {
    for (const kind of orders[Math.random() < 0.5 ? 0 : 1]) {
      const email = emails[kind][(round + addressCount) % addressCount] ?? '';
      const duration = await request(path, { ...body, email });
      // Work that continues after the response must not slow down the next request.
      await new Promise((resolve) => setTimeout(resolve, 15));
      if (round >= 0) times[kind].push(duration);
    }
  }
  const longer = shareOfLonger(times.registered, times.unregistered);
  const noise = 1.96 * Math.sqrt((2 * rounds + 1) / (12 * rounds * rounds));
  const medians = [median(times.registered), median(times.unregistered)].map(
    (ms) => `${ms.toFixed(2)} ms`,
  );
  return `${name.padEnd(11)}${medians[0]?.padEnd(15)}${medians[1]?.padEnd(10)}${percent(longer)}   ± ${percent(noise)}`;
}

/** Returns how often a value of the first list is greater than one of the second. */
function shareOfLonger(first: readonly number[], second: readonly number[]): number {
  let greater = 0;
  for (const one of first) {
    for (const other of second) greater += one > other ? 1 : one === other ? 0.5 : 0;
  }
  return greater / (first.length * second.length);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
