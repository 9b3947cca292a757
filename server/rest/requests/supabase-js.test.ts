/**
 * Supabase's own client, as people install it, over HTTP: one test for each feature of /rest/v1.
 */
import { createClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { filmsSchema } from '#server/testing/rest/films.ts';
import { setLoginRoleSetting } from '#server/testing/rest/rest-fixture.ts';
import { shapesSchema } from '#server/testing/rest/shapes.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

const jwtSecret = 'a secret of more than thirty-two characters';

type Client = ReturnType<typeof clientWith>;
let service: Client;
let person: Client;
let nobody: Client;

async function signed(claims: Record<string, unknown>): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(jwtSecret));
}

function clientWith(key: string, headers: Record<string, string> = {}) {
  return createClient(server.url, key, {
    db: { schema: 'cinema' },
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers },
  });
}

const server = await setUpTestServer({
  API_SCHEMAS: 'cinema,studio,shapes',
  MAX_ROWS: '50',
  MAX_BODY_MB: '1',
  MAX_EMBED_DEPTH: '2',
  JWT_SECRET: jwtSecret,
});
beforeAll(async () => {
  await server.sql(filmsSchema);
  await server.sql(shapesSchema);
  await setLoginRoleSetting(server, 'pgrst.db_aggregates_enabled', 'true');
  await setLoginRoleSetting(server, 'pgrst.db_tx_end', 'commit-allow-override');
  await server.sql('notify pgrst');
  const { publishableKey, secretKey } = server.secrets;
  const token = await signed({ role: 'authenticated', sub: 'someone' });
  service = clientWith(secretKey);
  person = clientWith(publishableKey, { authorization: `Bearer ${token}` });
  nobody = clientWith(publishableKey);
});

/** Returns the rows of a request that must succeed. */
async function rows<Data>(query: PromiseLike<{ data: Data; error: unknown }>): Promise<Data> {
  const { data, error } = await query;
  expect(error).toBeNull();
  return data;
}

describe('supabase-js reading', () => {
  it('filters with every operator, with any and all, not, and trees', async () => {
    const films = () => person.from('films').select('id').order('id');
    const ids = async (query: PromiseLike<{ data: { id: unknown }[] | null; error: unknown }>) =>
      (await rows(query))?.map(({ id }) => id);
    expect(await ids(films().eq('mood', 'tense').neq('id', 2))).toEqual([3]);
    expect(await ids(films().gt('year', 1952).lte('year', 1985).gte('id', 2).lt('id', 3))).toEqual([
      2,
    ]);
    expect(await ids(films().like('title', 'V%').ilike('title', '%BOND'))).toEqual([2]);
    expect(await ids(films().likeAllOf('title', ['%a%', '%d']))).toEqual([2]);
    expect(await ids(films().ilikeAnyOf('title', ['r%', 'IK%']))).toEqual([3, 4]);
    expect(await ids(films().filter('title', 'match', '^R'))).toEqual([3]);
    expect(await ids(films().filter('title', 'imatch', '^r'))).toEqual([3]);
    expect(await ids(films().filter('id', 'eq(any)', '{1,3}'))).toEqual([1, 3]);
    expect(await ids(films().is('year', null))).toEqual([5]);
    expect(await ids(films().filter('year', 'isdistinct', '1985'))).toEqual([1, 4, 5]);
    expect(await ids(films().in('title', ['Ran', 'Cleo from 5 to 7']))).toEqual([1, 3]);
    expect(await ids(films().not('id', 'in', '(1,2,3)'))).toEqual([4, 5]);
    expect(await ids(films().contains('tags', ['war']))).toEqual([3]);
    expect(await ids(films().containedBy('tags', ['road', 'war', 'castle']).neq('id', 4))).toEqual([
      2, 3, 5,
    ]);
    expect(await ids(films().overlaps('tags', ['road', 'walk']))).toEqual([1, 2]);
    expect(await ids(films().contains('data', { color: true }))).toEqual([2, 3]);
    expect(await ids(films().rangeGt('shown', '[1970-01-01,1971-01-01)'))).toEqual([2]);
    expect(await ids(films().rangeLt('shown', '[1970-01-01,1971-01-01)'))).toEqual([1]);
    expect(await ids(films().rangeGte('shown', '[1985-12-04,1985-12-05)'))).toEqual([2]);
    expect(await ids(films().rangeLte('shown', '[1962-04-11,1962-06-01)'))).toEqual([1]);
    expect(await ids(films().rangeAdjacent('shown', '[1962-06-01,1962-07-01)'))).toEqual([1]);
    expect(await ids(films().textSearch('search', 'unfinished & cut'))).toEqual([5]);
    expect(await ids(films().textSearch('title', 'cleo', { type: 'plain' }))).toEqual([1]);
    expect(
      await ids(films().textSearch('title', 'from 5', { type: 'phrase', config: 'simple' })),
    ).toEqual([1]);
    expect(await ids(films().textSearch('search', 'ran or ikiru', { type: 'websearch' }))).toEqual([
      3, 4,
    ]);
    expect(await ids(films().or('id.eq.1,and(id.gt.3,not.or(year.is.null))'))).toEqual([1, 4]);
    expect(await ids(films().match({ year: 1985, director_id: 2 }))).toEqual([3]);
    expect(await ids(films().filter('data->crew->>camera', 'eq', 'Rabier'))).toEqual([1]);
    expect(await ids(films().gte('data->n', 20))).toEqual([2, 3]);
  });

  it('selects aliases, casts, paths, computed columns and embeds of every kind', async () => {
    const [film] = (await rows(
      person
        .from('films')
        .select(
          'name:title, rating::text, data->crew->>camera, label, director:directors(name), specs(camera), actors(name), director_of(name), ...directors(by:name)',
        )
        .eq('id', 1),
    )) as unknown[];
    expect(film).toEqual({
      name: 'Cleo from 5 to 7',
      rating: '7.8',
      camera: 'Rabier',
      label: 'Cleo from 5 to 7!',
      director: { name: 'Varda' },
      specs: { camera: 'Arriflex' },
      actors: [{ name: 'Marchand' }],
      director_of: { name: 'Varda' },
      by: 'Varda',
    });
  });

  it('shapes, orders and limits embeds, and orders and limits rows by them', async () => {
    const directors = person
      .from('directors')
      .select('name, films(title)')
      .order('year', { referencedTable: 'films', ascending: false })
      .limit(1, { referencedTable: 'films' })
      .not('films', 'is', null)
      .order('id');
    expect(await rows(directors)).toEqual([
      { name: 'Varda', films: [{ title: 'Vagabond' }] },
      { name: 'Kurosawa', films: [{ title: 'Ran' }] },
    ]);
    const films = person
      .from('films')
      .select('id, directors!inner()')
      .or('name.eq.Varda,name.eq.Nobody', { referencedTable: 'directors' })
      .order('directors(name)')
      .order('id', { ascending: false });
    expect(await rows(films)).toEqual([{ id: 2 }, { id: 1 }]);
    const spread = person.from('directors').select('name, ...films(ids:id)').eq('id', 2);
    expect(await rows(spread)).toEqual([{ name: 'Kurosawa', ids: [3, 4] }]);
    const workers = service.schema('shapes').from('workers');
    expect(await rows(workers.select('name, boss(name), helpers(name)').eq('id', 2))).toEqual([
      { name: 'Ben', boss: { name: 'Ada' }, helpers: [{ name: 'Di' }] },
    ]);
  });

  it('is refused if two relationships are possible', async () => {
    const { error, status } = await person.from('orders').select('*, addresses(*)');
    expect({ status, code: error?.code }).toEqual({ status: 300, code: 'PGRST201' });
    expect(error?.hint).toContain("'addresses!billing', 'addresses!shipping'");
    const hinted = person.from('orders').select('billed:addresses!billing(city)').eq('id', 1);
    expect(await rows(hinted)).toEqual([{ billed: { city: 'Paris' } }]);
  });

  it('aggregates', async () => {
    const tasks = service.schema('shapes').from('tasks');
    expect(await rows(tasks.select('hours.sum(), done').eq('done', true))).toEqual([
      { sum: 6.5, done: true },
    ]);
    const projects = service.schema('shapes').from('projects').select('name, tasks(count)');
    expect(await rows(projects.eq('id', 1))).toEqual([{ name: 'Roof', tasks: [{ count: 2 }] }]);
  });

  it('is limited by the settings of the server', async () => {
    expect((await person.from('many').select()).data).toHaveLength(50);
    const deep = (levels: string) => person.from('films').select(levels);
    expect((await deep('id, directors(name, films(id))')).error).toBeNull();
    expect(await deep('id, directors(films(directors(name)))')).toMatchObject({
      status: 400,
      error: { code: 'PGRST100', message: 'Resources may be embedded 2 levels deep at most' },
    });
    const wide = (embeds: number) =>
      person
        .from('films')
        .select(['id', ...many(embeds)].join(','))
        .eq('id', 1);
    const many = (embeds: number) =>
      Array.from({ length: embeds }, (_, at) => `d${at}:directors!inner(name)`);
    expect(Object.keys((await wide(100)).data?.[0] ?? {})).toHaveLength(101);
    expect(await wide(101)).toMatchObject({
      status: 400,
      error: { code: 'PGRST100', message: 'A request may embed 100 resources at most' },
    });
    const names = Array.from({ length: 500 }, (_, index) => `${'x'.repeat(40)} ${index}`);
    expect(await rows(person.from('films').select('id').in('title', names))).toEqual([]);
    const longer = await person
      .from('films')
      .select('id')
      .in('title', [...names, ...names.map((n) => `${n}!`)]);
    expect(longer).toMatchObject({ status: 400, error: { code: 'PGRST100' } });
    const large = await service.from('orders').insert({ name: 'x'.repeat(1_100_000) });
    expect(large).toMatchObject({
      status: 413,
      error: { code: 'payload_too_large', message: 'The request is larger than 1 MiB.' },
    });
  });

  it('counts, pages and answers as CSV, text, single or without nulls', async () => {
    const page = await person.from('many').select('id', { count: 'exact' }).order('id').range(5, 6);
    expect(page).toMatchObject({ count: 60, status: 206, data: [{ id: 6 }, { id: 7 }] });
    const head = await person.from('many').select('*', { count: 'planned', head: true });
    expect(head).toMatchObject({ count: 60, data: null });
    expect((await person.from('many').select('*', { count: 'estimated' })).count).toBe(60);
    expect((await person.from('many').select()).data).toHaveLength(50);
    const beyond = await person.from('many').select('*', { count: 'exact' }).range(70, 80);
    expect(beyond).toMatchObject({ status: 416, error: { code: 'PGRST103' } });
    expect(await rows(person.from('directors').select('id,name').eq('id', 1).csv())).toBe(
      'id,name\n1,Varda',
    );
    expect(await rows(person.from('films').select('id').eq('id', 1).single())).toEqual({ id: 1 });
    const many = await person.from('films').select('id').single();
    expect(many.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 5 rows' });
    expect((await person.from('films').select().eq('id', 0).maybeSingle()).data).toBeNull();
    const stripped = await person.from('directors').select().eq('id', 3).stripNulls();
    expect(stripped.data).toEqual([{ id: 3, name: 'Nobody' }]);
    expect(await rows(person.schema('studio').from('rooms').select())).toHaveLength(1);
  });
});

describe('supabase-js writing', () => {
  it('inserts one, many, with defaults, and merges or ignores existing rows', async () => {
    const orders = () => service.from('orders');
    const one = await orders().insert({ id: 50, name: 'fifty', billing_id: 1 }).select('id, note');
    expect(one).toMatchObject({ status: 201, data: [{ id: 50, note: 'none' }] });
    const many = await orders()
      .insert(
        [
          { id: 51, name: 'a' },
          { id: 52, note: 'b' },
        ],
        { defaultToNull: false },
      )
      .select('id, name, note');
    expect(many.data).toEqual([
      { id: 51, name: 'a', note: 'none' },
      { id: 52, name: null, note: 'b' },
    ]);
    const merged = await orders().upsert({ id: 51, name: 'A' }).select('id, name, note');
    expect(merged).toMatchObject({ status: 200, data: [{ id: 51, name: 'A', note: 'none' }] });
    const ignored = await orders()
      .upsert(
        [
          { id: 51, name: 'x' },
          { id: 53, name: 'c' },
        ],
        { ignoreDuplicates: true, onConflict: 'id' },
      )
      .select('id, name');
    expect(ignored.data).toEqual([{ id: 53, name: 'c' }]);
    const embedded = await orders()
      .update({ shipping_id: 2 })
      .eq('id', 50)
      .select('id, addresses!shipping(city)');
    expect(embedded.data).toEqual([{ id: 50, addresses: { city: 'Tokyo' } }]);
    const silent = await orders().update({ note: 'z' }, { count: 'exact' }).gte('id', 51);
    expect(silent).toMatchObject({ status: 204, data: null, count: 3 });
    const gone = await orders().delete({ count: 'exact' }).gte('id', 50).select('id');
    expect(gone.count).toBe(4);
  });

  it('is refused beyond max-affected, and is rolled back with tx=rollback', async () => {
    const notes = () => service.from('private_notes');
    const removal = notes().delete().gte('id', 0);
    // The client's types only offer this for generated types of PostgREST 13 and later.
    const limited: { maxAffected(rows: number): unknown } = removal;
    limited.maxAffected(0);
    const refused = await removal;
    expect(refused.error).toMatchObject({ code: 'PGRST124' });
    const undone = await notes().insert({ id: 77, body: 'x' }).select('id').rollback();
    expect(undone).toMatchObject({ status: 201, data: [{ id: 77 }] });
    expect(await rows(notes().select('id'))).toEqual([{ id: 1 }]);
  });

  it('returns errors of constraints, missing columns and missing rights', async () => {
    const twice = await service.from('films').insert({ id: 1, title: 'again' });
    expect(twice).toMatchObject({ status: 409, error: { code: '23505' } });
    const orphan = await service.from('films').insert({ title: 'x', director_id: 99 });
    expect(orphan).toMatchObject({ status: 409, error: { code: '23503' } });
    const unknown = await service.from('films').insert({ titel: 'x' });
    expect(unknown).toMatchObject({ status: 400, error: { code: 'PGRST204' } });
    const forbidden = await person.from('private_notes').select();
    expect(forbidden).toMatchObject({ status: 403, error: { code: '42501' } });
    expect((await nobody.from('private_notes').select()).status).toBe(401);
    expect((await nobody.from('films').delete().eq('id', 1)).status).toBe(401);
  });
});

describe('supabase-js functions', () => {
  it('are called by POST, GET and HEAD with named, default, variadic and unnamed arguments', async () => {
    expect(await rows(person.rpc('add', { a: 1 }))).toBe(11);
    expect(await rows(person.rpc('add', { a: 1, b: 2 }, { get: true }))).toBe(3);
    expect(await rows(person.rpc('join_all', { words: ['a', 'b'] }))).toBe('a-b');
    expect(await rows(person.rpc('whole', { any: [1] }))).toEqual({ any: [1] });
    const head = await person.rpc('numbers', {}, { head: true, count: 'exact' });
    expect(head).toMatchObject({ data: null, count: 5 });
  });

  it('return rows, sets, nothing and records, filtered and embedded', async () => {
    expect(await rows(person.rpc('one_film', { id: 3 }).select('title'))).toEqual({ title: 'Ran' });
    const films = person
      .rpc('films_of', { year: 1985 })
      .select('id, directors(name)')
      .gt('id', 2)
      .order('id');
    expect(await rows(films)).toEqual([{ id: 3, directors: { name: 'Kurosawa' } }]);
    expect(await person.rpc('nothing')).toMatchObject({ status: 204, data: null });
    expect(await rows(person.rpc('with_out', { a: 2 }))).toEqual({ doubled: 4, tripled: 6 });
    expect(await rows(person.schema('shapes').rpc('a_record'))).toEqual({ one: 1, two: 'two' });
  });

  it('are refused if unknown, ambiguous or not allowed', async () => {
    expect((await person.rpc('ad', { a: 1 })).error?.code).toBe('PGRST202');
    expect((await person.rpc('add', { c: 1 })).error?.code).toBe('PGRST202');
    expect((await person.rpc('twice', { a: '1' })).error?.code).toBe('PGRST203');
    const writes = await service.rpc('write_note', { body: 'x' }, { get: true });
    expect(writes).toMatchObject({ status: 405, error: { code: '25006' } });
  });

  it('set their own status, headers and errors', async () => {
    expect((await person.rpc('teapot')).status).toBe(418);
    const raised = await person.rpc('fail', { state: 'PT402', say: 'Pay' });
    expect(raised).toMatchObject({
      status: 402,
      error: { code: 'PT402', message: 'Pay', details: 'because', hint: 'try' },
    });
    expect(await person.rpc('fail_json')).toMatchObject({ status: 402, error: { code: '123' } });
    const slow = await person.rpc('nap', { seconds: 5 });
    expect(slow).toMatchObject({ status: 500, error: { code: '57014' } });
  });
});

describe('the caller of supabase-js', () => {
  it('is known to the database for every request, whatever the schema', async () => {
    const who: unknown = await rows(clientWith(server.secrets.publishableKey).rpc('who'));
    expect(who).toMatchObject({ role: 'anon', method: 'POST', path: '/rpc/who' });
    expect(await rows(person.rpc('who'))).toMatchObject({
      role: 'authenticated',
      claims: { sub: 'someone' },
    });
  });

  it('gets the responses to its own requests, among many at a time', async () => {
    const films = () => person.from('films').select('id');
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        Promise.all([
          rows(films().eq('id', (at % 5) + 1)),
          rows(person.rpc('add', { a: at, b: at })),
          films().eq('id', 'x'),
        ]),
      ),
    );
    expect(responses).toMatchObject(
      responses.map((_, at) => [[{ id: (at % 5) + 1 }], at * 2, { error: { code: '22P02' } }]),
    );
  });

  it('may have any role that is granted to the login role', async () => {
    const role = `reader_${server.secrets.publishableKey.length}_${Date.now()}`;
    await server.sql(
      `create role ${role}; grant ${role} to authenticator; grant usage on schema cinema to ${role};
       grant select on cinema.private_notes to ${role}; notify pgrst`,
    );
    const bearer = `Bearer ${await signed({ role })}`;
    const reader = clientWith(server.secrets.publishableKey, { authorization: bearer });
    await expect
      .poll(async () => (await reader.from('private_notes').select('id')).data)
      .toEqual([{ id: 1 }]);
    await server.sql(`drop owned by ${role}; drop role ${role}`);
  });

  it.each([
    ['Bearer ', 'PGRST301', 'Empty JWT is sent in Authorization header'],
    ['Bearer a.b', 'PGRST301', 'Expected 3 parts in JWT; got 2'],
    ['Bearer a.b.c', 'PGRST301', "JWT couldn't be decoded"],
  ])('is refused with %j', async (authorization, code, message) => {
    const response = await fetch(`${server.url}/rest/v1/films`, {
      headers: { apikey: server.secrets.publishableKey, authorization },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await response.json()).toMatchObject({ code, message });
  });

  it.each([
    [{ exp: 1 }, 'JWT expired'],
    [{ nbf: 9_999_999_999 }, 'JWT not yet valid'],
    [{ aud: 'elsewhere' }, 'JWT not in audience'],
    [{ exp: 'soon' }, "The JWT 'exp' claim must be a number"],
  ])('is refused with the claims %j', async (claims, message) => {
    const bearer = `Bearer ${await signed({ role: 'authenticated', ...claims })}`;
    const { status, error } = await clientWith(server.secrets.publishableKey, {
      authorization: bearer,
    })
      .from('films')
      .select();
    expect({ status, code: error?.code, message: error?.message }).toEqual({
      status: 401,
      code: 'PGRST303',
      message,
    });
  });

  it('may be a page of another origin', async () => {
    const address = `${server.url}/rest/v1/films`;
    const preflight = await fetch(address, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,prefer',
      },
    });
    expect(preflight.status).toBe(200);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
      'access-control-allow-headers':
        'Authorization, authorization, prefer, Accept, Accept-Language, Content-Language',
      'access-control-max-age': '86400',
      'content-length': '0',
    });
    const plain = await fetch(address, { method: 'OPTIONS' });
    expect(plain.headers.get('allow')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE');
    const read = await fetch(address, { headers: { origin: 'https://elsewhere.example' } });
    expect(read.headers.get('access-control-allow-origin')).toBe('*');
    expect(read.headers.get('access-control-expose-headers')).toContain('Content-Range');
  });
});
