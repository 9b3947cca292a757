import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { loadSecrets, type Secrets } from '#server/secrets.ts';
import {
  createTestDatabase,
  testTransactionSettings,
  type TestDatabase,
} from '#server/testing/test-database.ts';
import type { Database } from '#server/db/database.ts';
import { connectDatabase, startDatabase } from './open-database.ts';

const secrets: Secrets = {
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  signingKeys: [],
  authenticatorPassword: `it's "safe"`,
  authAdminPassword: 'pässword/@:',
};
const log = createLog('error', () => {});
const opened: Database[] = [];

async function open(environment: Record<string, string>): Promise<Database> {
  const config = readConfig(environment);
  const database = await connectDatabase(config, await startDatabase(config, secrets, log), log);
  opened.push(database);
  return database;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
});

async function whoAmI(database: Database): Promise<unknown> {
  const request = await database.requests.run(testTransactionSettings('anon'), {
    text: 'select session_user::text, current_user::text',
    values: [],
  });
  const auth = await database.auth.query<{ who: string; path: string }>(
    `select session_user::text as who, current_setting('search_path') as path`,
  );
  return { request: request.rows[0], auth: auth.rows[0] };
}

const everyone = {
  request: ['authenticator', 'anon'],
  auth: { who: 'supabase_auth_admin', path: 'auth' },
};

describe('embedded', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'cuebook-open-'));
  });
  afterEach(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('opens an empty folder, migrates it, and logs in as the least that each part needs', async () => {
    const database = await open({ DATA_DIR: dataDir, DATABASE_CONNECTIONS: '3' });
    await database.ping();
    expect(await whoAmI(database)).toEqual(everyone);
    await opened.pop()?.close();
    await expect(database.ping()).rejects.toThrow('after calling end on the pool');
  });
});

describe('DATABASE_URL', () => {
  const cluster = inject('testCluster');
  const name = `url_${randomUUID().slice(0, 8)}`;
  const url = (database = name, host = String(cluster.host)) =>
    `postgresql:///${database}?user=postgres&host=${encodeURIComponent(host)}`;

  async function onCluster(text: string): Promise<void> {
    const client = new Client(cluster);
    await client.connect();
    await client.query(text);
    await client.end();
  }

  beforeAll(() => onCluster(`create database ${name} template template0`));
  afterAll(() => onCluster(`drop database ${name} with (force)`));

  test('is migrated and used as it stands', async () => {
    const database = await open({ DATABASE_URL: url() });
    expect(await whoAmI(database)).toEqual(everyone);
  });

  test('gets no new keys silently if it is already in use', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cuebook-keys-'));
    const config = readConfig({ DATABASE_URL: url(), DATA_DIR: dataDir });
    await open({ DATABASE_URL: url() });
    await expect(loadSecrets(config)).rejects.toThrow('the database is in use already');
    expect(readdirSync(dataDir)).toEqual([]);
    const away = readConfig({ DATABASE_URL: url('absent'), DATA_DIR: dataDir });
    await expect(loadSecrets(away)).rejects.toThrow('database "absent" does not exist');
    expect(readdirSync(dataDir)).toEqual([]);
    rmSync(dataDir, { recursive: true });
  });

  test('compiles no statement, and keeps the options that the address names', async () => {
    const database = await open({ DATABASE_URL: `${url()}&options=-c%20work_mem%3D7MB` });
    const query = `select current_setting('jit') || ' ' || current_setting('work_mem') as set`;
    const request = await database.requests.run(testTransactionSettings('anon'), {
      text: query,
      values: [],
    });
    expect(request.rows).toEqual([['off 7MB']]);
    for (const pool of [database.auth, database.owner, database.jobs]) {
      expect((await pool.query(query)).rows).toEqual([{ set: 'off 7MB' }]);
    }
    expect(await whoAmI(database)).toEqual(everyone);
  });

  test('is migrated by an owner who may create roles, and is no superuser', async () => {
    const roles = 'anon, authenticated, service_role, authenticator, supabase_auth_admin';
    await onCluster(`create role plain_owner login createrole bypassrls;
      grant ${roles}, cuebook_search, cuebook_reader to plain_owner with admin option`);
    await onCluster('create database plain owner plain_owner template template0');
    const database = await open({
      DATABASE_URL: url('plain').replace('user=postgres', 'user=plain_owner'),
    });
    expect(await whoAmI(database)).toEqual(everyone);
    await database.close();
    opened.length = 0;
    await onCluster('drop database plain');
    await onCluster(`drop owned by plain_owner; drop role plain_owner`);
  });

  test('has as many connections as are set, for which a request waits as long as is set', async () => {
    const database = await open({
      DATABASE_URL: url(),
      DATABASE_CONNECTIONS: '1',
      DATABASE_WAIT_SECONDS: '1',
    });
    const run = (text: string) =>
      database.requests.run(testTransactionSettings('anon'), { text, values: [] });
    const lock = await database.owner.connect();
    await lock.query('select pg_advisory_lock(1)');
    await run('select 1');
    const long = run('select pg_advisory_xact_lock(1)');
    await expect(run('select 1')).rejects.toThrow(
      'No connection to the database became free in time.',
    );
    await lock.query('select pg_advisory_unlock(1)');
    lock.release();
    await long;
    expect((await run('select 1')).rows).toEqual([['1']]);
  });

  test('is refused with an encoding other than UTF8', async () => {
    await onCluster(
      `create database latin template template0 encoding latin1 locale 'C' locale_provider libc`,
    );
    await expect(open({ DATABASE_URL: url('latin') })).rejects.toThrow(
      `The database of DATABASE_URL has the encoding LATIN1: create one with encoding 'UTF8' and a UTF-8 locale.`,
    );
    await onCluster('drop database latin');
  });

  test('is refused with an ASCII-only locale', async () => {
    await onCluster(
      `create database ascii template template0 encoding utf8 locale 'C' locale_provider libc`,
    );
    await expect(open({ DATABASE_URL: url('ascii') })).rejects.toThrow(
      'without letter case beyond ASCII',
    );
    await onCluster('drop database ascii');
  });

  test('makes ping fail while it is down, and is used again afterwards', async () => {
    const database = await open({ DATABASE_URL: url() });
    await onCluster(`alter database ${name} with allow_connections false`);
    await onCluster(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    const pingError = () => database.ping().then(() => 'It is there.', String);
    // Its connections end one after the other, each with a reason of its own.
    await expect.poll(pingError).toContain('not currently accepting connections');
    await onCluster(`alter database ${name} with allow_connections true`);
    await database.ping();
    expect(await whoAmI(database)).toEqual(everyone);
  });

  test('is refused with the reason if it does not answer', async () => {
    await expect(open({ DATABASE_URL: url('none', '/nowhere') })).rejects.toThrow(
      /^The database of DATABASE_URL cannot be reached: .*no such file/i,
    );
    await expect(open({ DATABASE_URL: url('absent') })).rejects.toThrow(
      'database "absent" does not exist',
    );
    await expect(
      open({ DATABASE_URL: `${url()}&sslmode=verify-full&sslrootcert=/nowhere` }),
    ).rejects.toThrow(/^The database of DATABASE_URL cannot be reached: .*no such file/i);
  });
});

describe('onSchemaChange: schema changes', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());

  test('reach listeners until they stop, even after a lost connection', async () => {
    let notifications = 0;
    let wake = () => {};
    const stop = db.database.onSchemaChange(() => {
      notifications += 1;
      wake();
    });
    const next = () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      });
    let heard = next();
    await db.sql(`notify pgrst, 'reload schema'`);
    await heard;
    heard = next();
    await db.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where query = 'listen pgrst' and datname = current_database()`);
    await heard;
    heard = next();
    await db.sql('notify pgrst');
    await heard;
    expect(notifications).toBe(3);
    stop();
    await db.sql(`notify pgrst, 'reload schema'`);
    await db.sql('select pg_sleep(0.1)');
    expect(notifications).toBe(3);
  });

  test.each([
    ['a new table', 'create table public.a (id int)', 1],
    ['a new column', 'alter table public.a add column b int', 1],
    ['a new view', 'create view public.c as select id from public.a', 1],
    ['a new function', 'create function public.f() returns int return 1', 1],
    ['what is dropped', 'drop table public.a cascade', 1],
    ['a temporary table', 'create temp table d (id int); drop table d', 0],
    ['an index', 'create index on public.prompts (icon)', 0],
  ])('%s notifies listeners, unless it changes nothing that they read', async (_, ddl, times) => {
    let notifications = 0;
    const stop = db.database.onSchemaChange(() => (notifications += 1));
    await db.sql(ddl);
    // Notifications arrive in the order of their commits.
    await db.sql(`notify pgrst, 'reload config'`);
    await expect.poll(() => notifications).toBe(times + 1);
    stop();
  });
});
