import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { TestDatabase } from './test-database.ts';

/**
 * Runs `begin` in a transaction, starts `meanwhile`, and once that waits for a lock or has ended,
 * tells `end` whether it has ended, and commits. Returns the result of `meanwhile`.
 */
export async function whileTransactionIsOpen<T>(
  test: TestDatabase,
  begin: (client: Client) => Promise<unknown>,
  meanwhile: () => Promise<T>,
  end: (client: Client, hasEnded: boolean) => Promise<unknown> = async () => {},
): Promise<T> {
  const client = new Client(test.login());
  await client.connect();
  try {
    await client.query('begin');
    await begin(client);
    const ended = new AbortController();
    const result = meanwhile().finally(() => ended.abort());
    while (!ended.signal.aborted && (await test.blockedCount()) === 0) await pause(10);
    await end(client, ended.signal.aborted);
    await client.query('commit');
    return await result;
  } finally {
    await client.end();
  }
}
