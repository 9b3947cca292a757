import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { inject } from 'vitest';
import {
  type Database,
  DatabaseRefusal,
  type PostgresError,
  type RequestFrame,
  type ResultSet,
} from '#server/db/database.ts';
import { openPools } from '#server/db/open-database.ts';
import { createLog, type Log } from '#server/log.ts';
import { templateDatabase } from './global-setup.ts';

export type Row = Record<string, unknown>;

/** What a statement came to: its rows, or PostgreSQL's refusal. */
export type Outcome =
  | { readonly rows: readonly Record<string, string | null>[]; readonly refusal: null }
  | { readonly rows: readonly []; readonly refusal: PostgresError };

export interface TestDatabase {
  readonly database: Database;
  /** How to log in to it, as the superuser unless a role is given. */
  login(role?: string): ClientConfig;
  /** Runs a statement as the superuser and returns its rows. */
  sql<R extends Row = Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Runs a statement as a request does, with a role and claims; values come as text. */
  asRole(role: string, claims: Row, text: string, values?: readonly unknown[]): Promise<Outcome>;
  /** The same as a signed-in user, or as nobody (anon). */
  asUser(userId: string | null, text: string, values?: readonly unknown[]): Promise<Outcome>;
  drop(): Promise<void>;
}

const quiet: Log = createLog('error', (line) => console.warn(line));

/** A database of its own, copied from the migrated template. Call `drop` when done. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = inject('testCluster');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onCluster(cluster, `create database ${name} template ${templateDatabase}`);
  const login = (role = 'postgres'): ClientConfig => ({ ...cluster, database: name, user: role });
  const database = await openPools(
    {
      owner: login(),
      authenticator: login('authenticator'),
      authAdmin: login('supabase_auth_admin'),
      stop: () => onCluster(cluster, `drop database ${name} with (force)`),
    },
    { connections: 4, waitMs: 10_000 },
    quiet,
  );

  const asRole: TestDatabase['asRole'] = async (role, claims, text, values = []) => {
    try {
      const result = await database.requests.run(testFrame(role, claims), { text, values });
      return { rows: asObjects(result), refusal: null };
    } catch (error) {
      if (error instanceof DatabaseRefusal) return { rows: [], refusal: error.refusal };
      throw error;
    }
  };

  return {
    database,
    login,
    sql: async <R extends Row>(text: string, values: readonly unknown[] = []) =>
      (await database.owner.query<R>(text, [...values])).rows,
    asRole,
    asUser: (userId, text, values) =>
      userId === null
        ? asRole('anon', { role: 'anon' }, text, values)
        : asRole('authenticated', { sub: userId, role: 'authenticated' }, text, values),
    drop: () => database.close(),
  };
}

/** A request's frame for tests: it may write, in the public schema. */
export function testFrame(
  role: string,
  claims: Row = { role },
  overrides: Partial<RequestFrame> = {},
): RequestFrame {
  return {
    role,
    claims: JSON.stringify(claims),
    method: 'POST',
    path: '/',
    headers: '{}',
    searchPath: ['public', 'extensions'],
    readOnly: false,
    statementTimeoutMs: 10_000,
    ...overrides,
  };
}

function asObjects({ columns, rows }: ResultSet): Record<string, string | null>[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map((column, i) => [column, row[i] ?? null])),
  );
}

async function onCluster(cluster: ClientConfig, text: string): Promise<void> {
  const client = new Client(cluster);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
