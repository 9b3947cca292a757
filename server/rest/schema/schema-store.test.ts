import { Pool } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '#server/log.ts';
import { openRestFixture, type RestFixture } from '#server/testing/rest/rest-fixture.ts';
import { readCatalogue } from './introspection.ts';
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
    const withAwards = () => rest.send('GET', '/directors?select=*,awards(id)&id=eq.1');
    await expect
      .poll(async () => (await withAwards()).json)
      .toEqual([{ id: 1, name: 'Varda', born: '1928-05-30', country: null, awards: [] }]);
    await rest.db.sql('drop table cinema.awards');
    await expect.poll(async () => (await withAwards()).json).toMatchObject({ code: 'PGRST200' });
    stop.abort();
    await traffic;
    expect([...statuses]).toEqual([200]);
    expect(rest.logged).toEqual([]);
  });

  it('is read again after a failed read', async () => {
    const rest = await openRestFixture();
    onTestFinished(() => rest.close());
    let away = true;
    const { store, change } = openStore(rest, () => {
      if (away) throw new Error('away');
    });
    await expect(store.current()).rejects.toThrow('away');
    away = false;
    const first = await store.current();
    expect(first.relation('cinema', 'films')?.primaryKey).toEqual(['id']);
    expect(await store.current()).toBe(first);
    change();
    await expect.poll(() => store.current().then((next) => next === first)).toBe(false);
  });

  it('is replaced while changes keep coming faster than they are read', async () => {
    const rest = await openRestFixture();
    onTestFinished(() => rest.close());
    let isChanging = true;
    const { store, change } = openStore(rest, () => {
      if (isChanging) change();
    });
    const hasAwards = async () =>
      (await store.current()).relation('cinema', 'awards') !== undefined;
    expect(await hasAwards()).toBe(false);
    await rest.db.sql('create table cinema.awards (id int primary key)');
    await expect.poll(hasAwards).toBe(true);
    isChanging = false;
    const last = await store.current();
    await expect.poll(() => store.current().then((next) => next === last)).toBe(false);
  });

  it('does not depend on quote_all_identifiers', async () => {
    const rest = await openRestFixture();
    const quoting = new Pool({ ...rest.db.login(), options: '-c quote_all_identifiers=on' });
    onTestFinished(async () => {
      await quoting.end();
      await rest.close();
    });
    const [quoted, plain] = await Promise.all(
      [quoting, rest.db.database.owner].map((pool) => readCatalogue(pool, ['cinema'])),
    );
    expect(quoted).toEqual(plain);
  });
});

/** Opens a store with a function that announces a change. `onRead` is called at each read. */
function openStore(rest: RestFixture, onRead: () => void) {
  let change: () => void = () => {};
  const { owner } = rest.db.database;
  const store = openSchemaStore(
    {
      owner: new Proxy(owner, {
        get: (target, name): unknown => {
          if (name === 'query') return target.query.bind(target);
          if (name !== 'connect') return Reflect.get(target, name);
          return async () => {
            await Promise.resolve();
            onRead();
            return target.connect();
          };
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
  return { store, change: () => change() };
}
