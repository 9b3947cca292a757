import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, type ClientConfig, DatabaseError } from 'pg';
import type { Log } from '#server/log.ts';
import { connectClient } from '#server/db/connections/connect-client.ts';
import { DatabaseStartError } from './start-error.ts';

/** The folders of the SQL that sets up an empty database. */
export interface SqlFolders {
  /** The parts that a hosted Supabase already has: roles, the auth schema, helper functions. */
  readonly platform: string;
  readonly migrations: string;
  readonly seed: string;
}

const root = join(import.meta.dirname, '../../..');

export const sqlFolders: SqlFolders = {
  platform: join(root, 'server/db/platform'),
  migrations: join(root, 'supabase/migrations'),
  seed: join(root, 'supabase/seed'),
};

/** The advisory lock key under which servers of a database run their start steps one at a time. */
export const startLock = 7_205_759_403_792;
/** How long a server may hold the lock, and how long a migration may take. */
export const startLockMs = 3_600_000;

/**
 * Applies all missing files, each recorded in its own transaction, and returns those that ran.
 * Throws a {@link DatabaseStartError} that names the failed file, of which nothing is applied.
 */
export async function migrate(
  owner: ClientConfig,
  log: Log,
  folders: SqlFolders = sqlFolders,
): Promise<string[]> {
  const client = await connectClient(owner, startLockMs);
  try {
    await client.query('select pg_advisory_lock($1)', [startLock]);
    await client.query(createRecordTables);
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

/**
 * The tables of the Supabase CLI, so that both see what the other applied, and one for the
 * platform.
 */
const createRecordTables = `
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
  const done = await readColumn(client, 'select name from supabase_migrations.platform_files');
  if (done.size === 0) {
    const hosted = await readColumn(
      client,
      `select nspname from pg_namespace where nspname = 'auth'`,
    );
    if (hosted.size > 0) return [];
  }
  const ownFiles = sqlFiles(folder);
  refuseNewer(done, ownFiles);
  const files = ownFiles.filter((file) => !done.has(file));
  for (const file of files) {
    await applyFile(client, join(folder, file), {
      text: 'insert into supabase_migrations.platform_files (name) values ($1)',
      values: [file],
    });
  }
  return files;
}

async function applyMigrations(client: Client, folder: string, log: Log): Promise<string[]> {
  const done = await readColumn(
    client,
    'select version from supabase_migrations.schema_migrations',
  );
  const files = sqlFiles(folder).map((file) => {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    if (version === undefined || name === undefined) {
      throw new DatabaseStartError(
        `The migration ${file} is not named like 20260101000000_name.sql.`,
      );
    }
    return { file, version, name };
  });
  refuseNewer(
    done,
    files.map(({ version }) => version),
  );
  const changed = await findChanged(client, folder, files);
  if (changed.length > 0) {
    log.warn('migrations changed after they ran here, and will not run again', {
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

/** Returns which migrations and platform files of a database this version does not have. */
export function newerThanThis(done: {
  readonly migrations: readonly string[];
  readonly platform: readonly string[];
}): string[] {
  const versions = sqlFiles(sqlFolders.migrations).map((file) => file.split('_')[0]);
  const platform = sqlFiles(sqlFolders.platform);
  return [
    ...done.migrations.filter((version) => !versions.includes(version)),
    ...done.platform.filter((name) => !platform.includes(name)),
  ];
}

/**
 * Throws if a newer version has migrated the database, since this version cannot keep its
 * guarantees.
 */
function refuseNewer(done: ReadonlySet<string>, ownFiles: readonly string[]): void {
  const unknown = [...done].filter((name) => !ownFiles.includes(name)).sort();
  if (unknown.length === 0) return;
  throw new DatabaseStartError(
    `The database is newer than this version of Cuebook, which does not have migration ${unknown.join(', ')}: start the newer version, or restore a backup from before the upgrade. (A migration of your own must be in supabase/migrations.)`,
  );
}

/**
 * Returns the files that differ from what ran. The Supabase CLI stores statements in pieces; those
 * are not compared.
 */
async function findChanged(
  client: Client,
  folder: string,
  files: readonly { file: string; version: string }[],
): Promise<string[]> {
  const applied = await readColumn(
    client,
    `select version || ' ' || md5(statements[1]) from supabase_migrations.schema_migrations
     where cardinality(statements) = 1`,
  );
  const hashes = new Map(
    [...applied].map((line): [string, string] => {
      const [version = '', hash = ''] = line.split(' ');
      return [version, hash];
    }),
  );
  const hashOf = (file: string) =>
    createHash('md5')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
  return files.flatMap(({ file, version }) => {
    const appliedHash = hashes.get(version);
    return appliedHash === undefined || appliedHash === hashOf(file) ? [] : [file];
  });
}

/** Applies new and changed seeds. Seeds are idempotent. */
async function applySeeds(client: Client, folder: string): Promise<string[]> {
  const done = await readColumn(
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
      if (attempt < maxAttempts && isConcurrentRoleChange(error)) continue;
      throw new DatabaseStartError(describeFailure(path, text, error));
    } finally {
      // A file may set search_path or role; the next one starts clean.
      await client.query('reset session authorization; reset role; reset all').catch(() => {});
    }
  }
}

const maxAttempts = 20;

/**
 * Returns whether another server changed the same role at the same moment. Roles belong to all
 * databases of a cluster, but our lock belongs to one. A retry succeeds.
 */
function isConcurrentRoleChange(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const { code, message, schema } = error;
  const isDuplicateRole = code === '23505' && schema === 'pg_catalog';
  return isDuplicateRole || (code === 'XX000' && message === 'tuple concurrently updated');
}

function describeFailure(path: string, text: string, error: unknown): string {
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

async function readColumn(client: Client, text: string): Promise<Set<string>> {
  const { rows } = await client.query<[string]>({ text, rowMode: 'array' });
  return new Set(rows.map(([value]) => value));
}
