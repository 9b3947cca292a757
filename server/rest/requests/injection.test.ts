import { beforeAll, describe, expect, it } from 'vitest';
import { setUpRestFixture, type SendOptions } from '#server/testing/rest/rest-fixture.ts';

let before: unknown;

const state = `select (select count(*) from cinema.films) as films, (select count(*) from cinema.orders) as orders,
  (select count(*) from cinema.private_notes) as notes, (select count(*) from pg_class) as relations`;

const rest = await setUpRestFixture({
  settings: {
    'pgrst.db_aggregates_enabled': 'on',
    'pgrst.db_tx_end': 'commit-allow-override',
  },
});
beforeAll(async () => {
  before = await rest.db.sql(state);
});

const payloads = [
  `id";delete from cinema.orders;--`,
  `id" from cinema.films; drop table cinema.roles; --`,
  `id') ; delete from cinema.orders; --`,
  `x'||(select body from cinema.private_notes limit 1)||'`,
  `\\'; delete from cinema.orders; --`,
  `1) or (1=1`,
  `(select body from cinema.private_notes)`,
  `$1`,
  `$$; delete from cinema.orders; $$`,
  `/* */ union select body from cinema.private_notes`,
  `id\u0000`,
  `a${'"'.repeat(7)}`,
  `a${"'".repeat(7)}`,
];

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
const e = encodeURIComponent;

const undo = { prefer: 'tx=rollback' };

/** Every part of a request that accepts a client's text. */
const positions: readonly (readonly [
  string,
  (text: string) => readonly [string, string, SendOptions?],
])[] = [
  ['a value', (t) => ['GET', `/films?title=eq.${e(t)}`]],
  ['a value of an unknown column', (t) => ['GET', `/films?label=eq.${e(t)}`]],
  ['a number', (t) => ['GET', `/films?id=eq.${e(t)}`]],
  ['a list', (t) => ['GET', `/films?title=in.(${e(quoted(t))})`]],
  ['a bare list', (t) => ['GET', `/films?title=in.(${e(t)})`]],
  ['an array of any', (t) => ['GET', `/films?title=eq(any).{${e(t)}}`]],
  ['a value in a tree', (t) => ['GET', `/films?or=(title.eq.${e(quoted(t))},id.eq.1)`]],
  ['a tree', (t) => ['GET', `/films?or=(${e(t)})`]],
  ['a search', (t) => ['GET', `/films?search=wfts.${e(t)}`]],
  ['a search language', (t) => ['GET', `/films?search=fts(${e(t)}).x`]],
  ['a filtered column', (t) => ['GET', `/films?${e(quoted(t))}=eq.1`]],
  ['an operator', (t) => ['GET', `/films?id=${e(t)}.1`]],
  ['a selected column', (t) => ['GET', `/films?select=${e(quoted(t))}`]],
  ['a bare select', (t) => ['GET', `/films?select=${e(t)}`]],
  ['an alias', (t) => ['GET', `/films?select=${e(quoted(t))}:id`]],
  ['a cast', (t) => ['GET', `/films?select=id::${e(t)}`]],
  ['a JSON path', (t) => ['GET', `/films?select=data->${e(quoted(t))}`]],
  ['a filtered JSON path', (t) => ['GET', `/films?data->>${e(quoted(t))}=eq.1`]],
  ['a bare JSON path', (t) => ['GET', `/films?select=data->${e(t)}`]],
  ['a bare filtered JSON path', (t) => ['GET', `/films?data->>${e(t)}=eq.1`]],
  ['an ordered JSON path', (t) => ['GET', `/films?order=data->${e(t)}`]],
  ['an aggregated column', (t) => ['GET', `/films?select=${e(quoted(t))}.max()`]],
  ['the alias of an aggregate', (t) => ['GET', `/films?select=${e(quoted(t))}:id.max()`]],
  ['the cast of an aggregate', (t) => ['GET', `/films?select=id.max()::${e(t)}`]],
  ['an aggregate', (t) => ['GET', `/films?select=id.${e(t)}()`]],
  ['a spread aggregate', (t) => ['GET', `/films?select=...directors(${e(quoted(t))}:id.max())`]],
  ['a filter of an embed', (t) => ['GET', `/films?select=directors()&directors.name=eq.${e(t)}`]],
  ['a path to an embed', (t) => ['GET', `/films?select=directors()&${e(quoted(t))}.name=eq.1`]],
  ['an order of an embed', (t) => ['GET', `/films?select=directors()&directors.order=${e(t)}`]],
  ['a limit of an embed', (t) => ['GET', `/films?select=directors()&directors.limit=${e(t)}`]],
  ['an accepted media type', (t) => ['GET', '/films', { headers: { accept: e(t) } }]],
  ['a time zone', (t) => ['GET', '/films', { headers: { prefer: `timezone=${e(t)}` } }]],
  ['a cookie', (t) => ['GET', '/rpc/who', { headers: { cookie: `${e(t)}=${e(t)}` } }]],
  ['a header', (t) => ['GET', '/rpc/who', { headers: { 'x-agent': e(t) } }]],
  ['an embed', (t) => ['GET', `/films?select=${e(quoted(t))}(id)`]],
  ['a hint', (t) => ['GET', `/films?select=directors!${e(quoted(t))}(id)`]],
  ['an embedded column', (t) => ['GET', `/films?select=directors(${e(quoted(t))})`]],
  ['the alias of an embed', (t) => ['GET', `/films?select=${e(quoted(t))}:directors(id)`]],
  ['a spread alias', (t) => ['GET', `/films?select=...directors(${e(quoted(t))}:name)`]],
  ['an order', (t) => ['GET', `/films?order=${e(quoted(t))}`]],
  ['a bare order', (t) => ['GET', `/films?order=${e(t)}`]],
  ['a related order', (t) => ['GET', `/films?select=directors()&order=directors(${e(quoted(t))})`]],
  ['a limit', (t) => ['GET', `/films?limit=${e(t)}`]],
  ['an offset', (t) => ['GET', `/films?offset=${e(t)}`]],
  ['the table', (t) => ['GET', `/${e(t)}`]],
  ['a profile', (t) => ['GET', '/films', { headers: { 'accept-profile': e(t) } }]],
  ['a range', (t) => ['GET', '/films', { headers: { range: e(t) } }]],
  ['a preference', (t) => ['GET', '/films', { headers: { prefer: e(t) } }]],
  ['columns', (t) => ['POST', `/orders?columns=${e(quoted(t))}`, { body: { id: 1 } }]],
  [
    'on_conflict',
    (t) => [
      'POST',
      `/orders?on_conflict=${e(quoted(t))}`,
      { body: { id: 1 }, headers: { prefer: 'resolution=merge-duplicates' } },
    ],
  ],
  ['a key of the body', (t) => ['POST', '/orders', { body: { [t]: 1 } }]],
  ['a value of the body', (t) => ['PATCH', '/orders?id=eq.99', { body: { name: t } }]],
  [
    'the body',
    (t) => ['POST', '/orders', { body: t, headers: { 'content-type': 'application/json' } }],
  ],
  [
    'a CSV header',
    (t) => ['POST', '/orders', { body: `${t}\n1`, headers: { 'content-type': 'text/csv' } }],
  ],
  ['a function', (t) => ['POST', `/rpc/${e(t)}`, { body: {} }]],
  ['the name of an argument', (t) => ['GET', `/rpc/add?${e(t)}=1`]],
  ['an argument', (t) => ['GET', `/rpc/join_all?words=${e(t)}&words=b`]],
  [
    'a field of a form',
    (t) => [
      'POST',
      '/rpc/add',
      { body: `${e(t)}=1`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
  ],
  [
    'a value of a form',
    (t) => [
      'POST',
      '/rpc/join_all',
      { body: `words=${e(t)}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
  ],
  [
    'a row to write, its columns named',
    (t) => ['POST', '/orders?columns=name', { body: { [t]: 1, name: t }, headers: undo }],
  ],
  [
    'the conditions of a write',
    (t) => ['DELETE', `/orders?name=eq.${e(t)}&or=(name.eq.${e(quoted(t))})`, { headers: undo }],
  ],
  ['a key of a call', (t) => ['POST', '/rpc/add', { body: { [t]: 1 } }]],
];

describe('SQL injection', () => {
  it.each(positions)('through %s has no effect', async (_, request) => {
    const wrong: string[] = [];
    for (const payload of payloads) {
      const [method, path, options] = request(payload);
      const { status, text } = await rest.send(method, path, options);
      const reached = /syntax error|unterminated|"secret"/.test(text);
      if (status >= 500 || reached) wrong.push(`${payload} → ${status} ${text}`);
    }
    expect(wrong).toEqual([]);
    expect(await rest.db.sql(state)).toEqual(before);
    expect(rest.logged).toEqual([]);
  });
});
