import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { goodPassword, linkIn } from '#server/testing/auth-bench.ts';
import { startSmtpServer } from '#server/testing/smtp-server.ts';
import type { SmtpServer } from '#server/testing/smtp-server.ts';
import { makeApiKey, makeSigningKey } from './secrets.ts';

/** Two server processes with the same keys, on one empty database, behind a small balancer. */
const cluster = inject('testCluster');
const database = `two_${randomUUID().replaceAll('-', '')}`;
const publishableKey = makeApiKey('publishable');
const secretKey = makeApiKey('secret');

interface Running {
  readonly port: number;
  stop(): Promise<void>;
}

let smtp: SmtpServer;
let balancer: Server;
let site: string;
let servers: Running[] = [];
let owner: Client;

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listening(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function startProcess(jwtSigningKey: string): Promise<Running> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'cuebook-two-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      DATA_DIR: dataDir,
      SITE_URL: site,
      DATABASE_URL: `postgresql:///${database}?host=${encodeURIComponent(String(cluster.host))}&port=${cluster.port}&user=${cluster.user}`,
      PUBLISHABLE_KEY: publishableKey,
      SECRET_KEY: secretKey,
      JWT_SIGNING_KEY: jwtSigningKey,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes(' is ready at ')) resolve();
    });
    child.once('exit', () => reject(new Error(`The server did not start: ${said}`)));
  });
  return {
    port,
    async stop() {
      const ended = child.exitCode === null ? once(child, 'exit') : Promise.resolve();
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let turn = 0;

/** Passes each request on to the next server that is there. */
function passOn(incoming: IncomingMessage, outgoing: ServerResponse): void {
  turn += 1;
  const { port } = servers[turn % servers.length] ?? { port: 0 };
  const { method, url: path, headers } = incoming;
  const forwarded = { ...headers, 'x-forwarded-for': '198.51.100.7' };
  const sent = request(
    { host: '127.0.0.1', port, method, path, headers: forwarded },
    (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    },
  );
  sent.on('error', () => outgoing.writeHead(502).end());
  incoming.pipe(sent);
}

beforeAll(async () => {
  owner = new Client(cluster);
  await owner.connect();
  await owner.query(`create database ${database}`);
  smtp = await startSmtpServer({ disabledCommands: ['AUTH', 'STARTTLS'] });
  balancer = createServer(passOn);
  // As in front of a real installation: who keeps a connection must not find it closed.
  balancer.keepAliveTimeout = 65_000;
  site = `http://127.0.0.1:${await listening(balancer)}`;
  const jwtSigningKey = JSON.stringify(await makeSigningKey());
  servers = await Promise.all([startProcess(jwtSigningKey), startProcess(jwtSigningKey)]);
}, 60_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await new Promise((resolve) => balancer.close(resolve));
  await smtp.stop();
  await owner.query(`drop database ${database} with (force)`);
  await owner.end();
}, 60_000);

/** Runs SQL in the servers' database as its owner. */
async function sql(text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ ...cluster, database });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const addressOf = (server: Running) => `http://127.0.0.1:${server.port}`;

function authOf(address: string) {
  return new AuthClient({
    url: `${address}/auth/v1`,
    headers: { apikey: publishableKey },
    autoRefreshToken: false,
    persistSession: false,
  });
}

/** Signs up through the balancer, opens the mail's link and signs in. */
async function makePerson(email: string) {
  const auth = authOf(site);
  const { error } = await auth.signUp({ email, password: goodPassword });
  if (error) throw error;
  const mails = smtp.received.filter(({ to }) => to.includes(email));
  expect(mails).toHaveLength(1);
  const text = String(mails[0]?.text).replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const link = linkIn({ to: email, subject: '', text, html: '' });
  expect(link.origin).toBe(site);
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(303);
  const signedIn = await auth.signInWithPassword({ email, password: goodPassword });
  if (signedIn.error) throw signedIn.error;
  return { auth, session: signedIn.data.session };
}

describe('two servers on one database', () => {
  it('run each migration once, though both began at the same moment', async () => {
    const [counts] = await sql(
      `select count(*)::int as all, count(distinct version)::int as versions
       from supabase_migrations.schema_migrations`,
    );
    expect(counts?.['all']).toBeGreaterThan(10);
    expect(counts?.['versions']).toBe(counts?.['all']);
    for (const server of servers) {
      expect((await fetch(`${addressOf(server)}/health`)).status).toBe(200);
    }
  });

  it('share accounts, mails and sessions: what one begins, the other goes on with', async () => {
    const { auth, session } = await makePerson('ada@example.com');
    for (const server of [...servers, ...servers]) {
      const { data, error } = await authOf(addressOf(server)).getUser(session.access_token);
      expect([error, data.user?.email]).toEqual([null, 'ada@example.com']);
    }
    const tokens = [session.refresh_token];
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(
        servers.map((server) =>
          authOf(addressOf(server)).refreshSession({ refresh_token: tokens.at(-1) ?? '' }),
        ),
      );
      const given = answers.map(({ data }) => data.session?.refresh_token);
      expect(given[0]).toBe(given[1]);
      tokens.push(given[0] ?? '');
    }
    expect((await auth.signOut({ scope: 'global' })).error).toBeNull();
    for (const server of servers) {
      const { error } = await authOf(addressOf(server)).getUser(session.access_token);
      expect(error).toMatchObject({ name: 'AuthSessionMissingError' });
    }
  });

  it('count together: changing servers buys no guesses', async () => {
    const guess = async () => {
      const { error } = await authOf(site).signInWithPassword({
        email: 'bob@example.com',
        password: 'Wrong-Pass-1',
      });
      return error?.status;
    };
    const statuses = [];
    for (let attempt = 0; attempt < 14; attempt += 1) statuses.push(await guess());
    expect(statuses).toEqual([...Array<number>(10).fill(400), ...Array<number>(4).fill(429)]);
    const atOnce = await Promise.all(
      Array.from({ length: 40 }, () =>
        authOf(site).signInWithPassword({ email: 'eve@example.com', password: 'Wrong-Pass-1' }),
      ),
    );
    expect(atOnce.filter(({ error }) => error?.status === 400)).toHaveLength(10);
  });

  it('both learn of a changed schema', async () => {
    await sql(`create table public.notes (id int primary key);
      grant select on public.notes to anon;
      notify pgrst, 'reload schema'`);
    for (const server of servers) {
      const db = new PostgrestClient(`${addressOf(server)}/rest/v1`, {
        headers: { apikey: publishableKey },
      });
      await vi.waitFor(async () => {
        expect((await db.from('notes').select()).error).toBeNull();
      }, 10_000);
    }
  });

  it('the other one goes on when one stops', async () => {
    const { session } = await makePerson('grace@example.com');
    const [first, ...others] = servers;
    servers = others;
    await first?.stop();
    const { data, error } = await authOf(site).refreshSession(session);
    expect([error, data.session?.user.email]).toEqual([null, 'grace@example.com']);
  });
});
