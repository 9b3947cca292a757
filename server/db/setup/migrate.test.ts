import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { migrate, type SqlFolders, sqlFolders } from './migrate.ts';

let db: TestDatabase;
let folder: string;
let folders: SqlFolders;
let owner: ClientConfig;
const logged: string[] = [];
const log = createLog('warn', (line) => logged.push(line));

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cuebook-sql-'));
  folders = { platform: join(folder, 'p'), migrations: join(folder, 'm'), seed: join(folder, 's') };
  for (const part of Object.values(folders) as string[]) mkdirSync(part);
  await db.sql(`drop database if exists migrating`);
  await db.sql(`create database migrating template template0`);
  owner = { ...db.login(), database: 'migrating' };
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  logged.length = 0;
  await db.sql('drop database migrating with (force)');
});

function file(part: keyof SqlFolders, name: string, text: string): void {
  writeFileSync(join(folders[part], name), text);
}

async function rows(text: string): Promise<unknown[][]> {
  const { Client } = await import('pg');
  const client = new Client(owner);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

test('runs platform, migrations and seeds in order, once, and records them as the Supabase CLI does', async () => {
  file('platform', '001-base.sql', 'create schema auth; create table public.log (line text);');
  file('migrations', '20260102000000_second.sql', `insert into log values ('second');`);
  file('migrations', '20260101000000_first.sql', `insert into log values ('first');`);
  file('seed', '01-rows.sql', `insert into log values ('seed');`);
  expect(await migrate(owner, log, folders)).toEqual([
    '001-base.sql',
    '20260101000000_first.sql',
    '20260102000000_second.sql',
    '01-rows.sql',
  ]);
  expect(await migrate(owner, log, folders)).toEqual([]);
  expect(await rows('select line from log')).toEqual([['first'], ['second'], ['seed']]);
  expect(
    await rows('select * from supabase_migrations.schema_migrations order by version'),
  ).toEqual([
    ['20260101000000', [`insert into log values ('first');`], 'first'],
    ['20260102000000', [`insert into log values ('second');`], 'second'],
  ]);
});

test('a later file of the platform and of the migrations runs at the next start', async () => {
  file('platform', '001-base.sql', 'create schema auth;');
  await migrate(owner, log, folders);
  file('platform', '002-more.sql', 'create table auth.users (id int);');
  file('migrations', '20260101000000_a.sql', 'create table a (id int);');
  expect(await migrate(owner, log, folders)).toEqual(['002-more.sql', '20260101000000_a.sql']);
});

test('leaves the platform of a hosted Supabase alone', async () => {
  await rows('create schema auth');
  file('platform', '001-base.sql', 'create schema auth;');
  file('migrations', '20260101000000_a.sql', 'create table a (id int);');
  expect(await migrate(owner, log, folders)).toEqual(['20260101000000_a.sql']);
});

test('a file that fails is named, with the line and the reason, and nothing of it stays', async () => {
  file('migrations', '20260101000000_good.sql', 'create table good (id int);');
  file(
    'migrations',
    '20260102000000_bad.sql',
    'create table half (id int);\n\ninsert into nowhere\n  values (1);',
  );
  await expect(migrate(owner, log, folders)).rejects.toThrow(
    /m\/20260102000000_bad\.sql failed at line 3 and nothing of it was applied: relation "nowhere" does not exist/,
  );
  expect(await rows(`select to_regclass('half'), to_regclass('good') is not null`)).toEqual([
    [null, true],
  ]);
  expect(await rows('select version from supabase_migrations.schema_migrations')).toEqual([
    ['20260101000000'],
  ]);
  file('migrations', '20260102000000_bad.sql', 'create table half (id int);');
  expect(await migrate(owner, log, folders)).toEqual(['20260102000000_bad.sql']);
});

test('a file whose name has no version is refused', async () => {
  file('migrations', 'oops.sql', 'select 1');
  await expect(migrate(owner, log, folders)).rejects.toThrow(
    'The migration oops.sql is not named like',
  );
});

test('what one file sets for its session does not reach the next', async () => {
  file(
    'migrations',
    '20260101000000_a.sql',
    `create schema side; set search_path = side; set role pg_monitor; reset role;`,
  );
  file('migrations', '20260102000000_b.sql', 'create table here (id int);');
  await migrate(owner, log, folders);
  expect(await rows(`select to_regclass('public.here') is not null`)).toEqual([[true]]);
});

test('a seed runs again when its text has changed', async () => {
  file('migrations', '20260101000000_a.sql', 'create table log (line text);');
  file('seed', 'a.sql', `insert into log values ('one');`);
  await migrate(owner, log, folders);
  file('seed', 'a.sql', `insert into log values ('two');`);
  expect(await migrate(owner, log, folders)).toEqual(['a.sql']);
  expect(await rows('select line from log')).toEqual([['one'], ['two']]);
});

test('two servers that start together run each file once', async () => {
  file('migrations', '20260101000000_a.sql', 'create table a (id int); select pg_sleep(0.2);');
  const applied = await Promise.all([migrate(owner, log, folders), migrate(owner, log, folders)]);
  expect(applied.flat()).toEqual(['20260101000000_a.sql']);
});

test('servers that start together on several databases of one PostgreSQL share its roles', async () => {
  file(
    'platform',
    '001-roles.sql',
    `do $$ begin
      if not exists (select from pg_roles where rolname = 'shared') then create role shared; end if;
    end $$;
    alter role shared set search_path = side;
    select pg_sleep(0.2);`,
  );
  await db.sql('create database beside template template0');
  try {
    const both = [owner, { ...owner, database: 'beside' }];
    const applied = await Promise.all(both.map((login) => migrate(login, log, folders)));
    expect(applied).toEqual([['001-roles.sql'], ['001-roles.sql']]);
  } finally {
    await db.sql('drop database beside with (force)');
    await db.sql('drop role shared');
  }
});

test('a database that a newer version migrated is refused, and left as it is', async () => {
  file('platform', '001-a.sql', 'select 1');
  file('migrations', '20260101000000_a.sql', 'create table a (id int);');
  await migrate(owner, log, folders);
  rmSync(join(folders.migrations, '20260101000000_a.sql'));
  file('migrations', '20260102000000_b.sql', 'create table b (id int);');
  await expect(migrate(owner, log, folders)).rejects.toThrow(
    'The database is newer than this version of Cuebook, which does not have migration 20260101000000: start the newer version, or restore a backup',
  );
  expect(await rows(`select to_regclass('b')`)).toEqual([[null]]);
  file('migrations', '20260101000000_a.sql', 'create table a (id int);');
  rmSync(join(folders.platform, '001-a.sql'));
  await expect(migrate(owner, log, folders)).rejects.toThrow('does not have migration 001-a.sql:');
});

test('a migration that changed after it ran is logged', async () => {
  file('migrations', '20260101000000_a.sql', 'create table a (id int);');
  file('migrations', '20260102000000_b.sql', 'create table b (id int);');
  await migrate(owner, log, folders);
  expect(logged).toEqual([]);
  file('migrations', '20260101000000_a.sql', 'create table a (id bigint);');
  expect(await migrate(owner, log, folders)).toEqual([]);
  expect(logged.join()).toContain(
    '"migrations changed after they ran here, and will not run again","files":["20260101000000_a.sql"]',
  );
});

test('an owner without the right to create service_role gets instructions', async () => {
  const text = readFileSync(join(sqlFolders.platform, '001-roles.sql'), 'utf8');
  file('platform', '001-roles.sql', text.replaceAll('service_role', 'unmade_role'));
  await db.sql('create role plain login createrole');
  try {
    await db.sql('alter database migrating owner to plain');
    await expect(migrate({ ...owner, user: 'plain' }, log, folders)).rejects.toThrow(
      'let a superuser run "create role unmade_role nologin noinherit bypassrls" first',
    );
  } finally {
    await db.sql('drop database migrating with (force)');
    await db.sql('drop role plain');
    await db.sql('create database migrating');
  }
});

test('the files of the product apply to an empty database, and again to none', async () => {
  expect((await migrate(owner, log, sqlFolders)).length).toBeGreaterThan(0);
  expect(await migrate(owner, log, sqlFolders)).toEqual([]);
});
