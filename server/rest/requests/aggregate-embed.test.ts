/** Aggregates beside and inside embedded resources: to-one and to-many, as objects and spread. */
import { describe, expect, it } from 'vitest';
import { setUpRestFixture } from '#server/testing/rest/rest-fixture.ts';
import { shapesSchema } from '#server/testing/rest/shapes.ts';

const rest = await setUpRestFixture({
  schemas: ['shapes'],
  setupSql: shapesSchema,
  settings: { 'pgrst.db_aggregates_enabled': 'true' },
});

const toOne: readonly (readonly [string, unknown])[] = [
  [
    '/projects?select=id,clients(id.max())&order=id',
    [
      { id: 1, clients: { max: 1 } },
      { id: 2, clients: { max: 1 } },
      { id: 3, clients: { max: 2 } },
      { id: 4, clients: { max: null } },
    ],
  ],
  [
    '/projects?select=id,clients(top:id.max()::text,count(),least:id::text.min())&id=in.(1,4)&order=id',
    [
      { id: 1, clients: { top: '1', count: 1, least: '1' } },
      { id: 4, clients: { top: null, count: 0, least: null } },
    ],
  ],
  [
    '/projects?select=id,clients(name,id.sum())&clients.order=name&id=in.(3,4)&order=id',
    [
      { id: 3, clients: { name: 'Bolt', sum: 2 } },
      { id: 4, clients: null },
    ],
  ],
  [
    '/projects?select=id,clients(*,count())&id=eq.3',
    [{ id: 3, clients: { id: 2, name: 'Bolt', count: 1 } }],
  ],
  [
    '/tasks?select=id,projects(name,clients(id.max()))&id=in.(4,5)&order=id',
    [
      { id: 4, projects: { name: 'Wire', clients: { max: 2 } } },
      { id: 5, projects: null },
    ],
  ],
  [
    '/tasks?select=id,...projects(budgets(amount.sum()))&id=in.(1,4)&order=id',
    [
      { id: 1, budgets: { sum: 100 } },
      { id: 4, budgets: { sum: null } },
    ],
  ],
  [
    '/budgets?select=amount,projects(count())&project_id=eq.2',
    [{ amount: 50, projects: { count: 1 } }],
  ],
  ['/projects?select=id,clients!inner(id.max())&id=eq.4', [{ id: 4, clients: { max: null } }]],
  ['/projects?select=id,clients!inner(name,id.max())&id=eq.4', []],
  [
    '/projects?select=id,clients(id.max())&clients=not.is.null&id=eq.4',
    [{ id: 4, clients: { max: null } }],
  ],
  [
    '/projects?select=id,clients(id.max())&clients.name=eq.Acme&id=in.(1,3)&order=id',
    [
      { id: 1, clients: { max: 1 } },
      { id: 3, clients: { max: null } },
    ],
  ],
  ['/projects?select=id,clients(id.max())&clients.limit=0&id=eq.1', [{ id: 1, clients: null }]],
  ['/projects?select=id,clients(id.max())&clients.offset=1&id=eq.1', [{ id: 1, clients: null }]],
  ['/projects?select=id,clients(name)&clients.limit=0&id=eq.1', [{ id: 1, clients: null }]],
  ['/projects?select=id,...clients(name)&clients.limit=0&id=eq.1', [{ id: 1, name: null }]],
  ['/projects?select=id,clients!inner(name)&clients.limit=0&id=eq.1', []],
  ['/workers?select=id,boss(id.max())&id=eq.4', [{ id: 4, boss: { max: 2 } }]],
];

const groups: readonly (readonly [string, unknown])[] = [
  [
    '/tasks?select=hours.sum(),...projects(project:name,clients(name))&project_id=lte.2&order=projects(name)',
    [
      { sum: 4, project: 'Door', clients: { name: 'Acme' } },
      { sum: 4, project: 'Roof', clients: { name: 'Acme' } },
    ],
  ],
  [
    '/tasks?select=hours.sum(),...projects(...clients(client:name,projects(id)))&project_id=eq.3',
    [{ sum: 8, client: 'Bolt', projects: [{ id: 3 }] }],
  ],
  ['/clients?select=id.count(),...projects(name)&id=eq.2', [{ count: 1, name: ['Wire'] }]],
  ['/clients?select=id.count(),projects(name)&id=eq.3', [{ count: 1, projects: [] }]],
  [
    '/tasks?select=id.count(),projects(budgets(amount.sum()))&project_id=lte.2&done=is.true',
    expect.arrayContaining([
      { count: 1, projects: { budgets: { sum: 100 } } },
      { count: 1, projects: { budgets: { sum: 50 } } },
    ]),
  ],
];

const orders: readonly (readonly [string, unknown])[] = [
  [
    '/tasks?select=count(),...projects(name)&order=projects(name).desc.nullslast&limit=2',
    [
      { count: 1, name: 'Wire' },
      { count: 2, name: 'Roof' },
    ],
  ],
  [
    '/tasks?select=count(),...projects(called:name)&order=projects(called)&limit=2',
    [
      { count: 1, called: 'Door' },
      { count: 2, called: 'Roof' },
    ],
  ],
  [
    '/tasks?select=id.count(),...projects(*)&order=projects(id).desc&project_id=not.is.null&limit=1',
    [{ count: 1, id: 3, name: 'Wire', client_id: 2 }],
  ],
  [
    '/tasks?select=count(),...projects(...clients(name))&order=projects(name)',
    expect.objectContaining({ code: '42803' }),
  ],
  [
    '/tasks?select=count(),...projects(name::text)&order=projects(name)',
    expect.objectContaining({ code: '42803' }),
  ],
  [
    '/projects?select=id,client:clients(called:name)&order=client(called).desc.nullslast,id&limit=2',
    [
      { id: 3, client: { called: 'Bolt' } },
      { id: 1, client: { called: 'Acme' } },
    ],
  ],
];

async function read(path: string): Promise<unknown> {
  return (await rest.send('GET', path)).json;
}

describe('aggregates of a to-one resource', () => {
  it.each(toOne)('%s', async (path, expected) => {
    expect(await read(path)).toEqual(expected);
  });

  it('are part of the representation of a write', async () => {
    const { json } = await rest.send('PATCH', '/tasks?id=eq.4&select=id,projects(id.max())', {
      body: { name: 'pull' },
      headers: { prefer: 'return=representation' },
    });
    expect(json).toEqual([{ id: 4, projects: { max: 3 } }]);
  });
});

describe('groups by an embedded resource', () => {
  it.each(groups)('%s', async (path, expected) => {
    expect(await read(path)).toEqual(expected);
  });
});

describe('order by a column of a spread resource', () => {
  it.each(orders)('%s', async (path, expected) => {
    expect(await read(path)).toEqual(expected);
  });
});
