/** postgrest-js over HTTP: it must receive the responses that it expects of PostgREST. */
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { PostgrestClient, PostgrestError } from '@supabase/postgrest-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { setUpRestFixture } from '#server/testing/rest/rest-fixture.ts';

const rest = await setUpRestFixture();
let server: Server;
let client: PostgrestClient;

beforeAll(async () => {
  const listener = getRequestListener(rest.app.fetch);
  server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  const port = await listen(server, '127.0.0.1', 0);
  client = new PostgrestClient(`http://127.0.0.1:${port}/rest/v1`, {
    headers: { authorization: 'Bearer authenticated' },
  });
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('postgrest-js', () => {
  it('selects with embeds, filters, order and range', async () => {
    const { data, error, count, status } = await client
      .from('films')
      .select('title, directors!inner(name), roles(part, actors(name))', { count: 'exact' })
      .eq('directors.name', 'Kurosawa')
      .order('year', { ascending: false, nullsFirst: false })
      .range(0, 0);
    expect(error).toBeNull();
    expect({ count, status }).toEqual({ count: 2, status: 206 });
    expect(data).toEqual([
      {
        title: 'Ran',
        directors: { name: 'Kurosawa' },
        roles: [{ part: 'Hidetora', actors: { name: 'Nakadai' } }],
      },
    ]);
  });

  it('filters with every operator', async () => {
    const ids = async (query: PromiseLike<{ data: { id: unknown }[] | null; error: unknown }>) => {
      const { data, error } = await query;
      expect(error).toBeNull();
      return data?.map(({ id }) => id);
    };
    const films = () => client.from('films').select('id').order('id');
    expect(
      await ids(films().neq('id', 1).gt('id', 1).gte('id', 2).lt('id', 5).lte('id', 4)),
    ).toEqual([2, 3, 4]);
    expect(await ids(films().like('title', '%a%').ilike('title', 'VAG%'))).toEqual([2]);
    expect(await ids(films().likeAnyOf('title', ['R%', 'V%']))).toEqual([2, 3]);
    expect(await ids(films().ilikeAllOf('title', ['%r%', '%N']))).toEqual([3]);
    expect(await ids(films().is('year', null))).toEqual([5]);
    expect(await ids(films().in('title', ['Ran', 'Unfinished, "cut"']))).toEqual([3]);
    expect(await ids(films().in('title', ['Ran', 'Ikiru', 'a,b']))).toEqual([3, 4]);
    expect(await ids(films().contains('tags', ['paris']))).toEqual([1]);
    expect(await ids(films().contains('data', { color: true }))).toEqual([2, 3]);
    expect(await ids(films().containedBy('tags', ['road', 'x']))).toEqual([2, 4, 5]);
    expect(await ids(films().overlaps('tags', ['road', 'war']))).toEqual([2, 3]);
    expect(await ids(films().rangeGt('shown', '[1970-01-01,1971-01-01)'))).toEqual([2]);
    expect(await ids(films().rangeAdjacent('shown', '[1962-06-01,1962-07-01)'))).toEqual([1]);
    expect(
      await ids(films().textSearch('search', 'cleo', { type: 'websearch', config: 'english' })),
    ).toEqual([1]);
    expect(await ids(films().match({ year: 1985, director_id: 1 }))).toEqual([2]);
    expect(await ids(films().not('id', 'in', '(1,2)'))).toEqual([3, 4, 5]);
    expect(await ids(films().or('id.eq.1,and(year.eq.1985,title.eq.Ran)'))).toEqual([1, 3]);
    expect(await ids(films().filter('data->>color', 'eq', 'true'))).toEqual([2, 3]);
  });

  it('filters, orders and limits embedded resources', async () => {
    const { data } = await client
      .from('directors')
      .select('name, films(title)')
      .order('name')
      .neq('name', 'Nobody')
      .order('title', { referencedTable: 'films' })
      .limit(1, { referencedTable: 'films' })
      .or('year.gt.1960,title.eq.x', { referencedTable: 'films' });
    expect(data).toEqual([
      { name: 'Kurosawa', films: [{ title: 'Ran' }] },
      { name: 'Varda', films: [{ title: 'Cleo from 5 to 7' }] },
    ]);
  });

  it('reads single(), maybeSingle() and counts', async () => {
    const one = await client.from('films').select('title').eq('id', 3).single();
    expect(one.data).toEqual({ title: 'Ran' });
    const none = await client.from('films').select('title').eq('id', 99).maybeSingle();
    expect(none).toMatchObject({ data: null, error: null });
    const missing = await client.from('films').select('title').eq('id', 99).single();
    expect(missing).toMatchObject({ data: null, status: 406, error: { code: 'PGRST116' } });
    const counted = await client
      .from('films')
      .select('*', { count: 'exact', head: true })
      .eq('year', 1985);
    expect(counted).toMatchObject({ data: null, error: null, count: 2 });
    const embedded = await client.from('directors').select('films(count)').eq('id', 1).single();
    expect(embedded.data).toEqual({ films: [{ count: 2 }] });
  });

  it('inserts, upserts, updates and deletes', async () => {
    const inserted = await client
      .from('orders')
      .insert([
        { id: 10, name: 'x' },
        { id: 11, note: 'y' },
      ])
      .select('id, name, note');
    expect(inserted.data).toEqual([
      { id: 10, name: 'x', note: null },
      { id: 11, name: null, note: 'y' },
    ]);
    const defaults = await client
      .from('orders')
      .insert(
        [
          { id: 12, name: 'x' },
          { id: 13, note: 'y' },
        ],
        { defaultToNull: false },
      )
      .select('note');
    expect(defaults.data).toEqual([{ note: 'none' }, { note: 'y' }]);
    const upserted = await client
      .from('orders')
      .upsert({ id: 10, name: 'z' }, { onConflict: 'id' })
      .select()
      .single();
    expect(upserted.data).toMatchObject({ id: 10, name: 'z' });
    const ignored = await client
      .from('orders')
      .upsert({ id: 10, name: 'q' }, { ignoreDuplicates: true })
      .select();
    expect(ignored.data).toEqual([]);
    const updated = await client
      .from('orders')
      .update({ name: 'u' }, { count: 'exact' })
      .gte('id', 10);
    expect(updated).toMatchObject({ error: null, status: 204, count: 4, data: null });
    const deleted = await client
      .from('orders')
      .delete()
      .gte('id', 10)
      .select('id, billing(city)')
      .order('id');
    expect(deleted.data?.map(({ id }) => id as unknown)).toEqual([10, 11, 12, 13]);
  });

  it('calls functions', async () => {
    expect((await client.rpc('add', { a: 1, b: 2 })).data).toBe(3);
    expect((await client.rpc('add', { a: 1 }, { get: true })).data).toBe(11);
    expect((await client.rpc('join_all', { words: ['a', 'b'] })).data).toBe('a-b');
    expect((await client.rpc('nothing')).status).toBe(204);
    const films = await client
      .rpc('films_of', { year: 1985 })
      .select('title, directors(name)')
      .order('title')
      .limit(1);
    expect(films.data).toEqual([{ title: 'Ran', directors: { name: 'Kurosawa' } }]);
    const counted = await client.rpc('films_of', { year: 1985 }, { head: true, count: 'exact' });
    expect(counted.count).toBe(2);
    expect((await client.rpc('pairs').eq('n', 2).single()).data).toEqual({ n: 2, word: 'two' });
  });

  it('reads CSV, other schemas and strips nulls', async () => {
    const csv = await client.from('directors').select('id,name').order('id').csv();
    expect(csv.data).toBe('id,name\n1,Varda\n2,Kurosawa\n3,Nobody');
    const rooms = await client.schema('studio').from('rooms').select();
    expect(rooms.data).toEqual([{ id: 1, name: 'Stage 1' }]);
    const stripped = await client.from('directors').select().eq('id', 3).stripNulls();
    expect(stripped.data).toEqual([{ id: 3, name: 'Nobody' }]);
  });

  it('aborts requests, and throws the errors of the server', async () => {
    const aborted = await client.from('films').select().abortSignal(AbortSignal.abort());
    expect(aborted.error?.message).toContain('AbortError');
    const refused = client.from('films').select('nope').throwOnError();
    await expect(refused).rejects.toThrow(PostgrestError);
    const { error } = await client.from('film').select();
    expect(error).toMatchObject({
      code: 'PGRST205',
      hint: "Perhaps you meant the table 'cinema.films'",
    });
  });

  it('does not mix up requests of many clients', async () => {
    const areCorrect = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        if (at % 3 === 0)
          return (
            (
              await client
                .from('films')
                .select('id')
                .eq('id', (at % 5) + 1)
                .single()
            ).data?.id ===
            (at % 5) + 1
          );
        if (at % 3 === 1) return (await client.rpc('add', { a: at, b: at })).data === at * 2;
        return (await client.from('films').select('id').eq('id', 'x')).error?.code === '22P02';
      }),
    );
    expect(areCorrect).toEqual(areCorrect.map(() => true));
  });
});
