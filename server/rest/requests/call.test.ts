import { describe, expect, it } from 'vitest';
import { setUpRestFixture } from '#server/testing/rest/rest-fixture.ts';
import {
  errorBody,
  expectedOf,
  runScenario,
  type Scenario,
} from '#server/testing/rest/scenario.ts';

const rest = await setUpRestFixture();

/** Returns the bytes of a text as characters, as header objects hold them. */
function utf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}

const scenarios: readonly Scenario[] = [
  { send: ['GET', '/rpc/add?a=1&b=2'], status: 200, json: 3 },
  { send: ['GET', '/rpc/add?a=1'], status: 200, json: 11 },
  // A function's own timeout applies to its call: 30 s suffice for sleep(1), and nap(30) is stopped
  // after 100 ms.
  { send: ['POST', '/rpc/sleep', { body: { seconds: 1 } }], status: 200, json: 1 },
  {
    send: ['POST', '/rpc/nap', { body: { seconds: 30 } }],
    status: 500,
    json: errorBody('57014', 'canceling statement due to statement timeout'),
  },
  { send: ['POST', '/rpc/add', { body: { a: 1, b: 5 } }], status: 200, json: 6 },
  { send: ['POST', '/rpc/add', { body: { a: 1 } }], status: 200, json: 11 },
  {
    send: [
      'POST',
      '/rpc/add',
      { body: 'a=1&b=5', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    status: 200,
    json: 6,
  },
  { send: ['GET', '/rpc/join_all?words=a&words=b,c'], status: 200, json: 'a-b,c' },
  { send: ['POST', '/rpc/join_all', { body: { words: ['a', 'b'] } }], status: 200, json: 'a-b' },
  {
    send: ['GET', '/rpc/films_of?year=1985&select=id,directors(name)&order=id.desc&limit=1'],
    status: 200,
    json: [{ id: 3, directors: { name: 'Kurosawa' } }],
    headers: { 'content-range': '0-0/*' },
  },
  {
    send: [
      'GET',
      '/rpc/films_of?year=1985&select=id,director_of!inner(name)&director_of.name=eq.Varda',
      { headers: { prefer: 'count=exact' } },
    ],
    status: 200,
    json: [{ id: 2, director_of: { name: 'Varda' } }],
    headers: { 'content-range': '0-0/1' },
  },
  {
    send: ['GET', '/rpc/films_of?year=1985&id=eq.2&select=id,label'],
    status: 200,
    json: [{ id: 2, label: 'Vagabond!' }],
  },
  {
    send: [
      'GET',
      '/rpc/films_of?year=1985&select=id&order=id&limit=1',
      { headers: { prefer: 'count=exact' } },
    ],
    status: 206,
    json: [{ id: 2 }],
    headers: { 'content-range': '0-0/2', 'preference-applied': 'count=exact' },
  },
  {
    send: ['POST', '/rpc/films_of?select=id,director_of(name)&id=eq.3', { body: { year: 1985 } }],
    status: 200,
    json: [{ id: 3, director_of: { name: 'Kurosawa' } }],
  },
  { send: ['GET', '/rpc/one_film?id=3&select=title'], status: 200, json: { title: 'Ran' } },
  {
    send: ['GET', '/rpc/pairs?n=gt.1&select=word'],
    status: 200,
    json: [{ word: 'two' }, { word: 'three' }],
  },
  {
    send: [
      'GET',
      '/rpc/pairs?n=eq.1',
      { headers: { accept: 'application/vnd.pgrst.object+json' } },
    ],
    status: 200,
    json: { n: 1, word: 'one' },
  },
  {
    send: ['GET', '/rpc/pairs', { headers: { accept: 'application/vnd.pgrst.object+json' } }],
    status: 406,
    json: expect.objectContaining({ code: 'PGRST116' }),
  },
  {
    send: ['GET', '/rpc/numbers?limit=2&offset=1'],
    status: 200,
    json: [2, 3],
    headers: { 'content-range': '1-2/*' },
  },
  ...[
    ['GET', '/rpc/numbers?numbers=gt.3'],
    ['GET', '/rpc/numbers?order=numbers.desc'],
    ['GET', '/rpc/numbers?select=numbers'],
    ['GET', '/rpc/numbers?or=(numbers.eq.1)'],
    ['GET', '/rpc/numbers?films.limit=1'],
    ['GET', '/rpc/add?a=1&add=eq.5'],
    ['POST', '/rpc/nothing?id=eq.1'],
    ['POST', '/rpc/whole?a=eq.1'],
  ].map(([method = '', path = '']): Scenario => {
    return { send: [method, path], status: 400, json: expect.objectContaining({ code: '42703' }) };
  }),
  { send: ['GET', '/rpc/numbers?select=*&limit=1'], status: 200, json: [1] },
  {
    send: [
      'GET',
      '/rpc/numbers?limit=1&offset=2',
      { headers: { accept: 'application/vnd.pgrst.object+json' } },
    ],
    status: 200,
    text: '3',
  },
  {
    send: ['GET', '/rpc/numbers?limit=2&offset=1', { headers: { prefer: 'count=exact' } }],
    status: 206,
    json: [2, 3],
    headers: { 'content-range': '1-2/5' },
  },
  {
    send: [
      'GET',
      '/rpc/one_film?id=3&select=id,directors(name)',
      { headers: { prefer: 'count=exact' } },
    ],
    status: 200,
    json: { id: 3, directors: { name: 'Kurosawa' } },
    headers: { 'content-range': '0-0/1' },
  },
  { send: ['GET', '/rpc/with_out?a=2'], status: 200, json: { doubled: 4, tripled: 6 } },
  { send: ['POST', '/rpc/nothing', { body: {} }], status: 204, text: '' },
  { send: ['POST', '/rpc/nothing'], status: 204, text: '' },
  {
    send: [
      'POST',
      '/rpc/nothing',
      { body: 'null', headers: { 'content-type': 'application/json' } },
    ],
    status: 204,
    text: '',
  },
  {
    send: ['POST', '/rpc/whole', { body: 'null', headers: { 'content-type': 'application/json' } }],
    status: 200,
    json: null,
  },
  { send: ['POST', '/rpc/nothings'], status: 200, json: [] },
  {
    send: ['POST', '/rpc/whole', { body: { any: [1, null] } }],
    status: 200,
    json: { any: [1, null] },
  },
  { send: ['POST', '/rpc/whole', { body: [1, 2] }], status: 200, json: [1, 2] },
  ...[[1, 2], [{ a: 1 }, { b: 2 }], 5].map((body): Scenario => {
    return {
      send: [
        'POST',
        '/rpc/add',
        { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
      ],
      status: 400,
      json: errorBody('PGRST102', 'All object keys must match'),
    };
  }),
  // Its argument is optional, but the text must not get lost.
  {
    send: ['POST', '/rpc/fail_json', { body: 'abc', headers: { 'content-type': 'text/plain' } }],
    status: 404,
    json: errorBody(
      'PGRST202',
      'Could not find the function cinema.fail_json in the schema cache',
      {
        details:
          'Searched for the function cinema.fail_json with a single unnamed text parameter, but no matches were found in the schema cache.',
      },
    ),
  },
  {
    send: ['POST', '/rpc/whole_text', { body: 'abc', headers: { 'content-type': 'text/plain' } }],
    status: 200,
    json: 'ABC',
  },
  {
    send: [
      'POST',
      '/rpc/whole_text',
      { body: 'abc', headers: { 'content-type': 'text/plain', accept: 'text/plain' } },
    ],
    status: 200,
    text: 'ABC',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  },
  {
    send: [
      'POST',
      '/rpc/bytes',
      {
        body: 'abc',
        headers: { 'content-type': 'application/octet-stream', accept: 'application/octet-stream' },
      },
    ],
    status: 200,
    text: 'abc',
    headers: { 'content-type': 'application/octet-stream' },
  },
  {
    send: ['GET', '/rpc/pairs', { headers: { accept: 'text/csv' } }],
    status: 200,
    text: 'n,word\n1,one\n2,two\n3,three',
  },
  {
    send: ['HEAD', '/rpc/pairs', { headers: { prefer: 'count=exact' } }],
    status: 200,
    text: '',
    headers: { 'content-range': '0-2/3' },
  },
  {
    send: ['GET', '/rpc/twice?a=1'],
    status: 300,
    json: errorBody(
      'PGRST203',
      'Could not choose the best candidate function between: cinema.twice(a => integer), cinema.twice(a => text)',
      {
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    ),
  },
  {
    send: ['GET', '/rpc/ad?a=1'],
    status: 404,
    json: errorBody('PGRST202', 'Could not find the function cinema.ad(a) in the schema cache', {
      details:
        'Searched for the function cinema.ad with parameter a, but no matches were found in the schema cache.',
    }),
  },
  {
    send: ['POST', '/rpc/films_off', { body: { year: 1 } }],
    status: 404,
    json: errorBody(
      'PGRST202',
      'Could not find the function cinema.films_off(year) in the schema cache',
      {
        details:
          'Searched for the function cinema.films_off with parameter year or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function cinema.films_of',
      },
    ),
  },
  {
    send: ['GET', '/rpc/add?a=1&c=2'],
    status: 404,
    json: errorBody(
      'PGRST202',
      'Could not find the function cinema.add(a, c) in the schema cache',
      {
        details:
          'Searched for the function cinema.add with parameters a, c, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function cinema.add(a, b)',
      },
    ),
  },
  {
    send: ['GET', '/rpc/write_note?body=x', { as: 'service_role' }],
    status: 405,
    json: expect.objectContaining({ code: '25006' }),
  },
  {
    send: ['POST', '/rpc/write_note', { body: { body: 'x' }, as: 'service_role' }],
    status: 200,
    json: 2,
  },
  {
    send: [
      'POST',
      '/rpc/write_notes',
      { body: { n: 2 }, as: 'service_role', headers: { prefer: 'handling=strict,max-affected=1' } },
    ],
    status: 400,
    json: expect.objectContaining({ code: 'PGRST124', details: 'The query affects 2 rows' }),
  },
  {
    send: [
      'POST',
      '/rpc/write_notes',
      {
        body: { n: 2 },
        as: 'service_role',
        headers: { accept: 'application/vnd.pgrst.object+json' },
      },
    ],
    status: 406,
    json: expect.objectContaining({ code: 'PGRST116', details: 'The result contains 2 rows' }),
  },
  {
    send: ['GET', '/private_notes?body=like.many*', { as: 'service_role' }],
    status: 200,
    json: [],
  },
  {
    send: [
      'POST',
      '/rpc/add',
      { body: { a: 1 }, headers: { prefer: 'handling=strict,max-affected=1' } },
    ],
    status: 400,
    json: expect.objectContaining({ code: 'PGRST128' }),
  },
  {
    send: ['PATCH', '/rpc/add', { body: { a: 1 } }],
    status: 405,
    json: errorBody('PGRST101', 'Cannot use the PATCH method on RPC'),
  },
  {
    send: ['GET', '/rpc/fail?state=P0001&say=no'],
    status: 400,
    json: errorBody('P0001', 'no', { details: 'because', hint: 'try' }),
  },
  {
    send: ['GET', '/rpc/fail?state=PT402&say=pay'],
    status: 402,
    json: errorBody('PT402', 'pay', { details: 'because', hint: 'try' }),
  },
  {
    send: ['GET', '/rpc/fail?state=PT40A&say=x'],
    status: 500,
    json: errorBody('PT40A', 'x', { details: 'because', hint: 'try' }),
  },
  { send: ['GET', '/rpc/fail?state=PTABC&say=x'], status: 500 },
  { send: ['GET', '/rpc/fail?state=PT199&say=x'], status: 500 },
  {
    send: ['GET', '/rpc/fail?state=PT205&say=x'],
    status: 205,
    text: '',
    headers: { 'content-length': '0' },
  },
  { send: ['GET', '/rpc/fail?state=23505&say=x'], status: 409 },
  { send: ['GET', '/rpc/fail?state=40001&say=x'], status: 500 },
  { send: ['GET', '/rpc/fail?state=53100&say=x'], status: 503 },
  { send: ['GET', '/rpc/fail?state=42501&say=x'], status: 403 },
  { send: ['GET', '/rpc/fail?state=42501&say=x', { as: 'anon' }], status: 401 },
  {
    send: ['GET', '/rpc/fail_json'],
    status: 402,
    json: errorBody('123', 'Payment Required', { details: 'Quota', hint: 'Upgrade' }),
    headers: { 'x-powered-by': 'Films' },
  },
  {
    send: ['GET', '/rpc/fail?state=PGRST&say=x'],
    status: 500,
    json: expect.objectContaining({
      code: 'PGRST121',
      details: "Invalid JSON value for MESSAGE: 'x'",
    }),
  },
  {
    send: ['POST', '/rpc/teapot'],
    status: 418,
    json: 'short and stout',
    headers: { 'x-tea': 'green', 'set-cookie': 'a=1, b=2' },
  },
  ...[
    '{"X": "y"}',
    '[{"X": "y", "Y": "z"}]',
    '[{"X": "y\\r\\nSet-Cookie: a=1"}]',
    // A header that frames the message is refused.
    '[{"Content-Length": "1"}]',
    '[{"transfer-encoding": "chunked"}]',
  ].map((list): Scenario => {
    return {
      send: ['POST', '/rpc/with_headers', { body: { list } }],
      status: 500,
      json: expect.objectContaining({ code: 'PGRST111' }),
    };
  }),
  {
    send: ['GET', '/rpc/fail_json?code=%E2%9C%93%0D%0AX-Evil: 1'],
    status: 402,
    json: expect.objectContaining({ code: '✓\r\nX-Evil: 1' }),
    headers: { 'proxy-status': 'PostgREST', 'x-evil': null },
  },
  {
    send: ['GET', '/rpc/add?a=x'],
    status: 400,
    json: errorBody('22P02', 'invalid input syntax for type integer: "x"'),
  },
  {
    send: [
      'GET',
      '/rpc/who',
      { as: 'authenticated:7', headers: { 'x-agent': 'test', cookie: 'a=1; b=2=3; seen; c=' } },
    ],
    status: 200,
    json: {
      role: 'authenticated',
      claims: { role: 'authenticated', sub: '7' },
      method: 'GET',
      path: '/rpc/who',
      agent: 'test',
      cookies: { a: '1', b: '2=3', seen: '', c: '' },
    },
  },
  // Headers hold bytes, which both sides take for UTF-8.
  {
    send: ['GET', '/rpc/who', { headers: { 'x-agent': utf8('Zoë'), cookie: utf8('a=日') } }],
    status: 200,
    json: expect.objectContaining({ agent: 'Zoë', cookies: { a: '日' } }),
  },
  {
    send: ['POST', '/rpc/with_headers', { body: { list: '[{"X-Name": "Zoë 日"}]' } }],
    status: 200,
    headers: { 'x-name': utf8('Zoë 日') },
  },
];

describe('POST and GET /rpc', () => {
  it.each(scenarios)('$send.0 $send.1 → $status', async (scenario) => {
    expect(await runScenario(rest, scenario)).toEqual(expectedOf(scenario));
  });

  it('takes an object of more names than a function has arguments as the unnamed one', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => [`name ${index}`, index]);
    const body = Object.fromEntries(names) as Record<string, number>;
    expect((await rest.send('POST', '/rpc/whole', { body })).json).toEqual(body);
    const refused = await rest.send('POST', '/rpc/add', { body });
    expect(refused.status).toBe(400);
    expect(refused.text.length).toBeLessThan(1_000);
  });
});
