/** Random schemas and queries: /rest/v1 returns the same as plain SQL over the same rows. */
import { expect, it, onTestFinished } from 'vitest';
import { randomQuery } from '#server/testing/rest/random-query.ts';
import { randomSchema, schemaName } from '#server/testing/rest/random-schema.ts';
import { openRestFixture } from '#server/testing/rest/rest-fixture.ts';
import { SeededRandom } from '#server/testing/seeded-random.ts';

/** `PROPERTY_ROUNDS=50` tests more schemas than the default, `PROPERTY_SEED` tests others. */
const rounds = Number(process.env['PROPERTY_ROUNDS'] ?? 3);
const firstSeed = Number(process.env['PROPERTY_SEED'] ?? 1);
const queries = 60;

it.each(Array.from({ length: rounds }, (_, round) => firstSeed + round))(
  '/rest/v1 reads and deletes the same rows as plain SQL in random schema %i',
  async (seed) => {
    const random = new SeededRandom(seed);
    const schema = randomSchema(random);
    const rest = await openRestFixture({
      schemas: [schemaName],
      setupSql: schema.sql,
      settings: { 'pgrst.db_tx_end': 'commit-allow-override' },
    });
    onTestFinished(() => rest.close());
    let rows = 0;
    for (let query = 0; query < queries; query += 1) {
      const { table, search, rowsSql, countSql, idsSql, conditions } = randomQuery(random, schema);
      const path = `/${encodeURIComponent(table)}`;
      const read = await rest.send('GET', `${path}?${search}`, {
        headers: { prefer: 'count=exact' },
      });
      const [expected] = await rest.db.sql<{ body: unknown[] }>(rowsSql);
      const [counted] = await rest.db.sql<{ total: number }>(countSql);
      const context = { query: `${path}?${decodeURIComponent(search)}`, rowsSql };
      const total = Number(read.headers.get('content-range')?.split('/')[1]);
      // Beyond the end, the response is an error.
      const body = read.status === 416 ? [] : read.json;
      expect({ ...context, body, total }).toEqual({
        ...context,
        body: expected?.body,
        total: counted?.total,
      });
      rows += expected?.body.length ?? 0;

      const prefer = 'return=representation, tx=rollback';
      const removed = await rest.send('DELETE', `${path}?select=id&order=id&${conditions}`, {
        headers: { prefer },
      });
      const ids = await rest.db.sql(idsSql);
      // A foreign key may forbid the delete.
      const deleted = removed.status === 409 ? ids : removed.json;
      expect({ ...context, ids: deleted }).toEqual({ ...context, ids });
    }
    expect(rows).toBeGreaterThan(queries / 4);
  },
);
