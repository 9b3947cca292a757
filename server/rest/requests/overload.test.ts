/** The choice among overloaded functions, and the values that an unnamed argument receives. */
import { describe, expect, it } from 'vitest';
import { setUpRestFixture } from '#server/testing/rest/rest-fixture.ts';
import {
  errorBody,
  expectedOf,
  runScenario,
  type Scenario,
} from '#server/testing/rest/scenario.ts';

const schema = `
create schema calls;
create function calls.mixed(json) returns text language sql immutable as $$ select 'json ' || $1 $$;
create function calls.mixed(bytea) returns text language sql immutable as $$ select 'bytea ' || encode($1, 'hex') $$;
create function calls.mixed(text) returns text language sql immutable as $$ select 'text ' || $1 $$;
create function calls.mixed() returns text language sql immutable as $$ select 'none' $$;
create function calls.mixed(x int, y int) returns text language sql immutable as $$ select 'sum ' || (x + y) $$;
create function calls.jsons(jsonb) returns text language sql immutable as $$ select 'jsonb' $$;
create function calls.jsons(json) returns text language sql immutable as $$ select 'json' $$;
create function calls.words(text) returns text language sql immutable as $$ select $1 $$;
create function calls.object(json) returns json language sql immutable as $$ select $1 $$;
create function calls.fallback(jsonb default '{"none": true}') returns jsonb language sql immutable as $$ select $1 $$;
create function calls.octets(bytea) returns text language sql immutable as $$ select convert_from($1, 'UTF8') $$;
create function calls.near(b int, c text default null) returns int language sql immutable as $$ select 3 $$;
create function calls.near(b int, a int default 1) returns int language sql immutable as $$ select 2 $$;
create function calls.near(b int) returns int language sql immutable as $$ select 1 $$;
create function calls.typed(a text) returns int language sql immutable as $$ select 1 $$;
create function calls.typed(a int) returns int language sql immutable as $$ select 2 $$;
grant usage on schema calls to authenticated;
`;

const rest = await setUpRestFixture({ schemas: ['calls'], setupSql: schema });

function post(name: string, type: string, body: string): Scenario['send'] {
  return ['POST', `/rpc/${name}`, { body, headers: { 'content-type': type } }];
}
const json = (name: string, body: unknown) => post(name, 'application/json', JSON.stringify(body));

function ambiguous(...candidates: readonly string[]) {
  return {
    status: 300,
    json: errorBody(
      'PGRST203',
      `Could not choose the best candidate function between: ${candidates.join(', ')}`,
      {
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    ),
  };
}

function missing(target: string, searched: string, hint: string | null = null) {
  return {
    status: 404,
    json: errorBody('PGRST202', `Could not find the function ${target} in the schema cache`, {
      details: `Searched for the function ${searched}, but no matches were found in the schema cache.`,
      hint: hint === null ? null : `Perhaps you meant to call the function ${hint}`,
    }),
  };
}

const scenarios: readonly Scenario[] = [
  { send: json('mixed', {}), status: 200, json: 'none' },
  { send: ['GET', '/rpc/mixed'], status: 200, json: 'none' },
  { send: json('mixed', { x: 1, y: 2 }), status: 200, json: 'sum 3' },
  { send: json('mixed', { A: 1 }), status: 200, json: 'json {"A":1}' },
  { send: post('mixed', 'text/plain', 'a b'), status: 200, json: 'text a b' },
  { send: post('mixed', 'application/octet-stream', 'ab'), status: 200, json: 'bytea 6162' },
  {
    send: post('mixed', 'application/x-www-form-urlencoded', 'x=1&y=2'),
    status: 200,
    json: 'sum 3',
  },
  { send: post('mixed', 'text/csv', 'x,y\n4,5'), status: 200, json: 'sum 9' },
  {
    send: json('mixed', { '': 1 }),
    ...ambiguous('calls.mixed( => bytea)', 'calls.mixed( => json)', 'calls.mixed( => text)'),
  },
  {
    send: post('mixed', 'text/csv', 'a,b\n1,2'),
    ...missing('calls.mixed(a, b)', 'calls.mixed with parameters a, b', 'calls.mixed(x, y)'),
  },
  {
    send: post('mixed', 'text/xml', '<a/>'),
    ...missing('calls.mixed', 'calls.mixed with a single unnamed xml parameter'),
  },
  {
    send: ['GET', '/rpc/mixed?A=1'],
    ...missing('calls.mixed(A)', 'calls.mixed with parameter A'),
  },
  {
    send: json('jsons', { A: 1 }),
    ...ambiguous('calls.jsons( => json)', 'calls.jsons( => jsonb)'),
  },
  { send: json('words', { '': 'x' }), status: 200, json: '{"":"x"}' },
  { send: ['GET', '/rpc/words?=x%20%22y'], status: 200, json: '{"":"x \\"y"}' },
  { send: post('words', 'application/x-www-form-urlencoded', '=x'), status: 200, json: '{"":"x"}' },
  { send: ['GET', '/rpc/object?=x'], status: 200, json: { '': 'x' } },
  { send: json('octets', { '': 'é\\' }), status: 200, json: '{"":"é\\\\"}' },
  { send: ['GET', '/rpc/octets?=a'], status: 200, json: '{"":"a"}' },
  { send: ['GET', '/rpc/fallback'], status: 200, json: {} },
  { send: json('fallback', { a: 1 }), status: 200, json: { a: 1 } },
  {
    send: json('words', { a: 'x' }),
    ...missing(
      'calls.words(a)',
      'calls.words with parameter a or with a single unnamed json/jsonb parameter',
    ),
  },
  {
    send: post('object', 'text/csv', 'a,b\n1,2'),
    ...missing('calls.object(a, b)', 'calls.object with parameters a, b'),
  },
  {
    send: post('object', 'application/x-www-form-urlencoded', 'a=1'),
    ...missing('calls.object(a)', 'calls.object with parameter a'),
  },
  {
    send: ['GET', '/rpc/near?b=1'],
    ...ambiguous(
      'calls.near(b => integer)',
      'calls.near(b => integer, a => integer)',
      'calls.near(b => integer, c => text)',
    ),
  },
  { send: ['GET', '/rpc/near?b=1&a=2'], status: 200, json: 2 },
  {
    send: json('typed', { a: 1 }),
    ...ambiguous('calls.typed(a => integer)', 'calls.typed(a => text)'),
  },
  {
    send: ['GET', '/rpc/typed?aa=1'],
    ...missing('calls.typed(aa)', 'calls.typed with parameter aa', 'calls.typed(a)'),
  },
];

describe('a call of an overloaded function', () => {
  it.each(scenarios)('$send.0 $send.1 $send.2.body → $status', async (scenario) => {
    expect(await runScenario(rest, scenario)).toEqual(expectedOf(scenario));
  });
});
