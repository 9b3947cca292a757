import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientConfig, DatabaseError } from 'pg';
import type { Log } from '#server/log.ts';
import { DatabaseStartError } from './start-error.ts';

/** Where the SQL lies that makes an empty database ours. */
export interface SqlFolders {
  /** What a hosted Supabase already has: roles, the auth schema, helper functions. */
  readonly platform: string;
  readonly migrations: string;
  readonly seed: string;
}

const root = join(import.meta.dirname, '../..');

export const sqlFolders: SqlFolders = {
  platform: join(root, 'server/db/platform'),
  migrations: join(root, 'supabase/migrations'),
  seed: join(root, 'supabase/seed'),
};

/** One key for every server of a database: what they do at their start, they do one after the other. */
export const startLock = 7_205_759_403_792;

/**
 * Brings the database to the newest state; each file in a transaction of its own, recorded in it.
 * Returns the files that ran. Throws {@link DatabaseStartError} that names the file which failed,
 * of which nothing is applied then.
 */
export async function migrate(
  owner: ClientConfig,
  log: Log,
  folders: SqlFolders = sqlFolders,
): Promise<string[]> {
  const client = new Client(owner);
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [startLock]);
    await client.query(records);
    const applied = [
      ...(await applyPlatform(client, folders.platform)),
      ...(await applyMigrations(client, folders.migrations, log)),
      ...(await applySeeds(client, folders.seed)),
    ];
    if (applied.length > 0) {
      log.info('database brought up to date', { files: applied.length, last: applied.at(-1) });
      await client.query(`notify pgrst, 'reload schema'`);
    }
    return applied;
  } finally {
    await client.end();
  }
}

/** The tables that the Supabase CLI keeps, so that both know what the other did; and one for the platform. */
const records = `
  set client_min_messages = warning;
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key, statements text[], name text
  );
  create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);
  create table if not exists supabase_migrations.platform_files (
    name text primary key, applied_at timestamptz not null default now()
  );
  reset client_min_messages;`;

async function applyPlatform(client: Client, folder: string): Promise<string[]> {
  const done = await column(client, 'select name from supabase_migrations.platform_files');
  if (done.size === 0) {
    const hosted = await column(client, `select nspname from pg_namespace where nspname = 'auth'`);
    if (hosted.size > 0) return [];
  }
  const files = sqlFiles(folder).filter((file) => !done.has(file));
  for (const file of files) {
    await applyFile(client, join(folder, file), {
      text: 'insert into supabase_migrations.platform_files (name) values ($1)',
      values: [file],
    });
  }
  return files;
}

async function applyMigrations(client: Client, folder: string, log: Log): Promise<string[]> {
  const done = await column(client, 'select version from supabase_migrations.schema_migrations');
  const files = sqlFiles(folder).map((file) => {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    if (version === undefined || name === undefined) {
      throw new DatabaseStartError(
        `The migration ${file} is not named like 20260101000000_name.sql.`,
      );
    }
    return { file, version, name };
  });
  const known = new Set(files.map((file) => file.version));
  const unknown = [...done].filter((version) => !known.has(version));
  if (unknown.length > 0) {
    log.warn('the database has migrations that this version does not know', { versions: unknown });
  }
  const changed = await changedSince(client, folder, files);
  if (changed.length > 0) {
    log.warn('migrations were changed after they had run here, and will not run again', {
      files: changed,
    });
  }
  const missing = files.filter((file) => !done.has(file.version));
  for (const { file, version, name } of missing) {
    const path = join(folder, file);
    await applyFile(client, path, {
      text: `insert into supabase_migrations.schema_migrations (version, statements, name)
             values ($1, array[$2], $3)`,
      values: [version, readFileSync(path, 'utf8'), name],
    });
  }
  return missing.map(({ file }) => file);
}

/** Those of the files whose text is another than what ran; the Supabase CLI keeps it in pieces, which are not compared. */
async function changedSince(
  client: Client,
  folder: string,
  files: readonly { file: string; version: string }[],
): Promise<string[]> {
  const known = await column(
    client,
    `select version || ' ' || md5(statements[1]) from supabase_migrations.schema_migrations
     where cardinality(statements) = 1`,
  );
  const hashes = new Map(
    [...known].map((line): [string, string] => {
      const [version = '', hash = ''] = line.split(' ');
      return [version, hash];
    }),
  );
  const hashOf = (file: string) =>
    createHash('md5')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
  return files.flatMap(({ file, version }) => {
    const ran = hashes.get(version);
    return ran === undefined || ran === hashOf(file) ? [] : [file];
  });
}

/** Seeds are idempotent, and run again when their text has changed. */
async function applySeeds(client: Client, folder: string): Promise<string[]> {
  const done = await column(
    client,
    `select path || ' ' || hash from supabase_migrations.seed_files`,
  );
  const files = sqlFiles(folder).map((file) => ({
    file,
    path: `supabase/seed/${file}`,
    hash: createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex'),
  }));
  const changed = files.filter(({ path, hash }) => !done.has(`${path} ${hash}`));
  for (const { file, path, hash } of changed) {
    await applyFile(client, join(folder, file), {
      text: `insert into supabase_migrations.seed_files (path, hash) values ($1, $2)
             on conflict (path) do update set hash = excluded.hash`,
      values: [path, hash],
    });
  }
  return changed.map(({ file }) => file);
}

async function applyFile(
  client: Client,
  path: string,
  record: { text: string; values: readonly unknown[] },
): Promise<void> {
  const text = readFileSync(path, 'utf8');
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(text);
      await client.query({ text: record.text, values: [...record.values] });
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      if (attempt < mostAttempts && isOfAnotherDatabase(error)) continue;
      throw new DatabaseStartError(describe(path, text, error));
    } finally {
      // A file may set search_path or role for itself; the next one starts afresh.
      await client.query('reset session authorization; reset role; reset all').catch(() => {});
    }
  }
}

const mostAttempts = 20;

/**
 * Roles are those of all databases of a PostgreSQL, and our lock holds in one of them: who changes the same role for
 * another database has done so by now.
 */
function isOfAnotherDatabase(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const { code, message, schema } = error;
  const isMadeTwice = code === '23505' && schema === 'pg_catalog';
  return isMadeTwice || (code === 'XX000' && message === 'tuple concurrently updated');
}

function describe(path: string, text: string, error: unknown): string {
  const file = path.startsWith(root) ? path.slice(root.length + 1) : path;
  if (!(error instanceof Error)) return `${file} failed and nothing of it was applied.`;
  const position = 'position' in error ? Number(error.position) : Number.NaN;
  const line = Number.isInteger(position)
    ? ` at line ${text.slice(0, position).split('\n').length}`
    : '';
  const detail = 'detail' in error && typeof error.detail === 'string' ? ` (${error.detail})` : '';
  return `${file} failed${line} and nothing of it was applied: ${error.message}${detail}`;
}

function sqlFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

async function column(client: Client, text: string): Promise<Set<string>> {
  const { rows } = await client.query<[string]>({ text, rowMode: 'array' });
  return new Set(rows.map(([value]) => value));
}
