import { getPriority } from 'node:os';
import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { asCaller } from '#server/current-caller.ts';
import { createLog } from '#server/log.ts';
import { openPools } from '#server/db/setup/open-database.ts';
import { setUpTestDatabase, testTransactionSettings } from '#server/testing/test-database.ts';
import { isDatabaseUnavailable } from '#server/db/errors/is-unavailable.ts';
import { openPool } from './pool.ts';
import { inTransaction } from './transaction.ts';

const log = createLog('error', () => {});
const test = await setUpTestDatabase();

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('a pool that callers share', () => {
  it('gives a newcomer the next turn, and never all connections to one caller', async () => {
    const pool = openPool(test.login(), { max: 2, statementMs: 10_000, isShared: true }, log);
    const order: string[] = [];
    const query = (caller: string) =>
      asCaller(caller, async () => {
        const connection = await pool.connect();
        order.push(caller);
        await connection.query('select pg_sleep(0.02)');
        connection.release();
      });
    const many = Array.from({ length: 20 }, () => query('busy'));
    await query('busy');
    order.length = 0;
    const more = Array.from({ length: 20 }, () => query('busy'));
    await query('newcomer');
    expect(order.indexOf('newcomer')).toBeLessThan(5);
    await Promise.all([...many, ...more]);

    const held = await asCaller('busy', () => pool.connect());
    const waiting = query('busy');
    await query('newcomer');
    held.release();
    await waiting;
    expect(order.slice(-2)).toEqual(['newcomer', 'busy']);
    await pool.end();
  });
});

describe.runIf(process.platform === 'linux')('the processes of PostgreSQL', () => {
  it('leave processors to the server that started it, and those of jobs also to requests', async () => {
    const server = { owner: test.login(), authenticator: test.login('authenticator') };
    const authAdmin = test.login('supabase_auth_admin');
    const stop = async () => {};
    const limits = { connections: 1, waitMs: 10_000 };
    const database = await openPools({ ...server, authAdmin, isEmbedded: true, stop }, limits, log);
    const pidOf = 'select pg_backend_pid() as pid';
    const priorityIn = async (pool: Pool) =>
      getPriority((await pool.query<{ pid: number }>(pidOf)).rows[0]?.pid);
    const settings = testTransactionSettings('anon');
    const { rows } = await database.requests.run(settings, { text: pidOf, values: [] });
    const forRequests = getPriority(Number(rows[0]?.[0]));
    expect(forRequests).toBeGreaterThan(getPriority());
    expect(await priorityIn(database.auth)).toBe(forRequests);
    expect(await priorityIn(database.jobs)).toBeGreaterThan(forRequests);
    await database.close();
  });
});

describe('a pool with a time limit', () => {
  it('has PostgreSQL end a statement that runs longer, and keeps no lock of it', async () => {
    const pool = openPool(test.login(), { max: 1, statementMs: 200 }, log);
    const error = await failure(
      inTransaction(pool, (client) =>
        client.query('select pg_advisory_xact_lock(7), pg_sleep(60)'),
      ),
    );
    expect(String(error)).toContain('statement timeout');
    expect(isDatabaseUnavailable(error)).toBe(true);
    // PostgreSQL sends the error before it ends the transaction.
    await expect
      .poll(() => test.sql('select pg_try_advisory_xact_lock(7) as free'))
      .toEqual([{ free: true }]);
    await pool.end();
  });

  it('drops the connection when PostgreSQL does not end the statement, and answers the next one', async () => {
    const pool = openPool(test.login(), { max: 1, statementMs: 200 }, log);
    await pool.query('set statement_timeout = 0');
    const error = await failure(pool.query('select pg_sleep(60)'));
    expect(String(error)).toContain('Query read timeout');
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});
