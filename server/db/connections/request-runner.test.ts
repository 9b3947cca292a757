import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  testTransactionSettings,
  type TestDatabase,
} from '#server/testing/test-database.ts';
import {
  DatabaseBusy,
  DatabaseRefusal,
  DatabaseUnavailable,
  type TransactionSettings,
} from '#server/db/database.ts';
import type { PoolLimits } from './request-connections.ts';
import { type ClosableRunner, createRequestRunner } from './request-runner.ts';

let db: TestDatabase;
const runners: ClosableRunner[] = [];

/** Creates a runner with one connection by default, so that requests meet each other. */
function runner(
  limits: Partial<Pick<PoolLimits, 'connections' | 'maxWaiting' | 'waitMs' | 'pipelined'>> = {},
  quickMs?: number,
) {
  const created = createRequestRunner(
    db.login('authenticator'),
    { connections: 1, maxWaiting: 10, maxWaitingPerCaller: 500, waitMs: 50_000, ...limits },
    quickMs,
  );
  runners.push(created);
  return created;
}

const asUser = (overrides: Partial<TransactionSettings> = {}) =>
  testTransactionSettings('authenticated', { sub: 'a', role: 'authenticated' }, overrides);

async function value(
  requests: ClosableRunner,
  text: string,
  values: readonly unknown[] = [],
  settings = asUser(),
): Promise<string | null | undefined> {
  return (await requests.run(settings, { text, values })).rows[0]?.[0];
}

async function refusal(outcome: Promise<unknown>) {
  const error = await outcome.catch((reason: unknown) => reason);
  if (!(error instanceof DatabaseRefusal)) throw new Error('not refused', { cause: error });
  return error.refusal;
}

beforeAll(async () => {
  db = await createTestDatabase();
  await db.sql(`
    create table public.notes (
      id int primary key, owner text, body text,
      constraint body_once unique (body) deferrable initially deferred
    );
    alter table public.notes enable row level security;
    create policy own on public.notes using (owner = current_setting('request.jwt.claims')::jsonb ->> 'sub');
    grant all on public.notes to authenticated, service_role;
    create table public.things (id int primary key);
    insert into public.things values (1);
    grant all on public.things to authenticated;
    insert into public.notes values (1, 'a', 'of a'), (2, 'b', 'of b');
    create function public.run_sql(text) returns void language plpgsql as 'begin execute $1; end';
    grant temporary on database ${String(db.login().database)} to public;
  `);
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((created) => created.end()));
});
afterAll(() => db.drop());

describe('RequestRunner', () => {
  test('runs a statement with role and claims, and returns raw text in column order', async () => {
    const result = await runner().run(asUser(), {
      text: `select current_user::text as who, current_setting('request.jwt.claims') as claims,
        $1::int + 1 as n, null as nothing, true as yes, '{1,2}'::int[] as list`,
      values: [41],
    });
    expect(result).toMatchObject({
      columns: ['who', 'claims', 'n', 'nothing', 'yes', 'list'],
      rows: [['authenticated', '{"sub":"a","role":"authenticated"}', '42', null, 't', '{1,2}']],
      rowCount: 1,
    });
  });

  test('applies the policies of the role, even if another role prepared the statement', async () => {
    const requests = runner();
    const count = (settings: TransactionSettings) =>
      value(requests, 'select count(*) from public.notes', [], settings);
    expect(await count(testTransactionSettings('service_role'))).toBe('2');
    expect(await count(asUser())).toBe('1');
    expect(await count(testTransactionSettings('authenticated', { sub: 'b' }))).toBe('1');
    expect(await count(testTransactionSettings('authenticated', { sub: 'c' }))).toBe('0');
    expect(await refusal(count(testTransactionSettings('anon')))).toMatchObject({ code: '42501' });
    expect(await count(testTransactionSettings('service_role'))).toBe('2');
  });

  test('passes method, path, headers and search path to PostgreSQL', async () => {
    const settings = asUser({
      method: 'PATCH',
      path: '/notes',
      headers: '{"x-a":"ü"}',
      searchPath: ['public', 'odd "name"'],
    });
    const text = `select current_setting('request.method') || ' ' || current_setting('request.path') || ' '
      || (current_setting('request.headers')::jsonb ->> 'x-a') || ' ' || current_setting('search_path')`;
    expect(await value(runner(), text, [], settings)).toBe(
      'PATCH /notes ü "public", "odd ""name"""',
    );
  });

  test('passes texts, bytes, arrays, objects, dates and null as parameters', async () => {
    const text = `select $1::text || encode($2::bytea, 'hex') || ($3::text[])[2] || ($4::jsonb ->> 'k')
      || to_char($5::timestamptz, 'YYYY') || coalesce($6::text, '-') || ($7::int[][])[2][1]`;
    const values = [
      `ü'"\\`,
      Buffer.from([0, 255]),
      ['a', 'q"\\,{}'],
      { k: 'v' },
      new Date('2020-02-03T00:00:00Z'),
      null,
      [[1], [2]],
    ];
    expect(await value(runner(), text, values)).toBe(`ü'"\\00ffq"\\,{}v2020-2`);
  });

  test('returns the count of changed rows', async () => {
    const requests = runner();
    const change = (text: string) => requests.run(asUser(), { text, values: [] });
    const inserted = await change(`insert into public.notes values (10, 'a', 'x'), (11, 'a', 'y')`);
    expect(inserted).toMatchObject({ columns: [], rows: [], rowCount: 2 });
    expect((await change('delete from public.notes where id in (10, 11)')).rowCount).toBe(2);
  });

  test('sends a large value and many parameters completely', async () => {
    const large = '€'.repeat(700_000);
    expect(await value(runner(), 'select length($1)', [large])).toBe('700000');
    const many = Array.from({ length: 60_000 }, (_, i) => i);
    const text = `select sum(n) from (values ${many.map((i) => `($${i + 1}::int)`).join(',')}) t (n)`;
    expect(await value(runner(), text, many)).toBe('1799970000');
  });

  test('refuses writes in a read-only transaction', async () => {
    const write = value(
      runner(),
      `insert into public.notes values (3, 'a', 'c')`,
      [],
      asUser({ readOnly: true }),
    );
    expect(await refusal(write)).toMatchObject({ code: '25006' });
  });

  test('refuses a statement that takes too long, and reuses the connection', async () => {
    const requests = runner();
    const slow = value(requests, 'select pg_sleep(10)', [], asUser({ statementTimeoutMs: 50 }));
    expect(await refusal(slow)).toMatchObject({ code: '57014' });
    expect(await value(requests, 'select 1')).toBe('1');
  });

  test('rejects with code, message, detail, hint, constraint and table', async () => {
    const requests = runner();
    const duplicate = value(requests, 'insert into public.things values (1)');
    expect(await refusal(duplicate)).toEqual({
      code: '23505',
      message: 'duplicate key value violates unique constraint "things_pkey"',
      detail: 'Key (id)=(1) already exists.',
      hint: null,
      constraint: 'things_pkey',
      table: 'things',
    });
    const raised = value(requests, `select public.run_sql($1)`, [
      `do $$ begin raise sqlstate 'PT418' using message = 'teapot', hint = 'brew'; end $$`,
    ]);
    expect(await refusal(raised)).toMatchObject({ code: 'PT418', message: 'teapot', hint: 'brew' });
  });

  test('leaves nothing when a deferred constraint fails at the end', async () => {
    const requests = runner();
    const write = value(requests, `insert into public.notes values (4, 'a', 'of a') returning id`);
    expect(await refusal(write)).toMatchObject({ code: '23505', constraint: 'body_once' });
    expect(await value(requests, 'select count(*) from public.notes where id = 4')).toBe('0');
  });

  test('does not let a statement return to the login role', async () => {
    const requests = runner();
    const text = `select current_user::text from public.run_sql('reset role')`;
    // Inside its transaction a request may at most become authenticator, which is granted nothing
    // itself.
    await value(requests, text).catch(() => null);
    const read = requests.run(testTransactionSettings('none'), {
      text: 'select * from public.notes',
      values: [],
    });
    expect(await refusal(read)).toMatchObject({ code: '42501' });
    const superuser = requests.run(testTransactionSettings('postgres'), {
      text: 'select 1',
      values: [],
    });
    expect(await refusal(superuser)).toMatchObject({ code: '42501' });
    const unknown = requests.run(testTransactionSettings('no such role'), {
      text: 'select 1',
      values: [],
    });
    expect(await refusal(unknown)).toMatchObject({ code: '22023' });
  });
});

test('two writes that wait for each other both succeed', async () => {
  await db.sql(`
    create table public.counters (id int primary key, n int);
    insert into public.counters values (1, 0), (2, 0);
    grant all on public.counters to authenticated;
  `);
  const requests = runner({ connections: 4 });
  const count = (first: number, second: number) =>
    value(requests, 'select public.run_sql($1)', [
      `do $$ begin
        update public.counters set n = n + 1 where id = ${first};
        perform pg_sleep(0.5);
        update public.counters set n = n + 1 where id = ${second};
      end $$`,
    ]);
  await Promise.all([count(1, 2), count(2, 1)]);
  expect(await value(requests, 'select array_agg(n) from public.counters')).toBe('{2,2}');
});

describe('prepared statements', () => {
  test('survive a change of the schema', async () => {
    const requests = runner();
    await db.sql(
      'create table public.changing (a int); grant all on public.changing to authenticated',
    );
    const read = () =>
      requests.run(asUser(), { text: 'select * from public.changing', values: [] });
    expect((await read()).columns).toEqual(['a']);
    await db.sql('alter table public.changing add b text');
    expect((await read()).columns).toEqual(['a', 'b']);
    await db.sql('drop table public.changing');
    expect(await refusal(read())).toMatchObject({ code: '42P01' });
    await db.sql(
      'create table public.changing (c int); grant all on public.changing to authenticated',
    );
    expect((await read()).columns).toEqual(['c']);
  });

  test('survive their removal by a function', async () => {
    const requests = runner();
    expect(await value(requests, 'select 7')).toBe('7');
    await value(requests, `select public.run_sql('deallocate all')`).catch(() => null);
    expect(await value(requests, 'select 7')).toBe('7');
  });

  test('are bounded, and a text that cannot be parsed is not taken for prepared', async () => {
    const requests = runner();
    for (let i = 0; i < 600; i += 1) expect(await value(requests, `select ${i}`)).toBe(String(i));
    const count = await value(requests, 'select count(*) from pg_prepared_statements');
    expect(Number(count)).toBeLessThanOrEqual(251);
    for (const _ of [1, 2]) {
      expect(await refusal(value(requests, 'selec 1'))).toMatchObject({ code: '42601' });
      expect(await refusal(value(requests, 'select $1::int', ['x']))).toMatchObject({
        code: '22P02',
      });
    }
    expect(await value(requests, 'select $1::int', ['5'])).toBe('5');
  });
});

describe('nothing leaks to the next request on the connection', () => {
  const first = (text: string, overrides: Partial<TransactionSettings> = {}) => ({
    text: 'select public.run_sql($1)',
    values: [text],
    overrides,
  });
  const state = `select json_build_object('role', current_user, 'session', session_user,
    'claims', current_setting('request.jwt.claims'), 'path', current_setting('search_path'),
    'timeout', current_setting('statement_timeout'), 'readonly', current_setting('transaction_read_only'),
    'own', coalesce(current_setting('app.secret', true), ''), 'memory', current_setting('work_mem'),
    'zone', current_setting('timezone'), 'isolation', current_setting('transaction_isolation'),
    'tables', (select count(*) from pg_class where relnamespace = pg_my_temp_schema()),
    'locks', (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()),
    'channels', (select count(*) from pg_listening_channels()),
    'cursors', (select count(*) from pg_cursors where name <> ''))`;
  const next = testTransactionSettings('anon', { role: 'anon' }, { statementTimeoutMs: 12_345 });

  test.each([
    ['role', `select set_config('role', 'service_role', false)`],
    ['claims', `select set_config('request.jwt.claims', '{"sub":"x"}', false)`],
    ['search path', 'set search_path = extensions'],
    ['time limit', 'set statement_timeout = 0'],
    ['read only', 'set default_transaction_read_only = on'],
    ['isolation', `set default_transaction_isolation = 'serializable'`],
    ['setting of its own', `set app.secret = 'of a'`],
    ['memory', `set work_mem = '1GB'`],
    ['time zone', `set timezone = 'Asia/Tokyo'`],
    ['temporary table', 'create temp table secrets as select 1'],
    ['session lock', 'select pg_advisory_lock(1)'],
    [
      'lock of a failed request',
      `do 'begin perform pg_advisory_lock(1); raise exception ''no''; end'`,
    ],
    ['channel', 'listen gossip'],
    ['cursor', 'declare kept cursor with hold for select 1'],
    ['time limit of its transaction', 'select 1', { statementTimeoutMs: 99 }],
    ['search path of its transaction', 'select 1', { searchPath: ['extensions'] }],
    ['read only of its transaction', 'select 1', { readOnly: true }],
    [
      'session lock of a read',
      'select pg_advisory_lock(1)',
      { readOnly: true, path: '/rpc/run_sql' },
    ],
  ] as [string, string, Partial<TransactionSettings>?][])('%s', async (_, text, overrides = {}) => {
    const untouched = await value(runner(), state, [], next);
    const requests = runner();
    const { values, text: call } = first(text);
    await requests.run(asUser(overrides), { text: call, values }).catch(() => null);
    expect(await value(requests, state, [], next)).toBe(untouched);
    await requests.runRolledBack(asUser(overrides), { text: call, values }).catch(() => null);
    expect(await value(requests, state, [], next)).toBe(untouched);
  });
});

describe('a request sent behind another on the same connection', () => {
  const read = (sub: string) =>
    testTransactionSettings(
      'authenticated',
      { sub, role: 'authenticated' },
      { readOnly: true, path: '/notes' },
    );
  const own = `select current_user || ' ' || (current_setting('request.jwt.claims')::jsonb ->> 'sub')
    || ' ' || (select count(*) from public.notes)::text || ' ' || $1::text`;
  const sleeping = 'select pg_sleep($1::float)::text';

  /** Creates a runner that takes any statement for quick that it has run before, and runs two. */
  async function warmRunner(limits: Parameters<typeof runner>[0] = {}): Promise<ClosableRunner> {
    const requests = runner(limits, 60_000);
    await value(requests, own, ['warm'], read('a'));
    await value(requests, sleeping, [0], read('a'));
    return requests;
  }

  test.each([
    ['two', 2],
    ['fifty', 50],
  ])('has its own role, claims, parameters and rows, with %s on it', async (_name, pipelined) => {
    const requests = await warmRunner({ connections: 2, maxWaiting: 500, pipelined });
    const requested = Array.from({ length: 300 }, async (_, n) => {
      if (n % 7 === 3) {
        const refused = await refusal(
          requests.run(read('b'), { text: 'select 1 / $1::int', values: [0] }),
        );
        return refused.code;
      }
      if (n % 11 === 5) return value(requests, own, [n], asUser());
      return value(requests, own, [n], read(n % 2 === 0 ? 'a' : 'c'));
    });
    const expected = requested.map((_, n) => {
      if (n % 7 === 3) return '22012';
      if (n % 11 === 5 || n % 2 === 0) return `authenticated a 1 ${n}`;
      return `authenticated c 0 ${n}`;
    });
    expect(await Promise.all(requested)).toEqual(expected);
  });

  test('that waited is prepared once, also if two with one statement are sent behind each other', async () => {
    const requests = runner({ connections: 2, pipelined: 3 }, Infinity);
    const select = (number: number, caller = 'a') =>
      value(requests, `select ${number}`, [], { ...read('a'), caller });
    const known = [1, 2, 3, 1, 2, 3];
    for (const number of known) await select(number);
    for (const _ of known) await value(requests, sleeping, [0], read('a'));
    // All that the first connection takes; the second one has prepared only the first statement.
    const taken = [value(requests, sleeping, [0.3], read('a')), select(1), select(1)];
    for (const number of [1, 1]) await select(number, 'b');
    const waiting = [3, 1, 2, 2].map((number) => select(number, 'b'));
    expect(await Promise.all(waiting)).toEqual(['3', '1', '2', '2']);
    await Promise.all(taken);
  });

  test('returns after the first, and before requests that wait for the connection', async () => {
    const requests = await warmRunner();
    const first = value(requests, sleeping, [0.2], read('a'));
    const second = value(requests, own, ['behind'], read('a'));
    const text = 'select clock_timestamp()::text';
    const third = value(requests, text, [], read('a'));
    expect(await Promise.all([first, second])).toEqual(['', 'authenticated a 1 behind']);
    expect(await third).toMatch(/^\d{4}-/);
  });

  test('succeeds when the first fails, times out, or has a stale plan', async () => {
    const requests = await warmRunner();
    await value(requests, 'select * from public.things', [], read('a'));
    const short = { ...read('a'), statementTimeoutMs: 50 };
    const late = refusal(requests.run(short, { text: sleeping, values: [5] }));
    const behindLate = value(requests, own, ['1'], read('a'));
    expect([(await late).code, await behindLate]).toEqual(['57014', 'authenticated a 1 1']);

    await value(requests, 'select * from public.things', [], read('a'));
    await db.sql('alter table public.things add column note text');
    const outdated = value(requests, 'select * from public.things', [], read('a'));
    const behindOutdated = value(requests, own, ['2'], read('a'));
    expect(await Promise.all([outdated, behindOutdated])).toEqual(['1', 'authenticated a 1 2']);
    await db.sql('alter table public.things drop column note');
  });

  test('overtakes no write that waits', async () => {
    const requests = await warmRunner();
    const order: string[] = [];
    const note = async (name: string, outcome: Promise<unknown>) => {
      await outcome;
      order.push(name);
    };
    await Promise.all([
      note('read', value(requests, own, ['x'], read('a'))),
      note('write', value(requests, 'insert into public.things values (99)')),
      note('later read', value(requests, own, ['x'], read('a'))),
    ]);
    expect(order).toEqual(['read', 'write', 'later read']);
    await db.sql('delete from public.things where id = 99');
  });

  const send = {
    'a read': (to: ClosableRunner) => value(to, own, ['x'], read('a')),
    'a write': (to: ClosableRunner) => value(to, own, ['x']),
    'a function call': (to: ClosableRunner) =>
      value(to, own, ['x'], { ...read('a'), path: '/rpc/f' }),
    'a new statement': (to: ClosableRunner) => value(to, 'select 3', [], read('a')),
    'a read with a new setting': (to: ClosableRunner) =>
      value(to, own, ['x'], { ...read('a'), settings: [['app.name', 'x']] }),
    'a slow read': (to: ClosableRunner) => value(to, sleeping, [0.02], read('a')),
    'a rolled back read': (to: ClosableRunner) =>
      to.runRolledBack(read('a'), { text: own, values: ['x'] }),
  };

  /**
   * Sends two requests and then a write. One request may wait, so the write is refused unless the
   * second request shares the connection of the first.
   */
  async function isPipelined(
    requests: ClosableRunner,
    first: keyof typeof send,
    second: keyof typeof send,
  ): Promise<boolean> {
    const [one, other, write] = await Promise.allSettled([
      send[first](requests),
      send[second](requests),
      send['a write'](requests),
    ]);
    expect([one.status, other.status]).toEqual(['fulfilled', 'fulfilled']);
    if (write.status === 'fulfilled') return true;
    if (write.reason instanceof DatabaseBusy) return false;
    throw write.reason;
  }

  test.each<[keyof typeof send, keyof typeof send, boolean]>([
    ['a read', 'a read', true],
    ['a read', 'a new statement', true],
    ['a read', 'a write', false],
    ['a read', 'a function call', false],
    ['a write', 'a read', false],
    ['a function call', 'a read', false],
    ['a rolled back read', 'a read', false],
    ['a new statement', 'a read', false],
    ['a read with a new setting', 'a read', false],
  ])('shares its connection: %s, then %s: %s', async (first, second, expected) => {
    const requests = await warmRunner({ maxWaiting: 1 });
    expect(await isPipelined(requests, first, second)).toBe(expected);
  });

  test('does not share the connection of a read that was slow the last time', async () => {
    const requests = runner({ maxWaiting: 1 });
    await send['a slow read'](requests);
    expect(await isPipelined(requests, 'a slow read', 'a slow read')).toBe(false);
  });

  test('does not share a connection that two requests share already', async () => {
    const requests = await warmRunner({ maxWaiting: 1 });
    const reads = await Promise.allSettled([1, 2, 3, 4].map(() => send['a read'](requests)));
    expect(reads.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false]);
  });

  test('finishes when the runner closes', async () => {
    const requests = await warmRunner();
    const begun = [
      value(requests, sleeping, [0.1], read('a')),
      value(requests, own, ['last'], read('a')),
    ];
    await requests.end();
    expect(await Promise.all(begun)).toEqual(['', 'authenticated a 1 last']);
  });
});

describe('a request that is rolled back', () => {
  const insert = (id: number, body: string) => ({
    text: `insert into public.notes values (${id}, 'a', '${body}') returning id`,
    values: [],
  });

  test('returns what it would have returned, and the connection serves on', async () => {
    const requests = runner();
    const result = await requests.runRolledBack(asUser(), insert(5, 'five'));
    expect(result.rows).toEqual([['5']]);
    expect(await db.sql('select from public.notes where id = 5')).toEqual([]);
    expect(await value(requests, 'select current_user')).toBe('authenticated');
  });

  test('rejects what PostgreSQL refuses, at once or at a commit', async () => {
    const requests = runner();
    const atCommit = requests.runRolledBack(asUser(), insert(6, 'of a'));
    expect(await refusal(atCommit)).toMatchObject({ code: '23505' });
    const atOnce = requests.runRolledBack(asUser(), insert(1, 'q'));
    expect(await refusal(atOnce)).toMatchObject({ code: '23505' });
    expect(await value(requests, 'select count(*) from public.notes where id = 6')).toBe('0');
  });
});

test('more values than a statement can take are refused, and the connection serves on', async () => {
  const requests = runner();
  const values = Array.from({ length: 65_536 }, () => 1);
  await expect(value(requests, 'select $1::int', values)).rejects.toThrow(RangeError);
  expect(await value(requests, 'select $1::int', [1])).toBe('1');
});

describe('RequestRunner without a free connection', () => {
  test('requests wait in order', async () => {
    const requests = runner();
    const order: string[] = [];
    await Promise.all(
      ['1', '2', '3'].map(async (n) => {
        order.push(String(await value(requests, 'select $1', [n])));
      }),
    );
    expect(order).toEqual(['1', '2', '3']);
  });

  test('the queue is bounded, in length and in time', async () => {
    const requests = runner({ maxWaiting: 1, waitMs: 1_000 });
    await value(requests, 'select 1', [], asUser({ readOnly: true }));
    const lock = await db.database.owner.connect();
    await lock.query('select pg_advisory_lock(1)');
    const holds = value(requests, 'select pg_advisory_xact_lock(1)');
    await Promise.all([
      expect(value(requests, 'select 1')).rejects.toThrow(
        new DatabaseBusy('No connection to the database became free in time.'),
      ),
      expect(value(requests, 'select 1')).rejects.toThrow(
        new DatabaseBusy('Too many requests wait for the database.'),
      ),
    ]);
    await lock.query('select pg_advisory_unlock(1)');
    lock.release();
    await holds;
  });

  test('a request that may take minutes waits for another such one', async () => {
    const requests = runner({ waitMs: 500 });
    const lock = await db.database.owner.connect();
    await lock.query('select pg_advisory_lock(1)');
    const holds = value(requests, 'select pg_advisory_xact_lock(1)', [], asUser({ cost: 'long' }));
    const waits = value(requests, 'select 1', [], asUser({ cost: 'long' }));
    await expect(value(requests, 'select 2')).rejects.toThrow(DatabaseBusy);
    await lock.query('select pg_advisory_unlock(1)');
    lock.release();
    await holds;
    expect(await waits).toBe('1');
  });

  test('a killed connection fails its request, and the next gets a new one', async () => {
    const requests = runner();
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'authenticator' and query like '%pg_sleep(10)' and state = 'active'
        and datname = current_database()`;
    const killed = async () => {
      while ((await db.sql(kill)).length === 0);
    };
    await Promise.all([
      expect(value(requests, 'select 1, pg_sleep(10)')).rejects.toThrow(DatabaseUnavailable),
      killed(),
    ]);
    expect(await value(requests, 'select 1')).toBe('1');
  });

  test('an error that a function raises is a refusal, also one of a lost connection', async () => {
    const requests = runner();
    const pid = await value(requests, 'select pg_backend_pid()');
    for (const code of ['08006', '57P01', '53300']) {
      const raised = `do $$ begin raise sqlstate '${code}' using message = 'made up'; end $$`;
      const refused = await refusal(requests.run(asUser(), { text: raised, values: [] }));
      expect(refused).toMatchObject({ code, message: 'made up' });
    }
    expect(await value(requests, 'select pg_backend_pid()')).toBe(pid);
  });

  test('an unreachable database rejects with DatabaseUnavailable', async () => {
    const absent = createRequestRunner(
      { ...db.login('authenticator'), host: '/nowhere' },
      { connections: 1, maxWaiting: 5, maxWaitingPerCaller: 5, waitMs: 1_000 },
    );
    runners.push(absent);
    await expect(
      Promise.all([value(absent, 'select 1'), value(absent, 'select 1')]),
    ).rejects.toThrow(/^The database cannot be reached/);
  });

  test.each([true, false])(
    'a closing runner finishes what it has begun, only reading: %s',
    async (readOnly) => {
      const requests = runner();
      const lock = await db.database.owner.connect();
      await lock.query('select pg_advisory_lock(1)');
      const text = `select 'done' from pg_advisory_xact_lock(1)`;
      const begun = value(requests, text, [], asUser({ readOnly }));
      await expect.poll(() => db.blockedCount()).toBe(1);
      const ended = requests.end();
      await lock.query('select pg_advisory_unlock(1)');
      lock.release();
      await ended;
      expect(await begun).toBe('done');
    },
  );

  test('a closed runner refuses', async () => {
    const requests = runner();
    await requests.end();
    await expect(value(requests, 'select 1')).rejects.toThrow(DatabaseUnavailable);
  });
});
