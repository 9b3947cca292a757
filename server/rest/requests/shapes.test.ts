import { describe, expect, it } from 'vitest';
import { setUpRestFixture } from '#server/testing/rest/rest-fixture.ts';
import {
  errorBody,
  expectedOf,
  runScenario,
  type Scenario,
} from '#server/testing/rest/scenario.ts';
import { longName, shapesSchema } from '#server/testing/rest/shapes.ts';

const rest = await setUpRestFixture({ schemas: ['shapes'], setupSql: shapesSchema });

function check(scenarios: readonly Scenario[]): void {
  it.each(scenarios)('$send.0 $send.1 $send.2.headers → $status', async (scenario) => {
    expect(await runScenario(rest, scenario)).toEqual(expectedOf(scenario));
  });
}

const get = (path: string, json: unknown): Scenario => ({ send: ['GET', path], status: 200, json });
const refusal = (code: string): unknown => expect.objectContaining({ code });
const accept = (type: string) => ({ headers: { accept: type } });
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const representation = { prefer: 'return=representation' };

describe('relations', () => {
  check([
    get('/workers?select=name,boss(name),helpers(name)&id=eq.2', [
      { name: 'Ben', boss: { name: 'Ada' }, helpers: [{ name: 'Di' }] },
    ]),
    get('/workers?select=name,boss_id(name),below:workers(name)&id=eq.2', [
      { name: 'Ben', boss_id: { name: 'Ada' }, below: [{ name: 'Di' }] },
    ]),
    get('/workers?select=name,tasks(name)&id=eq.2&tasks.order=id', [
      { name: 'Ben', tasks: [{ name: 'saw' }, { name: 'paint' }] },
    ]),
    get('/motto?select=motto,owner(name)', [{ motto: 'Beep', owner: { name: 'Acme' } }]),
    get('/tasks?select=name,clients(name)&id=eq.1', [{ name: 'saw', clients: { name: 'Acme' } }]),
    get('/projects?select=name,budgets(amount)&id=eq.1', [
      { name: 'Roof', budgets: { amount: 100 } },
    ]),
    get('/events?select=id,clients(name)&order=day', [
      { id: 1, clients: { name: 'Acme' } },
      { id: 2, clients: { name: 'Bolt' } },
    ]),
    {
      send: ['GET', '/members?select=id,teams(id)'],
      status: 300,
      json: expect.objectContaining({
        details: [
          {
            cardinality: 'one-to-many',
            embedding: 'members with teams',
            relationship: 'team_lead using members(id) and teams(lead_id)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'members with teams',
            relationship: 'member_team using members(team_id) and teams(id)',
          },
        ],
        hint: "Try changing 'teams' to one of the following: 'teams!team_lead', 'teams!member_team'. Find the desired relationship in the 'details' key.",
      }),
    },
    {
      send: ['GET', '/deals?select=id,clients(name)'],
      status: 300,
      json: expect.objectContaining({
        // One hint for each relationship, even if they are equal, as in PostgREST.
        hint: "Try changing 'clients' to one of the following: 'clients!projects_client_id_fkey', 'clients!projects_client_id_fkey'. Find the desired relationship in the 'details' key.",
      }),
    },
    // A partition is no resource: its rows are read through its table.
    { send: ['GET', '/events_2024?select=id'], status: 404, json: refusal('PGRST205') },
    {
      send: ['POST', '/events_2024', { body: { day: '2024-01-01', id: 9 } }],
      status: 404,
      json: refusal('PGRST205'),
    },
    { send: ['OPTIONS', '/events_2024'], status: 404 },
    {
      send: ['GET', '/clients?select=events_2024(id)'],
      status: 400,
      json: refusal('PGRST200'),
    },
    get('/hours?project_id=eq.3', [{ project_id: 3, total: 8 }]),
    get('/open_tasks?select=name,projects(name)&order=id&limit=1', [
      { name: 'nail', projects: { name: 'Roof' } },
    ]),
    get('/project_names?select=client_name,tasks(name)&project_key=eq.2', [
      { client_name: 'Acme', tasks: [{ name: 'paint' }] },
    ]),
    get('/clients?select=name,...projects(project:name,id)&order=id&projects.order=name.desc', [
      { name: 'Acme', project: ['Roof', 'Door'], id: [1, 2] },
      { name: 'Bolt', project: ['Wire'], id: [3] },
      { name: 'Idle', project: [], id: [] },
    ]),
    get('/projects?select=name,...clients(client:name,projects(id))&id=in.(3,4)&order=id', [
      { name: 'Wire', client: 'Bolt', projects: [{ id: 3 }] },
      { name: 'Orphan', client: null, projects: null },
    ]),
    get('/clients?select=mine:projects(name)&projects.name=eq.Roof&id=eq.1', [
      { mine: [{ name: 'Roof' }] },
    ]),
    // A key of an embed comes before the relation of another.
    get(
      '/clients?select=mine:projects(name),projects(name)&projects.name=eq.Roof&mine.name=eq.Door&id=eq.1',
      [{ mine: [{ name: 'Door' }], projects: [{ name: 'Roof' }] }],
    ),
    get(
      '/clients?select=mine:projects(name),projects(name)&projects.order=name.desc&mine.limit=0&id=eq.1',
      [{ mine: [], projects: [{ name: 'Roof' }, { name: 'Door' }] }],
    ),
    ...['projects(name),projects(id)', '...projects(name),projects(id)'].map(
      (embeds): Scenario => ({
        send: ['GET', `/clients?select=${embeds}&projects.name=eq.Roof`],
        status: 400,
        json: errorBody('42712', "'projects' is embedded more than once", {
          hint: "Use an alias, as in 'other:projects(...)', or spread by the name of the foreign key.",
        }),
      }),
    ),
    get('/next_links?select=id,pairs(extra)', [{ id: 1, pairs: { extra: 'second' } }]),
    // The columns of a key come from two rows.
    ...['crossed_links', 'crossed_steps'].map((view): Scenario => ({
      send: ['GET', `/${view}?select=id,pairs(extra)`],
      status: 400,
      json: refusal('PGRST200'),
    })),
    {
      send: ['GET', '/link_steps?select=id,pairs(extra)'],
      status: 300,
      json: expect.objectContaining({
        hint: "Try changing 'pairs' to one of the following: 'pairs!links_a_b_fkey', 'pairs!links_a_b_fkey'. Find the desired relationship in the 'details' key.",
      }),
    },
    // The foreign key is over a period: a stay overlaps the rates that it references.
    { send: ['GET', '/stays?select=id,rates(price)'], status: 400, json: refusal('PGRST200') },
    { send: ['GET', '/rates?select=price,stays(id)'], status: 400, json: refusal('PGRST200') },
    get('/clients?select=shout,projects(shout)&id=eq.2', [
      { shout: 'BOLT', projects: [{ shout: 'wire' }] },
    ]),
    get(`/${longName}?select=name,up!inner(name)&order=id`, [
      { name: 'kid', up: { name: 'root' } },
      { name: 'grandkid', up: { name: 'kid' } },
    ]),
    get(`/${longName}?select=name,up()&order=up(name)`, [
      { name: 'grandkid' },
      { name: 'kid' },
      { name: 'root' },
    ]),
    get('/%C3%9Cberschrift?select=gr%C3%B6%C3%9Fe,%E5%90%8D%E5%89%8D', [
      { größe: 1, 名前: '太郎' },
    ]),
    get('/measured?select=with space,"quo\\"te"&id=eq.1', [{ 'with space': 's1', 'quo"te': 'q1' }]),
    {
      send: ['GET', '/counters?select=*,project(*)'],
      status: 400,
      json: expect.objectContaining({ code: 'PGRST200' }),
    },
    {
      send: ['GET', '/client?select=*'],
      status: 404,
      json: expect.objectContaining({ hint: "Perhaps you meant the table 'shapes.clients'" }),
    },
  ]);
});

describe('values', () => {
  check([
    get('/measured?select=place->x,place->>y,moods->0,ids->-1&id=eq.1', [
      { x: 1.5, y: '2', moods: 'calm', ids: 2 },
    ]),
    get('/measured?select=facts->k->"!odd key%23",bare:facts->k->!odd key%23&id=eq.1', [
      { '!odd key#': 1, bare: 1 },
    ]),
    get('/measured?select=facts->list->1&facts->list->0=eq.10', [{ list: 20 }]),
    get('/measured?select=id&words=fts(english).fox', [{ id: 1 }]),
    get('/measured?select=id&words=phfts(english).quick brown', [{ id: 1 }]),
    get('/measured?select=id&vector=fts.fox', [{ id: 1 }]),
    get('/measured?select=id&vector=fts(english).foxes', [{ id: 1 }]),
    get('/measured?select=id&vector=not.plfts(english).foxes', [{ id: 2 }]),
    get('/measured?select=id&said=fts(english).dog', [{ id: 2 }]),
    get('/measured?select=id&said_json=fts(english).dog', [{ id: 2 }]),
    get('/measured?select=id&or=(vector.fts(english).foxes,said.wfts(english).dogs)&order=id', [
      { id: 1 },
      { id: 2 },
    ]),
    get('/rpc/vectors?select=id&vector=fts(english).foxes', [{ id: 1 }]),
    get('/rpc/vectors?select=id&vector=fts.fox', [{ id: 1 }]),
    get('/rpc/sentences?select=id&sentence=fts(simple).foxes', [{ id: 1 }]),
    get('/rpc/sentences?select=id&sentence=fts(simple).fox', []),
    get('/rpc/sentences?select=id&sentence=fts(english).foxes', [{ id: 1 }]),
    get('/rpc/sentences?select=id&sentence=fts.fox', [{ id: 1 }]),
    get('/rpc/sentences?select=id&facts=fts(simple).nothing', []),
    get('/rpc/typed_sentences?select=id&words=fts(simple).foxes', [{ id: 1 }]),
    get('/rpc/typed_sentences?select=id&words=fts.fox', [{ id: 1 }]),
    get('/measured?select=id&place=match.(1.2,0)', [{ id: 1 }]),
    get('/measured?select=id&place=not.match.(9,0)', [{ id: 1 }]),
    get('/measured?select=id&place=match(any).{"(1.2,0)","(9,0)"}', [{ id: 1 }]),
    {
      send: ['GET', '/measured?id=match.1'],
      status: 404,
      json: errorBody('42883', 'operator does not exist: integer ~ unknown', {
        hint: 'No operator matches the given name and argument types. You might need to add explicit type casts.',
      }),
    },
    get('/measured?select=id&span=adj.[9,10)', [{ id: 2 }]),
    get('/measured?select=id&moods=cs.{tense}', [{ id: 2 }]),
    get('/measured?select=id&place->x=gte.1', [{ id: 1 }]),
    get('/measured?select=id&raw->a=eq.2', [{ id: 1 }]),
    get('/workers?select=id&skills=in.("{saw}","{}")&order=id', [{ id: 1 }, { id: 2 }]),
    // A null is neither in the list nor outside of it.
    get('/workers?select=id&skills=not.in.("{saw}")', [{ id: 2 }]),
    get('/clients?select=id&name=in.( Acme,Bolt)&order=id', [{ id: 1 }, { id: 2 }]),
    {
      send: ['POST', '/counters', { body: { label: 'abc', bits: '101' }, headers: representation }],
      status: 201,
      json: [{ id: 7, label: 'abc', bits: '101', note: 'none' }],
    },
    {
      send: [
        'POST',
        '/counters?columns=id,note,label',
        {
          body: [{ id: 20, label: 'x', ignored: 1 }],
          headers: { prefer: 'return=representation, missing=default' },
        },
      ],
      status: 201,
      json: [{ id: 20, label: 'x  ', bits: null, note: 'none' }],
    },
  ]);
});

describe('domains with their own casts', () => {
  check([
    get('/paints?select=id,colour&order=id&limit=1', [{ id: 1, colour: '#0000ff' }]),
    get('/paints?id=eq.2', [{ id: 2, colour: '#00ff00', name: 'green' }]),
    get('/paints?select=name&colour=eq.%230000ff', [{ name: 'blue' }]),
    get('/paints?select=id&colour=in.(%230000ff,%2300ff00)&order=id', [{ id: 1 }, { id: 2 }]),
    get('/paints?select=id&colour=eq(any).{%230000ff,%2300ff00}&order=id', [{ id: 1 }, { id: 2 }]),
    get('/paints?select=id&colour=gt(all).{%230000fe,%2300feff}', [{ id: 2 }]),
    get('/pages?slug=eq.HELP', [{ slug: 'help' }]),
    get('/pages?slug=like.hel*&order=slug', [{ slug: 'hello' }, { slug: 'help' }]),
    get('/pages?slug=ilike.*P', [{ slug: 'help' }]),
    get('/pages?slug=like(any).{n*,*o}&order=slug', [{ slug: 'hello' }, { slug: 'news' }]),
    {
      send: ['POST', '/paints', { body: { id: 9, colour: '#ff0000' }, headers: representation }],
      status: 201,
      json: [{ id: 9, colour: '#ff0000', name: 'plain' }],
    },
    {
      send: [
        'PATCH',
        '/paints?id=eq.9&select=colour',
        { body: { colour: '#000001' }, headers: representation },
      ],
      status: 200,
      json: [{ colour: '#000001' }],
    },
  ]);
});

describe('functions', () => {
  check([
    get('/rpc/a_record', { one: 1, two: 'two' }),
    get('/rpc/records', [
      { column1: 1, column2: 'a' },
      { column1: 2, column2: 'b' },
    ]),
    get('/rpc/total?n=1&n=2', 3),
    get('/rpc/own_names', [
      { _t: 1, word: 'one' },
      { _t: 2, word: 'two' },
    ]),
    {
      send: ['GET', '/rpc/own_names', accept('text/csv')],
      status: 200,
      text: '_t,word\n1,one\n2,two',
    },
    get('/rpc/quoted?"a.b"=4', 40),
    get('/rpc/quoted?"a.b"=4&"limit"=2', 42),
    { send: ['OPTIONS', '/rpc/quoted?"a.b"=4'], status: 200 },
    { send: ['OPTIONS', '/rpc/quoted?"a.c"=4'], status: 404 },
    {
      send: ['POST', '/rpc/total', { body: 'n=1&n=4', headers: form }],
      status: 200,
      json: 5,
    },
    {
      send: ['POST', '/rpc/json_one', { body: 'data={"a":[1]}', headers: form }],
      status: 200,
      json: { a: [1] },
    },
    { send: ['POST', '/rpc/letter', { body: { code: 'abc' } }], status: 200, json: 'abc-m' },
    { send: ['POST', '/rpc/json_any', { body: [1, { a: 2 }] }], status: 200, json: [1, { a: 2 }] },
    {
      send: ['POST', '/rpc/json_one', { body: [{ data: 1 }, { data: 2 }] }],
      status: 200,
      json: 1,
    },
    {
      send: ['POST', '/rpc/json_one?columns=data', { body: { data: 5, more: 6 } }],
      status: 200,
      json: 5,
    },
    get('/rpc/isolated', 'serializable'),
    { send: ['POST', '/rpc/isolated', { body: {} }], status: 200, json: 'serializable' },
    get('/rpc/isolation', 'read committed'),
    get('/rpc/no_client', { id: null, name: null }),
    {
      send: ['GET', '/rpc/names', accept('application/vnd.pgrst.object+json')],
      status: 406,
      json: expect.objectContaining({ code: 'PGRST116', details: 'The result contains 3 rows' }),
    },
    {
      send: ['GET', '/rpc/total'],
      status: 404,
      json: expect.objectContaining({
        code: 'PGRST202',
        hint: null,
      }),
    },
    {
      send: ['GET', '/rpc/cookie', { headers: { cookie: 'a=b; tea=green' } }],
      status: 200,
      json: 'green',
    },
  ]);
});

describe('media types', () => {
  check([
    {
      send: ['GET', '/rpc/page?who=me', accept('text/html')],
      status: 200,
      text: '<p>me</p>',
      headers: { 'content-type': 'text/html' },
    },
    get('/rpc/page?who=me', '<p>me</p>'),
    {
      send: ['GET', '/rpc/anything', accept('image/png')],
      status: 200,
      text: 'any',
      headers: { 'content-type': 'image/x-any' },
    },
    {
      send: ['GET', '/pairs?order=a,b', accept('application/x-dots')],
      status: 200,
      text: 'first.second..',
      headers: { 'content-type': 'application/x-dots' },
    },
    { send: ['GET', '/pairs?select=a', accept('application/x-dots')], status: 406 },
    {
      send: ['GET', '/clients?select=id&order=id&limit=2', accept('application/x-list')],
      status: 200,
      text: '{"id":1} {"id":2}',
    },
    {
      send: ['GET', '/rpc/letter?code=abc', accept('application/x-list')],
      status: 200,
      text: '"abc-m"',
    },
    {
      send: ['GET', '/rpc/names?limit=1', accept('application/x-list')],
      status: 200,
      text: '{"pgrst_scalar":"Acme"}',
    },
    {
      send: ['GET', '/measured?select=bytes&id=eq.1', accept('application/octet-stream')],
      status: 200,
      headers: { 'content-type': 'application/octet-stream' },
    },
    {
      send: ['GET', '/measured?select=words&order=id', accept('text/plain')],
      status: 200,
      text: 'the quick brown foxeslazy dogs',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    },
    {
      send: ['GET', '/measured?select=id,words', accept('text/plain, image/png')],
      status: 406,
      json: expect.objectContaining({
        message: 'None of these media types are available: text/plain, image/png',
      }),
    },
    {
      send: ['GET', '/pairs?a=eq.2', accept('application/vnd.pgrst.array+json')],
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    },
    {
      send: [
        'GET',
        '/measured?select="a \\"%0Aname":with space,"x,y":id&id=eq.2',
        accept('text/csv'),
      ],
      status: 200,
      text: '"a ""\nname","x,y"\n"a\\b ""c""",2',
    },
    {
      send: ['GET', '/rpc/names', accept('text/csv')],
      status: 200,
      text: 'pgrst_scalar\nAcme\nBolt\nIdle',
    },
  ]);
});

describe('response headers of a read', () => {
  check([
    {
      send: ['GET', '/clients?select=id&order=id&id=lt.3&id=gt.1&or=(id.eq.2)&limit=5'],
      status: 200,
      headers: {
        'content-location': '/clients?id=lt.3,gt.1&limit=5&or=%28id.eq.2%29&order=id&select=id',
      },
    },
    { send: ['HEAD', '/clients'], status: 200, headers: { 'content-location': '/clients' } },
    {
      send: ['GET', '/clients?offset=9', { headers: { prefer: 'count=exact' } }],
      status: 416,
      headers: { 'content-range': '*/3' },
    },
    {
      send: ['HEAD', '/clients', { headers: { range: '0-0' } }],
      status: 200,
      headers: { 'content-range': '0-2/*' },
    },
    {
      send: ['GET', '/clients?select=id&order=id&offset=-4'],
      status: 200,
      json: [{ id: 1 }, { id: 2 }, { id: 3 }],
    },
    {
      send: ['GET', '/clients?limit=99999999999999999999&offset=99999999999999999999'],
      status: 200,
      json: [],
    },
    {
      send: ['GET', '/clients?offset=5&limit=2', { headers: { range: '0-1' } }],
      status: 416,
      json: expect.objectContaining({ code: 'PGRST103' }),
    },
  ]);
});

describe('writes', () => {
  check([
    {
      send: ['POST', '/letters', { body: { id: 44, name: 'via' }, headers: representation }],
      status: 201,
      json: [{ id: 44, name: 'via' }],
    },
    {
      send: [
        'POST',
        '/pairs',
        { body: { a: 5, b: 'z z' }, headers: { prefer: 'return=headers-only' } },
      ],
      status: 201,
      headers: { location: '/pairs?a=eq.5&b=eq.z%20z' },
    },
    {
      send: [
        'POST',
        '/pairs',
        { body: { a: 6, b: "(it's) z!*" }, headers: { prefer: 'return=headers-only' } },
      ],
      status: 201,
      headers: { location: '/pairs?a=eq.6&b=eq.%28it%27s%29%20z%21%2A' },
    },
    {
      send: ['DELETE', '/pairs?a=eq.5&limit=0', { headers: representation }],
      status: 200,
      json: [{ a: 5, b: 'z z', extra: null }],
    },
    {
      send: ['PATCH', '/pairs?a=eq.2&limit=0', { body: { extra: 'e' }, headers: representation }],
      status: 200,
      json: [{ a: 2, b: 'x', extra: 'e' }],
    },
    {
      send: ['PUT', '/pairs?a=eq.6&b=eq.q&offset=1', { body: { a: 6, b: 'q' } }],
      status: 400,
      json: expect.objectContaining({ code: 'PGRST114' }),
    },
    {
      send: [
        'POST',
        '/forms?columns=id,title,copies',
        {
          body: [{ id: 1 }, { id: 2, title: 'x', copies: null }],
          headers: { prefer: 'return=representation, missing=default' },
        },
      ],
      status: 201,
      json: [
        { id: 1, title: 'untitled', copies: 7 },
        { id: 2, title: 'x', copies: null },
      ],
    },
    {
      send: ['POST', '/forms?columns=id,title', { body: [{ id: 3 }] }],
      status: 400,
      json: expect.objectContaining({ code: '23502' }),
    },
    {
      send: ['PATCH', '/forms?id=eq.2', { body: { title: '' } }],
      status: 400,
      json: expect.objectContaining({ code: '23514' }),
    },
    { send: ['POST', '/pairs', { body: '"text"', headers: json }], status: 201 },
    {
      send: ['POST', '/pairs?columns=a,b', { body: [1, 2] }],
      status: 400,
      json: expect.objectContaining({ code: '22023' }),
    },
    ...['nonsense', '', '{"a":8,"b":"x"},{"a":9,"b":"x"}'].map((body): Scenario => {
      return {
        send: ['POST', '/pairs?columns=a,b', { body, headers: json }],
        status: 400,
        json: expect.objectContaining({ code: 'PGRST102' }),
      };
    }),
    {
      send: ['POST', '/pairs', { body: 'a: 1', headers: { 'content-type': 'text/yaml' } }],
      status: 400,
      json: expect.objectContaining({ message: 'Content-Type not acceptable: text/yaml' }),
    },
  ]);
});

describe('time zones', () => {
  const due = '/tasks?select=due&id=eq.1';
  const prefer = (value: string) => ({ headers: { prefer: value } });
  check([
    {
      send: ['GET', due, prefer('timezone=America/Los_Angeles')],
      status: 200,
      json: [{ due: '2024-05-01T03:00:00-07:00' }],
      headers: { 'preference-applied': 'timezone=America/Los_Angeles' },
    },
    {
      send: ['GET', due, prefer('timezone=Jupiter/Red_Spot')],
      status: 200,
      headers: { 'preference-applied': null },
    },
    {
      send: ['GET', due, prefer('handling=strict, timezone=Jupiter/Red_Spot')],
      status: 400,
      json: expect.objectContaining({
        code: 'PGRST122',
        details: 'Invalid preferences: timezone=Jupiter/Red_Spot',
      }),
    },
  ]);
});
