import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRestFixture, type RestFixture } from '#server/testing/rest/rest-fixture.ts';
import { shapesSchema } from '#server/testing/rest/shapes.ts';

let rest: RestFixture;
let plain: RestFixture;
beforeAll(async () => {
  const options = { schemas: ['shapes'], setupSql: shapesSchema };
  rest = await openRestFixture({
    ...options,
    settings: { 'pgrst.db_aggregates_enabled': 'true' },
  });
  plain = await openRestFixture(options);
});
afterAll(() => Promise.all([rest.close(), plain.close()]));

const cases: readonly (readonly [string, unknown])[] = [
  ['/tasks?select=count()', [{ count: 5 }]],
  ['/tasks?select=all:count(),hours.count()', [{ all: 5, count: 4 }]],
  ['/tasks?select=all:count,hours.sum()', [{ all: 5, sum: 16 }]],
  [
    '/tasks?select=done,all:count,hours.max()&order=done&done=not.is.null',
    [
      { done: false, all: 2, max: 8 },
      { done: true, all: 2, max: 4 },
    ],
  ],
  ['/tasks?select=all:count,...projects(id.max())', [{ all: 5, max: 3 }]],
  ['/paints?select=colour,count()&id=eq.1', [{ colour: '#0000ff', count: 1 }]],
  ['/paints?select=*,count()&id=eq.2', [{ id: 2, colour: '#00ff00', name: 'green', count: 1 }]],
  [
    '/tasks?select=hours.sum(),done&order=done.desc.nullslast',
    [
      { sum: 6.5, done: true },
      { sum: 9.5, done: false },
      { sum: null, done: null },
    ],
  ],
  [
    '/tasks?select=hours.sum(),mean:hours.avg()::int,done&done=is.true&limit=1',
    [{ sum: 6.5, mean: 3, done: true }],
  ],
  [
    '/tasks?select=id.max(),id.min(),projects(name)&id=lt.4&order=projects(name)',
    expect.objectContaining({ code: '42803' }),
  ],
  [
    '/tasks?select=hours.sum(),projects(name)&project_id=eq.1',
    [{ sum: 4, projects: { name: 'Roof' } }],
  ],
  [
    '/projects?select=name,tasks(count(),hours.sum())&order=id&limit=2',
    [
      { name: 'Roof', tasks: [{ count: 2, sum: 4 }] },
      { name: 'Door', tasks: [{ count: 1, sum: 4 }] },
    ],
  ],
  [
    '/projects?select=name,tasks(done,count())&tasks.order=done&id=eq.1',
    [
      {
        name: 'Roof',
        tasks: [
          { done: false, count: 1 },
          { done: true, count: 1 },
        ],
      },
    ],
  ],
  [
    '/tasks?select=hours.sum(),...projects(project:name,...clients(client:name))&project_id=lte.2&order=project_id',
    expect.objectContaining({ code: '42803' }),
  ],
  [
    '/tasks?select=hours.sum(),...projects(...clients(client:name))&project_id=lte.2',
    [{ sum: 8, client: 'Acme' }],
  ],
  [
    '/projects?select=client_id,...budgets(amount.sum(),count())&order=client_id',
    [
      { client_id: 1, sum: 150, count: 2 },
      { client_id: 2, sum: null, count: 0 },
      { client_id: null, sum: null, count: 0 },
    ],
  ],
  [
    '/tasks?select=done,...projects(id.count(),most:client_id.max()::text)&order=done.nullslast',
    [
      { done: false, count: 2, most: '2' },
      { done: true, count: 2, most: '1' },
      { done: null, count: 0, most: null },
    ],
  ],
  ['/budgets?select=spent->total::int.sum()', [{ sum: 90 }]],
  ['/clients?select=*,count()&id=eq.1', [{ id: 1, name: 'Acme', count: 1 }]],
  ['/rpc/many_clients?select=count()&id=lt.3', [{ count: 2 }]],
  ['/clients?select=name,...projects(id.count())', expect.objectContaining({ code: 'PGRST127' })],
  ['/projects?select=name,tasks(count)&id=eq.1', [{ name: 'Roof', tasks: [{ count: 2 }] }]],
  // A count is one row even over no rows, so an inner join keeps the parent row.
  ['/projects?select=id,tasks!inner(count)&id=eq.4', [{ id: 4, tasks: [{ count: 0 }] }]],
  ['/projects?select=id,tasks!inner(hours.sum())&id=eq.4', [{ id: 4, tasks: [{ sum: null }] }]],
  ['/projects?select=id,tasks(count)&tasks=is.null', []],
  ['/projects?select=id,tasks!inner(count)&tasks.offset=1', []],
  ['/projects?select=id,tasks!inner(done,count())&id=eq.4', []],
  ['/projects?select=id,tasks!inner()&id=eq.4', []],
  [
    '/budgets?select=amount,...projects!inner(id.count())&project_id=eq.1',
    [{ amount: 100, count: 1 }],
  ],
  [
    '/projects?select=id,tasks!inner(done,count())&tasks.offset=1',
    expect.objectContaining({ code: 'PGRST127' }),
  ],
];

describe('aggregates in /rest/v1', () => {
  it.each(cases)('%s', async (path, expected) => {
    const { json } = await rest.send('GET', path);
    expect(json).toEqual(expected);
  });

  it('group the representation of a write', async () => {
    const { json } = await rest.send('POST', '/pairs?select=a.sum(),b', {
      body: [
        { a: 100, b: 'k' },
        { a: 101, b: 'k' },
      ],
      headers: { prefer: 'return=representation' },
    });
    expect(json).toEqual([{ sum: 201, b: 'k' }]);
  });

  it('count the rows before grouping with count=exact', async () => {
    const { headers } = await rest.send('GET', '/tasks?select=done,count()&limit=1', {
      headers: { prefer: 'count=exact' },
    });
    expect(headers.get('content-range')).toBe('0-0/5');
  });

  it.each(['count()', 'name,hours.sum()', 'name,projects(id.max())', '...projects(id.max())'])(
    'are refused if disabled: %s',
    async (select) => {
      const { status, json } = await plain.send('GET', `/tasks?select=${select}`);
      expect(status).toBe(400);
      expect(json).toMatchObject({
        code: 'PGRST123',
        message: 'Use of aggregate functions is not allowed',
      });
    },
  );

  it('allow `count` without parentheses even if aggregates are disabled', async () => {
    const { json } = await plain.send('GET', '/projects?select=name,tasks(count)&id=eq.2');
    expect(json).toEqual([{ name: 'Door', tasks: [{ count: 1 }] }]);
  });
});
