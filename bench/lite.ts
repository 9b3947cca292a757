import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { freePort } from '../e2e/fixtures/free-port.ts';
import { emailOf, peopleCount, personId } from './seed-ids.ts';
import { runProgram } from './run-program.ts';
import type { Keys } from './tokens.ts';

/** Supabase's own small server, run on the measured database. Installed for the benchmark only. */
const packages = ['@supabase/lite@0.10.0', 'postgres@3.4.9'];
const folder = join(import.meta.dirname, '../.cache/bench/lite');
const secret = 'a secret of the benchmark, of more than thirty-two characters';

/**
 * The program that runs in `folder`. It switches roles and reads accounts, so it logs in as owner.
 */
const program = `
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { serve } from '@hono/node-server';
const [host, databasePort, port, max] = process.argv.slice(2);
const connection = createPostgresConnection({
  url: 'postgres://postgres@localhost/postgres',
  postgresOptions: { host, port: Number(databasePort), max: Number(max) },
});
const app = new App({ connection, auth: { enabled: true, jwt_secret: ${JSON.stringify(secret)} } });
const fetch = (request, env) =>
  app.fetch(request, { peerAddress: env.incoming.socket.remoteAddress ?? null });
serve({ port: Number(port), hostname: '127.0.0.1', fetch }, () => console.log('ready'));
`;

/** Installs @supabase/lite unless it is installed already. */
export async function installLite(): Promise<void> {
  if (
    existsSync(join(folder, 'node_modules/@supabase/lite')) &&
    existsSync(join(folder, 'node_modules/postgres'))
  )
    return;
  console.log(`Installing ${packages.join(' and ')} …`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await runProgram('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...packages]);
}

export interface LiteServer {
  readonly pid: number;
  readonly port: number;
  readonly keys: Keys;
  stop(): Promise<void>;
}

async function signToken(person: number): Promise<string> {
  return new SignJWT({
    sub: personId(person),
    aud: 'authenticated',
    role: 'authenticated',
    email: emailOf(person),
    exp: Math.floor(Date.now() / 1000) + 86_400,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret));
}

/** Starts @supabase/lite on a PostgreSQL, with as many connections as our server has. */
export async function startLite(database: { host: string; port: number }): Promise<LiteServer> {
  const port = await freePort();
  writeFileSync(join(folder, 'serve.mjs'), program);
  const connections = 2 * availableParallelism();
  const child = spawn(
    process.execPath,
    ['serve.mjs', database.host, String(database.port), String(port), String(connections)],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => resolve());
    child.once('error', reject);
    child.once('exit', () => reject(new Error('@supabase/lite did not start.')));
  });
  const tokens = await Promise.all(
    Array.from({ length: peopleCount }, (_, index) => signToken(index + 1)),
  );
  return {
    pid: child.pid ?? 0,
    port,
    keys: { publishableKey: 'none', tokens },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
