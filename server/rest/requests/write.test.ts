import { beforeEach, describe, expect, it } from 'vitest';
import { setUpRestFixture } from '#server/testing/rest/rest-fixture.ts';
import {
  errorBody,
  expectedOf,
  runScenario,
  type Scenario,
} from '#server/testing/rest/scenario.ts';

const rest = await setUpRestFixture();
beforeEach(async () => {
  await rest.db.sql('delete from cinema.orders where id > 2');
  await rest.db.sql('delete from cinema.films where id > 5');
  await rest.db.sql(`update cinema.orders set name = 'tape', note = 'none' where id = 1`);
  await rest.db.sql('delete from cinema.no_key where a > 1');
});

const full = { prefer: 'return=representation' };

function latin1(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text, 'latin1')).buffer;
}

interface Write extends Scenario {
  readonly name: string;
  /** A query that the superuser runs afterwards, and its expected rows. */
  readonly after?: readonly [string, readonly unknown[]];
}

const scenarios: readonly Write[] = [
  {
    name: 'insert without representation',
    send: ['POST', '/orders', { body: { id: 3, name: 'a' } }],
    status: 201,
    text: '',
    headers: { 'content-range': '*/*', location: null, 'preference-applied': null },
    after: ['select name, note from cinema.orders where id = 3', [{ name: 'a', note: 'none' }]],
  },
  {
    name: 'insert with representation',
    send: ['POST', '/orders?select=id,note', { body: { id: 3, name: 'a' }, headers: full }],
    status: 201,
    json: [{ id: 3, note: 'none' }],
    headers: { 'preference-applied': 'return=representation' },
  },
  {
    name: 'insert with return=headers-only',
    send: ['POST', '/orders', { body: { id: 3 }, headers: { prefer: 'return=headers-only' } }],
    status: 201,
    headers: { location: '/orders?id=eq.3' },
  },
  {
    name: 'insert with an embed and a computed column',
    send: [
      'POST',
      '/films?select=title,label,directors(name)',
      { body: { title: 'Tampopo', director_id: 2 }, headers: full },
    ],
    status: 201,
    json: [{ title: 'Tampopo', label: 'Tampopo!', directors: { name: 'Kurosawa' } }],
  },
  {
    name: 'insert returning all columns and an embed',
    send: [
      'POST',
      '/orders?select=*,billing(city)',
      { body: { id: 3, billing_id: 1 }, headers: full },
    ],
    status: 201,
    json: [
      {
        id: 3,
        name: null,
        note: 'none',
        billing_id: 1,
        shipping_id: null,
        billing: { city: 'Paris' },
      },
    ],
  },
  {
    name: 'bulk insert with count=exact',
    send: [
      'POST',
      '/orders?select=id&order=id.desc',
      { body: [{ id: 3 }, { id: 4 }], headers: { prefer: 'return=representation,count=exact' } },
    ],
    status: 201,
    json: [{ id: 4 }, { id: 3 }],
    headers: { 'content-range': '*/2' },
  },
  {
    name: 'returned rows in an order by a column that is not selected',
    send: [
      'POST',
      '/orders?select=id&order=name.desc&limit=1',
      {
        body: [
          { id: 3, name: 'a' },
          { id: 4, name: 'c' },
          { id: 5, name: 'b' },
        ],
        headers: full,
      },
    ],
    status: 201,
    json: [{ id: 4 }, { id: 5 }, { id: 3 }],
  },
  {
    name: 'an empty array inserts nothing',
    send: ['POST', '/orders', { body: [], headers: full }],
    status: 201,
    json: [],
  },
  {
    name: 'an empty object takes the defaults',
    send: ['POST', '/no_key?select=a', { body: {}, headers: full }],
    status: 201,
    json: [{ a: null }],
  },
  {
    name: 'insert of rows with different keys is refused',
    send: ['POST', '/orders', { body: [{ id: 3 }, { id: 4, name: 'x' }] }],
    status: 400,
    json: errorBody('PGRST102', 'All object keys must match'),
  },
  {
    name: 'columns= selects keys, which may differ between rows',
    send: [
      'POST',
      '/orders?columns=id,note&select=id,name,note&order=id',
      {
        body: [
          { id: 3, name: 'no' },
          { id: 4, note: 'y' },
        ],
        headers: full,
      },
    ],
    status: 201,
    json: [
      { id: 3, name: null, note: null },
      { id: 4, name: null, note: 'y' },
    ],
  },
  {
    name: 'missing=default',
    send: [
      'POST',
      '/orders?columns=id,note&select=id,note&order=id',
      {
        body: [{ id: 3 }, { id: 4, note: null }],
        headers: { prefer: 'return=representation,missing=default' },
      },
    ],
    status: 201,
    json: [
      { id: 3, note: 'none' },
      { id: 4, note: null },
    ],
    headers: { 'preference-applied': 'missing=default, return=representation' },
  },
  {
    name: 'missing=default for an identity column',
    send: [
      'POST',
      '/films?columns=id,title&select=title',
      { body: [{ title: 'Ohayo' }], headers: { prefer: 'return=representation,missing=default' } },
    ],
    status: 201,
    json: [{ title: 'Ohayo' }],
  },
  {
    name: 'insert of a form',
    send: [
      'POST',
      '/orders?select=id,name',
      {
        body: 'id=3&name=a+b',
        headers: { ...full, 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
    status: 201,
    json: [{ id: 3, name: 'a b' }],
  },
  {
    name: 'insert of CSV',
    send: [
      'POST',
      '/orders?select=id,name,note&order=id',
      {
        body: 'id,name,note\n3,"a ""b"", c",NULL\n4,"two\nlines",x\n',
        headers: { ...full, 'content-type': 'text/csv' },
      },
    ],
    status: 201,
    json: [
      { id: 3, name: 'a "b", c', note: null },
      { id: 4, name: 'two\nlines', note: 'x' },
    ],
  },
  {
    name: 'CSV with a short line is refused',
    send: ['POST', '/orders', { body: 'id,name\n3\n', headers: { 'content-type': 'text/csv' } }],
    status: 400,
    json: errorBody('PGRST102', 'All lines must have same number of fields'),
  },
  {
    name: 'a body with invalid JSON is refused',
    send: ['POST', '/orders', { body: '{"id":', headers: { 'content-type': 'application/json' } }],
    status: 400,
    json: errorBody('PGRST102', 'Empty or invalid json'),
  },
  {
    name: 'a body with invalid UTF-8 is refused',
    send: ['POST', '/orders', { body: latin1('[{"name":"caf\u00e9"}]') }],
    status: 400,
    json: errorBody('PGRST102', 'The body is not valid UTF-8'),
  },
  {
    name: 'a body of an unknown content type is refused',
    send: ['POST', '/orders', { body: 'x', headers: { 'content-type': 'image/png' } }],
    status: 400,
    json: errorBody('PGRST102', 'Content-Type not acceptable: image/png'),
  },
  {
    name: 'insert into an unknown column is refused',
    send: ['POST', '/orders', { body: { id: 3, nope: 1 } }],
    status: 400,
    json: errorBody('PGRST204', "Could not find the 'nope' column of 'orders' in the schema cache"),
  },
  {
    name: 'insert of a duplicate key is refused',
    send: ['POST', '/orders', { body: { id: 1 } }],
    status: 409,
    json: errorBody('23505', 'duplicate key value violates unique constraint "orders_pkey"', {
      details: 'Key (id)=(1) already exists.',
    }),
  },
  {
    name: 'insert of a dangling foreign key is refused',
    send: ['POST', '/orders', { body: { id: 3, billing_id: 99 } }],
    status: 409,
    json: expect.objectContaining({ code: '23503' }),
  },
  {
    name: 'upsert, merging',
    send: [
      'POST',
      '/orders?select=id,name,note&order=id',
      {
        body: [
          { id: 1, name: 'new' },
          { id: 3, name: 'x' },
        ],
        headers: { prefer: 'resolution=merge-duplicates,return=representation' },
      },
    ],
    status: 201,
    json: [
      { id: 1, name: 'new', note: 'none' },
      { id: 3, name: 'x', note: 'none' },
    ],
    headers: { 'preference-applied': 'resolution=merge-duplicates, return=representation' },
  },
  {
    name: 'upsert that only updates',
    send: [
      'POST',
      '/orders?select=name',
      {
        body: { id: 1, name: 'new' },
        headers: { prefer: 'resolution=merge-duplicates,return=representation' },
      },
    ],
    status: 200,
    json: [{ name: 'new' }],
  },
  {
    name: 'upsert, ignoring',
    send: [
      'POST',
      '/orders?on_conflict=id&select=id',
      {
        body: [
          { id: 1, name: 'new' },
          { id: 3, name: 'x' },
        ],
        headers: { prefer: 'resolution=ignore-duplicates,return=representation' },
      },
    ],
    status: 201,
    json: [{ id: 3 }],
    after: ['select name from cinema.orders where id = 1', [{ name: 'tape' }]],
  },
  {
    name: 'on_conflict without a matching constraint is refused',
    send: [
      'POST',
      '/orders?on_conflict=name',
      { body: { id: 3 }, headers: { prefer: 'resolution=merge-duplicates' } },
    ],
    status: 400,
    json: expect.objectContaining({ code: '42P10' }),
  },
  {
    name: 'PUT inserts',
    send: ['PUT', '/orders?id=eq.3&select=id,name', { body: { id: 3, name: 'x' }, headers: full }],
    status: 201,
    json: [{ id: 3, name: 'x' }],
  },
  {
    name: 'PUT replaces',
    send: ['PUT', '/orders?id=eq.1', { body: { id: 1, name: 'put' } }],
    status: 204,
    after: ['select name from cinema.orders where id = 1', [{ name: 'put' }]],
  },
  {
    name: 'PUT with another key in the body is refused',
    send: ['PUT', '/orders?id=eq.3', { body: { id: 4, name: 'x' } }],
    status: 400,
    json: expect.objectContaining({ code: 'PGRST115' }),
    after: ['select id from cinema.orders where id > 2', []],
  },
  {
    name: 'PUT with filters beside the key is refused',
    send: ['PUT', '/orders?id=gt.3', { body: { id: 4 } }],
    status: 405,
    json: expect.objectContaining({ code: 'PGRST105' }),
  },
  {
    name: 'PUT with a limit is refused',
    send: ['PUT', '/orders?id=eq.3&limit=1', { body: { id: 3 } }],
    status: 400,
    json: expect.objectContaining({ code: 'PGRST114' }),
  },
  {
    name: 'update',
    send: ['PATCH', '/orders?id=eq.1', { body: { name: 'patched' } }],
    status: 204,
    headers: { 'content-range': '0-0/*' },
    after: [
      'select name, note from cinema.orders where id = 1',
      [{ name: 'patched', note: 'none' }],
    ],
  },
  {
    name: 'update with representation and an embed',
    send: [
      'PATCH',
      '/orders?id=eq.1&select=name,billing(city)',
      { body: { name: 'p' }, headers: { prefer: 'return=representation,count=exact' } },
    ],
    status: 200,
    json: [{ name: 'p', billing: { city: 'Paris' } }],
    headers: { 'content-range': '0-0/1' },
  },
  {
    name: 'update returning ordered embeds, without their limit',
    send: [
      'PATCH',
      '/directors?id=eq.2&select=films(id)&films.order=id.desc&films.limit=1',
      { body: { id: 2 }, headers: full },
    ],
    status: 200,
    json: [{ films: [{ id: 4 }, { id: 3 }] }],
  },
  {
    name: 'update filtered by an embed',
    send: [
      'PATCH',
      '/orders?select=id,shipping()&shipping=is.null',
      { body: { note: 'unsent' }, headers: full },
    ],
    status: 200,
    json: [{ id: 2 }],
  },
  {
    name: 'update without matching rows',
    send: ['PATCH', '/orders?id=eq.99', { body: { name: 'p' }, headers: full }],
    status: 200,
    json: [],
    headers: { 'content-range': '*/*' },
  },
  {
    name: 'update with an empty object',
    send: ['PATCH', '/orders?id=eq.1', { body: {}, headers: full }],
    status: 200,
    json: [],
  },
  {
    name: 'a write of several rows as a single object is rolled back',
    send: [
      'PATCH',
      '/orders?id=gt.0',
      { body: { name: 'all' }, headers: { ...full, accept: 'application/vnd.pgrst.object+json' } },
    ],
    status: 406,
    json: errorBody('PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: 'The result contains 2 rows',
    }),
    after: [`select id from cinema.orders where name = 'all'`, []],
  },
  {
    name: 'a write of several rows as a single object is rolled back without representation, too',
    send: [
      'PATCH',
      '/orders?id=gt.0',
      { body: { name: 'all' }, headers: { accept: 'application/vnd.pgrst.object+json' } },
    ],
    status: 406,
    json: expect.objectContaining({ details: 'The result contains 2 rows' }),
    after: [`select id from cinema.orders where name = 'all'`, []],
  },
  {
    name: 'a write returns a single object',
    send: [
      'PATCH',
      '/orders?id=eq.1&select=name',
      { body: { name: 'one' }, headers: { ...full, accept: 'application/vnd.pgrst.object+json' } },
    ],
    status: 200,
    json: { name: 'one' },
    headers: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
  },
  {
    name: 'a write beyond max-affected is refused',
    send: [
      'PATCH',
      '/orders?id=gt.0',
      { body: { name: 'all' }, headers: { prefer: 'handling=strict,max-affected=1' } },
    ],
    status: 400,
    json: errorBody('PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: 'The query affects 2 rows',
    }),
    after: [`select id from cinema.orders where name = 'all'`, []],
  },
  {
    name: 'an insert ignores max-affected, as in PostgREST',
    send: [
      'POST',
      '/no_key',
      { body: [{ a: 8 }, { a: 9 }], headers: { prefer: 'handling=strict,max-affected=1' } },
    ],
    status: 201,
    headers: { 'preference-applied': 'handling=strict' },
  },
  {
    name: 'a write within max-affected succeeds',
    send: ['DELETE', '/no_key?a=eq.99', { headers: { prefer: 'handling=strict,max-affected=1' } }],
    status: 204,
    headers: { 'preference-applied': 'handling=strict, max-affected=1', 'content-range': '*/*' },
  },
  {
    name: 'delete with representation',
    send: [
      'DELETE',
      '/no_key?a=eq.1',
      { headers: { prefer: 'return=representation,count=exact' } },
    ],
    status: 200,
    json: [{ a: 1, b: 'a' }],
    headers: { 'content-range': '*/1' },
  },
  {
    name: 'an unknown preference with handling=strict is refused',
    send: [
      'POST',
      '/orders',
      { body: { id: 3 }, headers: { prefer: 'handling=strict, foo, count=many' } },
    ],
    status: 400,
    json: errorBody('PGRST122', 'Invalid preferences given with handling=strict', {
      details: 'Invalid preferences: foo, count=many',
    }),
  },
  {
    name: 'tx= is ignored by default',
    send: ['POST', '/orders', { body: { id: 3 }, headers: { prefer: 'tx=rollback' } }],
    status: 201,
    headers: { 'preference-applied': null },
    after: ['select id from cinema.orders where id > 2', [{ id: 3 }]],
  },
  {
    name: 'anon may not write: 401',
    send: ['POST', '/orders', { body: { id: 3 }, as: 'anon' }],
    status: 401,
    json: errorBody('42501', 'permission denied for table orders'),
    headers: { 'www-authenticate': 'Bearer' },
  },
  {
    name: 'authenticated may not either: 403',
    send: ['POST', '/private_notes', { body: { id: 3 } }],
    status: 403,
    json: expect.objectContaining({ code: '42501' }),
    headers: { 'www-authenticate': null },
  },
  {
    name: 'insert into another schema',
    send: [
      'POST',
      '/rooms?select=name',
      { body: { id: 2, name: 'B' }, headers: { ...full, 'content-profile': 'studio' } },
    ],
    status: 201,
    json: [{ name: 'B' }],
    headers: { 'content-profile': 'studio' },
  },
];

describe('POST, PATCH, PUT and DELETE', () => {
  it.each(scenarios)('$name', async ({ after, ...scenario }) => {
    expect(await runScenario(rest, scenario)).toEqual(expectedOf(scenario));
    const [query, rows] = after ?? ['select 1 as none', [{ none: 1 }]];
    expect(await rest.db.sql(query)).toEqual(rows);
  });
});
