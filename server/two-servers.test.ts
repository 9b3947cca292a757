import { randomUUID } from 'node:crypto';
import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { goodPassword, linkIn } from './testing/auth-test-harness.ts';
import { dropDatabase } from '#server/testing/drop-database.ts';
import { type ServerProcesses, startTwoServers } from '#server/testing/server-processes.ts';
import { startSmtpServer, type SmtpServer } from '#server/testing/smtp-server.ts';

/** Two server processes with the same keys, on one empty database, behind a small balancer. */
const cluster = inject('serverCluster');
const database = `two_${randomUUID().replaceAll('-', '')}`;

let smtp: SmtpServer;
let installation: ServerProcesses;
let owner: Client;

beforeAll(async () => {
  owner = new Client(cluster);
  await owner.connect();
  await owner.query(`create database ${database}`);
  smtp = await startSmtpServer({ disabledCommands: ['AUTH', 'STARTTLS'] });
  installation = await startTwoServers({
    DATABASE_URL: `postgresql:///${database}?host=${encodeURIComponent(String(cluster.host))}&port=${cluster.port}&user=${cluster.user}`,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    LIMIT_WRONG_PASSWORDS: '4',
  });
});
afterAll(async () => {
  await installation.stop();
  await smtp.stop();
  await dropDatabase(owner, database);
  await owner.end();
});

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

function authOf(address: string) {
  return new AuthClient({
    url: `${address}/auth/v1`,
    headers: { apikey: installation.publishableKey },
    autoRefreshToken: false,
    persistSession: false,
  });
}

/** Signs up through the balancer, opens the mail's link and signs in. */
async function makePerson(email: string) {
  const auth = authOf(installation.site);
  const { error } = await auth.signUp({ email, password: goodPassword });
  if (error) throw error;
  const mails = smtp.received.filter(({ to }) => to.includes(email));
  expect(mails).toHaveLength(1);
  const text = String(mails[0]?.text).replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const link = linkIn({ to: email, subject: '', text, html: '' });
  expect(link.origin).toBe(installation.site);
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(303);
  const signedIn = await auth.signInWithPassword({ email, password: goodPassword });
  if (signedIn.error) throw signedIn.error;
  return { auth, session: signedIn.data.session };
}

describe('two servers on one database', () => {
  it('run each migration once, even if they start at the same moment', async () => {
    const [counts] = await sql(
      `select count(*)::int as all, count(distinct version)::int as versions
       from supabase_migrations.schema_migrations`,
    );
    expect(counts?.['all']).toBeGreaterThan(10);
    expect(counts?.['versions']).toBe(counts?.['all']);
    for (const server of installation.servers) {
      expect((await fetch(`${server.url}/health`)).status).toBe(200);
    }
  });

  it('share accounts, mails and sessions', async () => {
    const { auth, session } = await makePerson('ada@example.com');
    for (const server of [...installation.servers, ...installation.servers]) {
      const { data, error } = await authOf(server.url).getUser(session.access_token);
      expect([error, data.user?.email]).toEqual([null, 'ada@example.com']);
    }
    const tokens = [session.refresh_token];
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(
        installation.servers.map((server) =>
          authOf(server.url).refreshSession({ refresh_token: tokens.at(-1) ?? '' }),
        ),
      );
      const given = answers.map(({ data }) => data.session?.refresh_token);
      expect(given[0]).toBe(given[1]);
      tokens.push(given[0] ?? '');
    }
    expect((await auth.signOut({ scope: 'global' })).error).toBeNull();
    for (const server of installation.servers) {
      const { error } = await authOf(server.url).getUser(session.access_token);
      expect(error).toMatchObject({ name: 'AuthSessionMissingError' });
    }
  });

  it('share the limit of wrong passwords', async () => {
    const guess = async (email: string) => {
      const { error } = await authOf(installation.site).signInWithPassword({
        email,
        password: 'Wrong-Pass-1',
      });
      return error?.status;
    };
    const inTurn = [];
    for (let attempt = 0; attempt < 8; attempt += 1) inTurn.push(await guess('bob@example.com'));
    expect(inTurn.slice(0, 4)).toEqual(Array<number>(4).fill(400));
    expect(inTurn.slice(4)).toContain(429);
    const atOnce = await Promise.all(Array.from({ length: 16 }, () => guess('eve@example.com')));
    const guesses = atOnce.filter((status) => status === 400).length;
    expect(guesses).toBeGreaterThanOrEqual(4);
    // Each server alone allows four; some are refilled while the test runs.
    expect(guesses).toBeLessThan(8);
  });

  it('both reload a changed schema', async () => {
    await sql(`create table public.notes (id int primary key);
      grant select on public.notes to anon;
      notify pgrst, 'reload schema'`);
    for (const server of installation.servers) {
      const db = new PostgrestClient(`${server.url}/rest/v1`, {
        headers: { apikey: installation.publishableKey },
      });
      await expect.poll(async () => (await db.from('notes').select()).error).toBeNull();
    }
  });

  it('continue on one server when the other stops', async () => {
    const { session } = await makePerson('grace@example.com');
    await installation.servers.shift()?.stop();
    const { data, error } = await authOf(installation.site).refreshSession(session);
    expect([error, data.session?.user.email]).toEqual([null, 'grace@example.com']);
  });
});
