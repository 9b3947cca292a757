import { describe, expect, it, onTestFinished } from 'vitest';
import {
  setUpRestFixture,
  openRestFixture,
  type SendOptions,
} from '#server/testing/rest/rest-fixture.ts';
import {
  errorBody,
  expectedOf,
  runScenario,
  type Scenario,
} from '#server/testing/rest/scenario.ts';

const rest = await setUpRestFixture({ maxRows: 50 });

function check(scenarios: readonly Scenario[]): void {
  it.each(scenarios)('$send.0 $send.1 $send.2.headers → $status', async (scenario) => {
    const response = await runScenario(rest, scenario);
    expect(response).toEqual(expectedOf(scenario));
    expect(JSON.stringify(response)).not.toMatch(/node_modules|\.ts:|SELECT|pgrst_written/);
  });
}

function header(name: string, value: string): SendOptions {
  return { headers: { [name]: value } };
}

/** Returns the expected error for an empty parameter. */
function emptyParameter(parameter: string) {
  return {
    status: 400,
    json: errorBody('PGRST100', `"failed to parse ${parameter} ()" (line 1, column 1)`, {
      details: 'unexpected end of input expecting field name (* or [a..z0..9_$])',
    }),
  };
}

const range = (value: string | null) => ({ 'content-range': value });

describe('ranges and counts', () => {
  check([
    {
      send: ['GET', '/films?select=id&order=id', header('range', '0-1')],
      status: 200,
      json: [{ id: 1 }, { id: 2 }],
      headers: range('0-1/*'),
    },
    {
      send: ['GET', '/films?select=id&order=id', header('range', '3-')],
      status: 200,
      json: [{ id: 4 }, { id: 5 }],
      headers: range('3-4/*'),
    },
    {
      send: ['GET', '/films?select=id&order=id&limit=2', header('prefer', 'count=exact')],
      status: 206,
      headers: { ...range('0-1/5'), 'preference-applied': 'count=exact' },
    },
    {
      send: [
        'GET',
        '/films?select=id&limit=2&year=eq.1985&order=id',
        header('prefer', 'count=exact'),
      ],
      status: 200,
      headers: range('0-1/2'),
    },
    {
      send: [
        'GET',
        '/films?select=id,directors!inner()&directors.name=eq.Varda&limit=1',
        header('prefer', 'count=exact'),
      ],
      status: 206,
      headers: range('0-0/2'),
    },
    {
      send: ['GET', '/films?select=id', header('prefer', 'count=planned')],
      status: 200,
      headers: { ...range('0-4/5'), 'preference-applied': 'count=planned' },
    },
    {
      send: ['HEAD', '/films', header('prefer', 'count=exact')],
      status: 200,
      text: '',
      headers: range('0-4/5'),
    },
    { send: ['HEAD', '/nothing'], status: 404, text: '' },
    {
      send: ['GET', '/many?select=id', header('prefer', 'count=exact')],
      status: 206,
      headers: range('0-49/60'),
    },
    {
      send: ['GET', '/many?select=id&limit=55', header('prefer', 'count=estimated')],
      status: 206,
      headers: range('0-49/60'),
    },
    {
      send: ['GET', '/many?offset=50&select=id', header('prefer', 'count=exact')],
      status: 206,
      headers: range('50-59/60'),
    },
    {
      send: ['GET', '/many?offset=60&select=id', header('prefer', 'count=exact')],
      status: 206,
      json: [],
      headers: range('*/60'),
    },
    {
      send: ['GET', '/many?offset=61', header('prefer', 'count=exact')],
      status: 416,
      json: errorBody('PGRST103', 'Requested range not satisfiable', {
        details: 'An offset of 61 was requested, but there are only 60 rows.',
      }),
    },
    {
      send: ['GET', '/many?limit=-1'],
      status: 416,
      json: expect.objectContaining({
        code: 'PGRST103',
        details: 'Limit should be greater than or equal to zero.',
      }),
    },
    {
      send: ['GET', '/many', header('range', '5-2')],
      status: 416,
      json: expect.objectContaining({ code: 'PGRST103' }),
    },
    { send: ['GET', '/films?id=eq.99'], status: 200, text: '[]', headers: range('*/*') },
  ]);
});

const single = 'application/vnd.pgrst.object+json';
describe('representations', () => {
  check([
    {
      send: ['GET', '/films', header('accept', 'application/*')],
      status: 406,
      json: errorBody('PGRST107', 'None of these media types are available: application/*'),
    },
    { send: ['GET', '/films?limit=0', header('accept', 'application/*, */*')], status: 200 },
    {
      send: ['GET', '/films?id=eq.3&select=id', header('accept', single)],
      status: 200,
      text: '{"id":3}',
      headers: { 'content-type': `${single}; charset=utf-8` },
    },
    {
      send: ['GET', '/films?id=eq.99', header('accept', single)],
      status: 406,
      json: errorBody('PGRST116', 'Cannot coerce the result to a single JSON object', {
        details: 'The result contains 0 rows',
      }),
    },
    {
      send: ['GET', '/films?select=id', header('accept', single)],
      status: 406,
      json: expect.objectContaining({ details: 'The result contains 5 rows' }),
    },
    {
      send: [
        'GET',
        '/films?id=eq.5&select=id,year,directors(name)',
        header('accept', `${single};nulls=stripped`),
      ],
      status: 200,
      text: '{"id":5}',
    },
    {
      send: [
        'GET',
        '/films?id=eq.5&select=id,year',
        header('accept', 'application/vnd.pgrst.array+json;nulls=stripped'),
      ],
      status: 200,
      json: [{ id: 5 }],
    },
    {
      send: [
        'GET',
        '/films?select=id,title,tags&id=in.(1,5)&order=id',
        header('accept', 'text/csv'),
      ],
      status: 200,
      text: 'id,title,tags\n1,"Cleo from 5 to 7","{paris,walk}"\n5,"Unfinished, ""cut""",{}',
      headers: { 'content-type': 'text/csv; charset=utf-8' },
    },
    {
      send: [
        'GET',
        '/directors?select=id,films(id)&id=eq.1&films.order=id',
        header('accept', 'text/csv'),
      ],
      status: 200,
      text: 'id,films\n1,"[{""id"": 1}, {""id"": 2}]"',
    },
    { send: ['GET', '/films?id=eq.99', header('accept', 'text/csv')], status: 200, text: '\n' },
    {
      send: [
        'GET',
        '/films?id=eq.3&select=id',
        header('accept', 'text/html,application/json;q=0.5'),
      ],
      status: 200,
      json: [{ id: 3 }],
      headers: { 'content-type': 'application/json; charset=utf-8' },
    },
    {
      send: ['GET', '/films', header('accept', 'text/html')],
      status: 406,
      json: errorBody('PGRST107', 'None of these media types are available: text/html'),
    },
    {
      send: ['GET', '/films', header('accept', 'application/vnd.pgrst.plan+json')],
      status: 406,
      json: expect.objectContaining({ code: 'PGRST107' }),
    },
    {
      send: ['GET', '/films', header('accept', 'application/octet-stream')],
      status: 406,
      json: expect.objectContaining({ code: 'PGRST107' }),
    },
    { send: ['GET', '/films', header('accept', 'application/geo+json')], status: 406 },
  ]);
});

describe('schemas', () => {
  check([
    {
      send: ['GET', '/rooms', header('accept-profile', 'studio')],
      status: 200,
      json: [{ id: 1, name: 'Stage 1' }],
      headers: { 'content-profile': 'studio' },
    },
    {
      send: ['GET', '/rooms'],
      status: 404,
      json: errorBody('PGRST205', "Could not find the table 'cinema.rooms' in the schema cache"),
    },
    {
      send: ['GET', '/film'],
      status: 404,
      json: expect.objectContaining({ hint: "Perhaps you meant the table 'cinema.films'" }),
    },
    {
      send: ['GET', '/users', header('accept-profile', 'auth')],
      status: 406,
      json: errorBody('PGRST106', 'Invalid schema: auth', {
        hint: 'Only the following schemas are exposed: cinema, studio',
      }),
    },
    {
      send: ['POST', '/rooms', { body: { id: 9 }, headers: { 'content-profile': 'nope' } }],
      status: 406,
      json: expect.objectContaining({ code: 'PGRST106' }),
    },
  ]);
});

it('Accept-Profile accepts a schema name in any script', async () => {
  const other = await openRestFixture({ schemas: ['cinema', 'الفيلم'] });
  onTestFinished(() => other.close());
  const named = Buffer.from('الفيلم').toString('latin1');
  const sent = await other.send('GET', '/things', header('accept-profile', named));
  expect({ status: sent.status, json: sent.json }).toEqual({ status: 200, json: [] });
  expect(sent.headers.get('content-profile')).toBe(named);
});

describe('methods and paths', () => {
  check([
    {
      send: ['OPTIONS', '/films'],
      status: 200,
      headers: { allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' },
    },
    {
      send: ['OPTIONS', '/no_key'],
      status: 200,
      headers: { allow: 'OPTIONS,GET,HEAD,POST,PATCH,DELETE' },
    },
    { send: ['OPTIONS', '/rpc/add'], status: 200, headers: { allow: 'OPTIONS,GET,HEAD,POST' } },
    { send: ['OPTIONS', '/rpc/nothing'], status: 200, headers: { allow: 'OPTIONS,POST' } },
    { send: ['OPTIONS', '/nope'], status: 404 },
    {
      send: ['PROPFIND', '/films'],
      status: 405,
      json: errorBody('PGRST117', 'Unsupported HTTP method: PROPFIND'),
    },
    {
      send: ['GET', '/films/1'],
      status: 404,
      json: errorBody('PGRST125', 'Invalid path specified in request URL'),
    },
    { send: ['GET', '/rpc/a/b'], status: 404, json: expect.objectContaining({ code: 'PGRST125' }) },
    // A table may have any name.
    { send: ['GET', '/rpc'], status: 404, json: expect.objectContaining({ code: 'PGRST205' }) },
    {
      send: ['GET', '/'],
      status: 404,
      json: errorBody('PGRST126', 'Root endpoint metadata is disabled'),
    },
  ]);
});

describe('callers', () => {
  check([
    {
      send: ['GET', '/films', header('apikey', 'wrong')],
      status: 401,
      json: expect.objectContaining({ code: 'PGRST301', message: 'Invalid API key' }),
    },
    {
      send: ['GET', '/films', { as: 'expired' }],
      status: 401,
      json: errorBody('PGRST303', 'JWT expired'),
      headers: {
        'www-authenticate': 'Bearer error="invalid_token", error_description="JWT expired"',
      },
    },
    {
      send: ['GET', '/films', { as: 'garbage' }],
      status: 401,
      json: expect.objectContaining({ code: 'PGRST301' }),
    },
    {
      send: ['GET', '/films', { as: 'forged' }],
      status: 401,
      json: expect.objectContaining({
        code: 'PGRST301',
        message: 'No suitable key or wrong key type',
      }),
    },
    {
      send: ['GET', '/films', { as: 'no_such_role' }],
      status: 401,
      json: expect.objectContaining({ code: '22023' }),
    },
    {
      send: ['GET', '/films', { as: 'postgres' }],
      status: 403,
      json: expect.objectContaining({ code: '42501' }),
    },
    {
      send: ['GET', '/private_notes', { as: 'anon' }],
      status: 401,
      json: expect.objectContaining({ code: '42501' }),
    },
    {
      send: ['GET', '/private_notes'],
      status: 403,
      json: expect.objectContaining({ code: '42501' }),
    },
  ]);
});

const syntax = (part: string): unknown =>
  expect.objectContaining({ code: 'PGRST100', message: expect.stringContaining(part) as unknown });
/** Returns 200 filters on whether an embed has rows. */
const existsFilters = (embed: string) =>
  Array.from({ length: 200 }, () => `${embed}.is.null`).join(',');

describe('an invalid preference with handling=strict', () => {
  const prefer = 'handling=strict, foo';
  const code = (word: string): unknown => expect.objectContaining({ code: word });
  check([
    { send: ['GET', '/nope', header('prefer', prefer)], status: 404, json: code('PGRST205') },
    { send: ['GET', '/rpc/nope', header('prefer', prefer)], status: 404, json: code('PGRST202') },
    {
      send: ['GET', '/films?select=nope(id)', header('prefer', prefer)],
      status: 400,
      json: code('PGRST200'),
    },
    {
      send: ['POST', '/films', { body: { nope: 1 }, headers: { prefer } }],
      status: 400,
      json: code('PGRST204'),
    },
    {
      send: ['GET', '/films', { headers: { prefer, accept: 'image/png' } }],
      status: 406,
      json: code('PGRST107'),
    },
    {
      send: ['GET', '/rpc/numbers', { headers: { prefer, accept: 'image/png' } }],
      status: 406,
      json: code('PGRST107'),
    },
    // Writes are refused before their media type is negotiated.
    {
      send: ['POST', '/films', { body: { title: 'x' }, headers: { prefer, accept: 'image/png' } }],
      status: 400,
      json: code('PGRST122'),
    },
    { send: ['GET', '/films', header('prefer', prefer)], status: 400, json: code('PGRST122') },
    {
      send: ['POST', '/rpc/nothing', { headers: { prefer: `${prefer}, max-affected=1` } }],
      status: 400,
      json: errorBody('PGRST122', 'Invalid preferences given with handling=strict', {
        details: 'Invalid preferences: foo',
      }),
    },
  ]);
});

describe('refused requests', () => {
  const notJson = { body: '{', headers: { 'content-type': 'application/json' } };
  check([
    {
      send: ['POST', '/films?select=(', notJson],
      status: 400,
      json: expect.objectContaining({ code: 'PGRST100' }),
    },
    {
      send: ['POST', '/nope', notJson],
      status: 400,
      json: expect.objectContaining({ code: 'PGRST102' }),
    },
    {
      send: ['GET', '/films?id=5'],
      status: 400,
      json: errorBody('PGRST100', '"failed to parse filter (5)" (line 1, column 1)', {
        details: 'unexpected "5" expecting "not" or operator (eq, gt, ...)',
      }),
    },
    {
      send: ['GET', '/films?id=foo.5'],
      status: 400,
      json: errorBody('PGRST100', '"failed to parse filter (foo.5)" (line 1, column 1)', {
        details: 'unexpected "f" expecting "not" or operator (eq, gt, ...)',
      }),
    },
    {
      send: ['GET', '/films?=eq.5'],
      status: 400,
      json: expect.objectContaining({
        code: 'PGRST100',
        message: '"failed to parse tree path ()" (line 1, column 1)',
      }),
    },
    { send: ['DELETE', '/orders?=eq.5'], status: 400, json: syntax('failed to parse tree path') },
    {
      send: ['GET', '/films?title=eq.%ff'],
      status: 400,
      json: errorBody('PGRST100', 'The query string is not valid UTF-8', {
        details: 'unexpected %ff',
      }),
    },
    {
      send: ['GET', `/films?select=${'a'.repeat(64)}:id`],
      status: 400,
      json: syntax('A name may have 63 bytes'),
    },
    {
      send: ['GET', `/films?select=data->>${'ä'.repeat(32)}`],
      status: 400,
      json: syntax('A name may have 63 bytes'),
    },
    {
      send: [
        'PATCH',
        '/films?id=eq.1',
        { body: { year: 1 }, headers: { prefer: 'handling=strict, max-affected=some' } },
      ],
      status: 400,
      json: expect.objectContaining({ code: 'PGRST122' }),
    },
    {
      send: [
        'GET',
        `/films?select=${Array.from({ length: 1700 }, (_, n) => `c${n}:id`).join(',')}`,
      ],
      status: 400,
      json: expect.objectContaining({ code: '54011' }),
    },
    {
      send: [
        'PATCH',
        '/films?id=eq.1',
        {
          body: `{"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
          headers: { 'content-type': 'application/json' },
        },
      ],
      status: 400,
      json: expect.objectContaining({ code: '54001' }),
    },
    {
      send: [
        'GET',
        `/films?select=directors(films(directors()))&or=(${existsFilters('directors')})&directors.or=(${existsFilters('films')})&directors.films.or=(${existsFilters('directors')})`,
      ],
      status: 400,
      json: syntax('Too many conditions'),
    },
    { send: ['GET', '/films?id=in.1'], status: 400, json: syntax('failed to parse filter (in.1)') },
    {
      send: ['GET', '/films?year=is.nope'],
      status: 400,
      json: syntax('failed to parse filter (is.nope)'),
    },
    {
      send: ['GET', '/films?select=id,directors(name'],
      status: 400,
      json: syntax('failed to parse select parameter'),
    },
    {
      send: ['GET', '/films?select=id)x'],
      status: 400,
      json: syntax('failed to parse select parameter'),
    },
    {
      send: ['GET', '/films?select=data->(n'],
      status: 400,
      json: errorBody(
        'PGRST100',
        '"failed to parse select parameter (data->(n)" (line 1, column 7)',
        {
          details:
            'unexpected "(" expecting "-", digit or any non reserved character different from: .,>()',
        },
      ),
    },
    {
      send: ['GET', '/films?order=id.up'],
      status: 400,
      json: errorBody('PGRST100', '"failed to parse order (id.up)" (line 1, column 4)', {
        details: 'unexpected "u" expecting "asc", "desc", "nullsfirst" or "nullslast"',
      }),
    },
    {
      send: ['POST', '/films?columns=', { body: { title: 'x' } }],
      ...emptyParameter('columns parameter'),
    },
    {
      send: ['PATCH', '/films?id=eq.0&columns=', { body: {} }],
      ...emptyParameter('columns parameter'),
    },
    {
      send: ['POST', '/rpc/add?columns=', { body: { a: 1 } }],
      ...emptyParameter('columns parameter'),
    },
    { send: ['GET', '/films?columns='], ...emptyParameter('columns parameter') },
    {
      send: ['POST', '/films?on_conflict=', { body: { id: 1, title: 'x' } }],
      ...emptyParameter('on_conflict parameter'),
    },
    { send: ['GET', '/films?order='], ...emptyParameter('order') },
    { send: ['GET', '/directors?select=films(id)&films.order='], ...emptyParameter('order') },
    { send: ['GET', '/films?or=()'], status: 400, json: syntax('failed to parse logic tree') },
    {
      send: ['GET', '/films?or=(id.eq.1'],
      status: 400,
      json: syntax('failed to parse logic tree'),
    },
    { send: ['GET', '/films?or=id.eq.1'], status: 400, json: syntax('failed to parse logic tree') },
    {
      send: ['GET', '/films?select=year.max()'],
      status: 400,
      json: errorBody('PGRST123', 'Use of aggregate functions is not allowed'),
    },
    {
      send: ['GET', '/films?select=count()'],
      status: 400,
      json: expect.objectContaining({ code: 'PGRST123' }),
    },
    {
      send: ['GET', '/directors?select=films(rating.avg())'],
      status: 400,
      json: expect.objectContaining({ code: 'PGRST123' }),
    },
    {
      send: ['GET', '/films?nope=eq.1'],
      status: 400,
      json: errorBody('42703', 'column films.nope does not exist', {
        hint: expect.any(String) as unknown,
      }),
    },
    {
      send: ['GET', '/films?select=id,directors(nope)'],
      status: 400,
      json: expect.objectContaining({
        code: '42703',
        message: 'column directors_1.nope does not exist',
      }),
    },
    {
      send: ['GET', '/films?id=eq.x'],
      status: 400,
      json: errorBody('22P02', 'invalid input syntax for type integer: "x"'),
    },
    {
      send: ['GET', '/films?directors.name=eq.x'],
      status: 400,
      json: errorBody('PGRST108', "'directors' is not an embedded resource in this request", {
        hint: "Verify that 'directors' is included in the 'select' query parameter.",
      }),
    },
    {
      send: ['GET', '/films?order=directors(name)'],
      status: 400,
      json: expect.objectContaining({ code: 'PGRST108' }),
    },
    {
      send: ['GET', '/directors?select=films()&order=films(id)'],
      status: 400,
      json: errorBody('PGRST118', "A related order on 'films' is not possible", {
        details: "'directors' and 'films' do not form a many-to-one or one-to-one relationship",
      }),
    },
    {
      send: ['GET', '/films?select=directors(*)&directors=eq.1'],
      status: 400,
      json: errorBody('PGRST120', "Bad operator on the 'directors' embedded resource", {
        details: 'Only is null or not is null filters are allowed on embedded resources',
      }),
    },
    {
      send: ['GET', '/films?select=director(name)'],
      status: 400,
      json: errorBody(
        'PGRST200',
        "Could not find a relationship between 'films' and 'director' in the schema cache",
        {
          details:
            "Searched for a foreign key relationship between 'films' and 'director' in the schema 'cinema', but no matches were found.",
          hint: "Perhaps you meant 'directors' instead of 'director'.",
        },
      ),
    },
    {
      send: ['GET', '/films?select=directors!nope(name)'],
      status: 400,
      json: expect.objectContaining({
        code: 'PGRST200',
        details:
          "Searched for a foreign key relationship between 'films' and 'directors' using the hint 'nope' in the schema 'cinema', but no matches were found.",
      }),
    },
    {
      send: ['GET', '/orders?select=*,addresses(*)'],
      status: 300,
      json: {
        code: 'PGRST201',
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'orders with addresses',
            relationship: 'billing using orders(billing_id) and addresses(id)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'orders with addresses',
            relationship: 'shipping using orders(shipping_id) and addresses(id)',
          },
        ],
        hint: "Try changing 'addresses' to one of the following: 'addresses!billing', 'addresses!shipping'. Find the desired relationship in the 'details' key.",
        message:
          "Could not embed because more than one relationship was found for 'orders' and 'addresses'",
      },
    },
  ]);
});

describe('the statement timeout', () => {
  it('stops a statement that runs too long', async () => {
    await rest.db.sql(
      `create function cinema.forever() returns void language sql volatile as 'select pg_sleep(60)'`,
    );
    await rest.db.sql(`grant execute on function cinema.forever to anon`);
    await rest.db.sql(`notify pgrst, 'reload schema'`);
    await expect
      .poll(async () => (await rest.send('POST', '/rpc/forever', { as: 'anon' })).text)
      .toContain('57014');
  });
});
