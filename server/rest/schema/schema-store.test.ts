import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '#server/log.ts';
import { openRestFixture } from '#server/testing/rest/rest-fixture.ts';
import { openSchemaStore } from './schema-store.ts';

describe('the schema cache', () => {
  it('is rebuilt after a schema change without failing a request', async () => {
    const rest = await openRestFixture();
    onTestFinished(() => rest.close());
    const read = () => rest.send('GET', '/directors?select=*&id=eq.1');
    expect((await read()).json).toEqual([{ id: 1, name: 'Varda', born: '1928-05-30' }]);
    const stop = new AbortController();
    const statuses = new Set<number>();
    const traffic = (async () => {
      while (!stop.signal.aborted) statuses.add((await read()).status);
    })();
    await rest.db.sql('alter table cinema.directors add column country text');
    await rest.db.sql(
      'create table cinema.awards (id int primary key, director_id int references cinema.directors (id))',
    );
    await rest.db.sql('grant select on cinema.awards to authenticated');
    await rest.db.sql(`notify pgrst, 'reload schema'`);
    await expect
      .poll(async () => (await rest.send('GET', '/directors?select=*,awards(id)&id=eq.1')).json)
      .toEqual([{ id: 1, name: 'Varda', born: '1928-05-30', country: null, awards: [] }]);
    stop.abort();
    await traffic;
    expect([...statuses]).toEqual([200]);
    expect(rest.logged).toEqual([]);
  });

  it('is read again after a failed read', async () => {
    const rest = await openRestFixture();
    onTestFinished(() => rest.close());
    let change: () => void = () => {};
    let away = true;
    const { owner } = rest.db.database;
    const store = openSchemaStore(
      {
        owner: new Proxy(owner, {
          get: (target, name): unknown => {
            if (name === 'query') return target.query.bind(target);
            if (name !== 'connect') return Reflect.get(target, name);
            return away ? () => Promise.reject(new Error('away')) : () => target.connect();
          },
        }),
        onSchemaChange: (listener) => {
          change = listener;
          return () => {};
        },
      },
      ['cinema'],
      createLog('error', () => {}),
    );
    await expect(store.current()).rejects.toThrow('away');
    away = false;
    const first = await store.current();
    expect(first.relation('cinema', 'films')?.primaryKey).toEqual(['id']);
    expect(await store.current()).toBe(first);
    change();
    await expect.poll(() => store.current().then((next) => next === first)).toBe(false);
  });
});
