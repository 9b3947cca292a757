import { randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type EmbeddedPostgres, startEmbedded } from '#server/db/embedded/start-embedded.ts';
import { startDatabase } from './db/setup/open-database.ts';
import { createLog } from '#server/log.ts';
import { loadSecrets } from '#server/secrets.ts';
import { goodPassword } from './testing/auth-test-harness.ts';
import { copyPrepared } from '#server/testing/copy-prepared.ts';
import { joinTopic } from '#server/testing/realtime-client.ts';
import { type ServerProcesses, startTwoServers } from '#server/testing/server-processes.ts';

/** Two servers behind a balancer, on a PostgreSQL with a streaming replica. */
const folder = mkdtempSync(join(tmpdir(), 'cuebook-replica-'));
const log = createLog('error', () => {});
let primary: EmbeddedPostgres;
let replica: EmbeddedPostgres;
let installation: ServerProcesses;

const pgBin = process.env['PG_BIN'] ?? null;
const start = (name: string) =>
  startEmbedded({ dataDir: join(folder, name), pgBin, log, unsafeNoSync: true });

function urlOf(postgres: EmbeddedPostgres): string {
  const { host = '', port = 0 } = postgres.connect('postgres');
  return `postgresql:///postgres?host=${encodeURIComponent(host)}&port=${port}&user=postgres`;
}

async function sql(postgres: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new Client(postgres.connect('postgres'));
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** As where PostgreSQL is run by somebody else, the login roles need passwords. */
const access = `local replication all trust
local all postgres trust
local all all scram-sha-256
`;

/** A copy of a stopped PostgreSQL, which follows it from then on. */
async function makeReplica(): Promise<void> {
  copyPrepared(join(folder, 'primary'));
  writeFileSync(join(folder, 'primary/postgres/pg_hba.conf'), access);
  cpSync(join(folder, 'primary'), join(folder, 'replica'), { recursive: true });
  primary = await start('primary');
  const { host, port } = primary.connect('postgres');
  const files = join(folder, 'replica/postgres');
  chmodSync(files, 0o700);
  writeFileSync(join(files, 'standby.signal'), '');
  appendFileSync(
    join(files, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=postgres'\n`,
  );
  replica = await start('replica');
}

beforeAll(async () => {
  await makeReplica();
  installation = await startTwoServers({
    DATABASE_URL: urlOf(primary),
    DATABASE_READ_URL: urlOf(replica),
    CONFIRM_EMAIL: 'off',
  });
  await sql(
    primary,
    `create view public.whereabouts as select pg_is_in_recovery() as replica;
    create function public.is_replica() returns boolean stable return pg_is_in_recovery();
    create function public.count_up() returns bigint stable language plpgsql
      as $$ begin return nextval('public.counted'); end $$;
    create sequence public.counted;
    grant select on public.whereabouts to anon, authenticated;
    grant usage on sequence public.counted to anon;
    create table public.news (text text primary key);
    grant select on public.news to anon;
    alter publication supabase_realtime add table public.news;
    notify pgrst, 'reload schema'`,
  );
});
afterAll(async () => {
  await installation.stop();
  await replica.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
});

function clientAt(url = installation.site) {
  return createClient(url, installation.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}
type ProductClient = ReturnType<typeof clientAt>;

/** Signs up, and finds the profile that this created. */
async function makePerson(): Promise<ProductClient> {
  const client = clientAt();
  const email = `${randomUUID()}@example.com`;
  const { data, error } = await client.auth.signUp({ email, password: goodPassword });
  if (error !== null) throw error;
  const profile = await client.from('profiles').select('id').eq('id', String(data.user?.id));
  expect(profile.data).toHaveLength(1);
  return client;
}

/** Returns which database answers reads, asked through each server. */
async function readers(): Promise<unknown[]> {
  const answers = await Promise.all(
    installation.servers.map(({ url }) =>
      clientAt(url).from('whereabouts').select('replica').single(),
    ),
  );
  return answers.map(({ data, error }): unknown => error ?? data);
}

const everywhere = (replica: boolean) => [{ replica }, { replica }];

const onReplica = () => expect.poll(readers).toEqual(everywhere(true));

/** Writes, and reads what was written at once, by whichever server comes next. */
async function writeAndRead(client: ProductClient, title: string): Promise<void> {
  const created = await client
    .from('prompts')
    .insert({ title, content: 'one' })
    .select('id')
    .single();
  expect(created.error).toBeNull();
  const id = String(created.data?.id);
  const found = await client.from('prompts').select('title, content').eq('id', id);
  expect(found.data).toEqual([{ title, content: 'one' }]);
  const changed = await client.from('prompts').update({ content: 'two' }).eq('id', id);
  expect(changed.error).toBeNull();
  const searched = await client.rpc('search_prompts', { query: title });
  expect(searched.data).toHaveLength(1);
  const versions = await client.from('prompt_versions').select('content').eq('prompt_id', id);
  expect(versions.data).toHaveLength(2);
  expect((await client.from('prompts').delete().eq('id', id)).error).toBeNull();
  const { count } = await client
    .from('prompts')
    .select('*', { count: 'exact', head: true })
    .eq('id', id);
  expect(count).toBe(0);
}

describe('DATABASE_READ_URL: a replica', () => {
  it('serves reads and read-only functions, but no writes', async () => {
    await onReplica();
    const client = clientAt();
    for (const get of [true, false]) {
      await expect
        .poll(async (): Promise<unknown> => (await client.rpc('is_replica', {}, { get })).data)
        .toBe(true);
    }
    await writeAndRead(await makePerson(), 'Where it belongs');
  });

  it('returns to everybody at once what they and their sign-up wrote', async () => {
    await onReplica();
    const people = await Promise.all(Array.from({ length: 4 }, makePerson));
    await Promise.all(
      people.map(async (person) => {
        for (let round = 0; round < 5; round += 1) await writeAndRead(person, `Round ${round}`);
      }),
    );
  });

  it('refuses a function that writes as the primary does', async () => {
    await onReplica();
    const { error } = await clientAt().rpc('count_up');
    expect(error).toMatchObject({
      code: '25006',
      message: 'cannot execute nextval() in a read-only transaction',
    });
  });
});

describe('DATABASE_READ_URL: a replica that lags', () => {
  /** Everything is there when it begins; nothing comes any more. */
  async function whileItStandsStill(work: () => Promise<void>): Promise<void> {
    await onReplica();
    await sql(replica, 'select pg_wal_replay_pause()');
    try {
      await work();
    } finally {
      await sql(replica, 'select pg_wal_replay_resume()');
    }
    await onReplica();
  }

  it('is not read, so that every write is visible', async () => {
    const person = await makePerson();
    await whileItStandsStill(async () => {
      await writeAndRead(person, 'While it stands still');
      expect(await readers()).toEqual(everywhere(false));
    });
    await whileItStandsStill(async () => {
      await makePerson();
      expect(await readers()).toEqual(everywhere(false));
    });
  });

  it('is not read by those who were told of a change', async () => {
    const client = clientAt(installation.servers[0]?.url);
    const found: unknown[] = [];
    await joinTopic(client, 'news', { postgres_changes_options: { wait: true } }, (channel) =>
      channel.on('postgres_changes', { event: '*', schema: 'public', table: 'news' }, (change) => {
        const { text } = change.new as { text: string };
        void client
          .from('news')
          .select('text')
          .eq('text', text)
          .then(({ data, error }) => found.push(error ?? data));
      }),
    );
    await whileItStandsStill(async () => {
      await sql(primary, `insert into public.news values ('told')`);
      await expect.poll(() => found).toEqual([[{ text: 'told' }]]);
    });
    await client.removeAllChannels();
  });

  it('is not read after a change of the schema', async () => {
    await whileItStandsStill(async () => {
      await sql(
        primary,
        `create table public.notes (id int primary key);
        grant select on public.notes to anon;
        notify pgrst, 'reload schema'`,
      );
      const answers = installation.servers.map(async ({ url }) => {
        for (;;) {
          const { error } = await clientAt(url).from('notes').select();
          // Until the server has heard of the change.
          if (error?.code !== 'PGRST205') return error;
        }
      });
      expect(await Promise.all(answers)).toEqual([null, null]);
    });
  });
});

describe('DATABASE_READ_URL: a replica that fails', () => {
  it('causes no errors, and is read again after it recovers', async () => {
    const person = await makePerson();
    await onReplica();
    const state = { reading: true };
    const reading = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (state.reading) {
          const { error } = await person.from('prompts').select('id');
          expect(error).toBeNull();
        }
      }),
    );
    await replica.stop();
    await writeAndRead(person, 'While it is away');
    expect(await readers()).toEqual(everywhere(false));
    replica = await start('replica');
    await onReplica();
    state.reading = false;
    await reading;
  });
});

describe('DATABASE_READ_URL', () => {
  async function openWith(environment: Record<string, string>): Promise<void> {
    const config = readConfig({
      DATA_DIR: join(folder, 'keys'),
      SECRET_KEY: installation.secretKey,
      ...environment,
    });
    await (await startDatabase(config, await loadSecrets(config), log)).stop();
  }

  it('is refused with one sentence if it is no replica, but not if it is unreachable', async () => {
    expect(() => readConfig({ DATABASE_READ_URL: 'http://replica' })).toThrow(
      'DATABASE_READ_URL must be an address starting with postgres:// or postgresql://.',
    );
    await expect(openWith({ DATABASE_READ_URL: urlOf(replica) })).rejects.toThrow(
      'DATABASE_READ_URL needs DATABASE_URL: the embedded PostgreSQL has no replicas.',
    );
    const here = { DATABASE_URL: urlOf(primary) };
    await expect(openWith({ ...here, DATABASE_READ_URL: urlOf(primary) })).rejects.toThrow(
      'DATABASE_READ_URL leads to a database that is not a replica: it accepts writes.',
    );
    const absent = urlOf(replica).replace('/postgres?', '/absent?');
    await expect(openWith({ ...here, DATABASE_READ_URL: absent })).rejects.toThrow(
      'The replica of DATABASE_READ_URL refused the connection: database "absent" does not exist.',
    );
    const other = await start('other');
    await expect(
      openWith({ DATABASE_URL: urlOf(other), DATABASE_READ_URL: urlOf(replica) }),
    ).rejects.toThrow(
      'DATABASE_READ_URL leads to a replica of a different database than DATABASE_URL.',
    );
    await other.stop();
    await openWith({ ...here, DATABASE_READ_URL: urlOf(other) });
  });
});

describe('DATABASE_READ_URL: a replica promoted to a primary', () => {
  it('is no longer read', async () => {
    const person = await makePerson();
    await onReplica();
    await sql(replica, 'select pg_promote()');
    await writeAndRead(person, 'After a promotion');
    expect(await readers()).toEqual(everywhere(false));
  });
});
