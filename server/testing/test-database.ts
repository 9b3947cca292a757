import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { afterAll, expect, inject } from 'vitest';
import {
  type Database,
  DatabaseRefusal,
  type PostgresError,
  type TransactionSettings,
  type ResultSet,
} from '#server/db/database.ts';
import { openPools } from '#server/db/setup/open-database.ts';
import { createLog, type Log } from '#server/log.ts';
import { dropDatabase } from './drop-database.ts';
import { templateDatabase } from './global-setup.ts';

export type Row = Record<string, unknown>;

/** Result of a statement: its rows, or PostgreSQL's error. */
export type Outcome =
  | { readonly rows: readonly Record<string, string | null>[]; readonly refusal: null }
  | { readonly rows: readonly []; readonly refusal: PostgresError };

export interface TestDatabase {
  readonly database: Database;
  /** Returns the connection settings, by default of the superuser. */
  login(role?: string): ClientConfig;
  /** Runs a statement as the superuser and returns its rows. */
  sql<R extends Row = Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Runs a statement as a request does, with a role and claims. Returned values are text. */
  asRole(role: string, claims: Row, text: string, values?: readonly unknown[]): Promise<Outcome>;
  /** Runs a statement as a signed-in user, or as anon if `userId` is null. */
  asUser(userId: string | null, text: string, values?: readonly unknown[]): Promise<Outcome>;
  /** Returns the rows of a statement that a signed-in user, or anon, may run. */
  readonly succeedAs: (
    userId: string | null,
    text: string,
    ...values: unknown[]
  ) => Promise<readonly Record<string, string | null>[]>;
  /** Returns how many statements wait for a lock that another one holds. */
  blockedCount(): Promise<number>;
  drop(): Promise<void>;
}

/** A time limit of requests that a test reaches only on purpose. */
const busyMachineMs = 60_000;

const log: Log = createLog('error', (line) => console.warn(line));

/** Creates a database for the tests of the calling file, and drops it after them. */
export async function setUpTestDatabase(): Promise<TestDatabase> {
  const test = await createTestDatabase();
  afterAll(() => test.drop());
  return test;
}

/**
 * Creates a database from the migrated template, in one of the clusters of the run. Call `drop` when
 * done.
 */
export async function createTestDatabase(
  clusterName: 'testCluster' | 'serverCluster' = 'testCluster',
): Promise<TestDatabase> {
  const cluster = inject(clusterName);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copies the template's files, which takes half as long as logging each of its pages.
  await onCluster(cluster, (client) =>
    client.query(`create database ${name} template ${templateDatabase} strategy file_copy`),
  );
  const login = (role = 'postgres'): ClientConfig => ({ ...cluster, database: name, user: role });
  const database = await openPools(
    {
      owner: login(),
      authenticator: login('authenticator'),
      authAdmin: login('supabase_auth_admin'),
      // At a lower priority, tests would starve on a busy machine.
      isEmbedded: false,
      stop: () => onCluster(cluster, (client) => dropDatabase(client, name)),
    },
    { connections: 4, waitMs: busyMachineMs },
    log,
  );

  const asRole: TestDatabase['asRole'] = async (role, claims, text, values = []) => {
    try {
      const result = await database.requests.run(testTransactionSettings(role, claims), {
        text,
        values,
      });
      return { rows: asObjects(result), refusal: null };
    } catch (error) {
      if (error instanceof DatabaseRefusal) return { rows: [], refusal: error.refusal };
      throw error;
    }
  };

  const sql: TestDatabase['sql'] = async <R extends Row>(
    text: string,
    values: readonly unknown[] = [],
  ) => (await database.jobs.query<R>(text, [...values])).rows;

  const asUser: TestDatabase['asUser'] = (userId, text, values) =>
    userId === null
      ? asRole('anon', { role: 'anon' }, text, values)
      : asRole('authenticated', { sub: userId, role: 'authenticated' }, text, values);

  return {
    database,
    login,
    sql,
    asRole,
    asUser,
    succeedAs: async (userId, text, ...values) => {
      const { rows, refusal } = await asUser(userId, text, values);
      expect(refusal).toBeNull();
      return rows;
    },
    blockedCount: async () => {
      const blocked = await sql(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return blocked.length;
    },
    drop: () => database.close(),
  };
}

/** Returns the transaction settings of a request that may write to the public schema. */
export function testTransactionSettings(
  role: string,
  claims: Row = { role },
  overrides: Partial<TransactionSettings> = {},
): TransactionSettings {
  return {
    role,
    claims: JSON.stringify(claims),
    method: 'POST',
    path: '/',
    headers: '{}',
    searchPath: ['public', 'extensions'],
    readOnly: false,
    statementTimeoutMs: busyMachineMs,
    caller: 'test',
    cost: 'steady',
    ...overrides,
  };
}

function asObjects({ columns, rows }: ResultSet): Record<string, string | null>[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map((column, i) => [column, row[i] ?? null])),
  );
}

async function onCluster(
  cluster: ClientConfig,
  act: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client(cluster);
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
