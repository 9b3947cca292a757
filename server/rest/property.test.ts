/** Random schemas and queries: /rest/v1 answers what plain SQL over the same rows gives. */
import { expect, it, onTestFinished } from 'vitest';
import { randomQuery } from '#server/testing/rest/random-query.ts';
import { randomSchema, schemaName } from '#server/testing/rest/random-schema.ts';
import { openRestFixture } from '#server/testing/rest/rest-fixture.ts';
import { Seeded } from '#server/testing/rest/seeded.ts';

/** `PROPERTY_ROUNDS=50` looks at more schemas than every run does, `PROPERTY_SEED` at others. */
const rounds = Number(process.env['PROPERTY_ROUNDS'] ?? 3);
const firstSeed = Number(process.env['PROPERTY_SEED'] ?? 1);
const queries = 60;

it.each(Array.from({ length: rounds }, (_, round) => firstSeed + round))(
  'schema %i is read and written as SQL has it',
  { timeout: 60_000 },
  async (seed) => {
    const random = new Seeded(seed);
    const schema = randomSchema(random);
    const rest = await openRestFixture({
      schemas: [schemaName],
      made: schema.sql,
      settings: { 'pgrst.db_tx_end': 'commit-allow-override' },
    });
    onTestFinished(() => rest.close());
    let rows = 0;
    for (let at = 0; at < queries; at += 1) {
      const { table, search, rowsSql, countSql, idsSql, conditions } = randomQuery(random, schema);
      const path = `/${encodeURIComponent(table)}`;
      const read = await rest.send('GET', `${path}?${search}`, {
        headers: { prefer: 'count=exact' },
      });
      const [expected] = await rest.db.sql<{ body: unknown[] }>(rowsSql);
      const [counted] = await rest.db.sql<{ total: number }>(countSql);
      const told = { query: `${path}?${decodeURIComponent(search)}`, rowsSql };
      const total = Number(read.headers.get('content-range')?.split('/')[1]);
      // Past the end nothing is answered but that.
      const body = read.status === 416 ? [] : read.json;
      expect({ ...told, body, total }).toEqual({
        ...told,
        body: expected?.body,
        total: counted?.total,
      });
      rows += expected?.body.length ?? 0;

      const undone = 'return=representation, tx=rollback';
      const removed = await rest.send('DELETE', `${path}?select=id&order=id&${conditions}`, {
        headers: { prefer: undone },
      });
      const ids = await rest.db.sql(idsSql);
      // Rows that others refer to stay.
      const gone = removed.status === 409 ? ids : removed.json;
      expect({ ...told, ids: gone }).toEqual({ ...told, ids });
    }
    expect(rows).toBeGreaterThan(queries / 4);
  },
);
