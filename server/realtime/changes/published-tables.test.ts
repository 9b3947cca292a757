import { expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { PublishedTables } from './published-tables.ts';

/** A database that answers when the test says so. */
function createDatabase() {
  const answers: (() => void)[] = [];
  const query = () =>
    new Promise((resolve) => {
      answers.push(() => resolve({ rows: [{ tables: '[]' }] }));
    });
  return { answers, database: { owner: { query } } as unknown as Pick<Database, 'owner'> };
}

it('reads the tables of a role once for all who ask meanwhile', async () => {
  const { answers, database } = createDatabase();
  const tables = new PublishedTables(database);
  const first = tables.of('anon');
  const later = Array.from({ length: 20 }, () => tables.of('anon', performance.now()));
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await first;
  // The first read may have missed what was committed after it began.
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await Promise.all(later);
  await tables.of('anon');
  expect(answers).toHaveLength(2);
});
