/** How callers of /rest/v1 share its connections: four in these tests. */
import { describe, expect, it } from 'vitest';
import { filmsSchema } from '#server/testing/rest/films.ts';
import {
  setUpRestFixture,
  type FixtureResponse,
  type SendOptions,
} from '#server/testing/rest/rest-fixture.ts';
import { errorBody } from '#server/testing/rest/scenario.ts';

const setupSql = `${filmsSchema}
create function cinema.blocked() returns int language sql set statement_timeout = '50s'
  as $$ select 1 from pg_advisory_xact_lock_shared(7) $$;
create function cinema.blocked_import() returns int language sql set statement_timeout = '300s'
  as $$ select 1 from pg_advisory_xact_lock_shared(7) $$;
create function cinema.blocked_preview(entries jsonb) returns int language sql
  set statement_timeout = '60s' as $$ select 1 from pg_advisory_xact_lock_shared(7) $$;
create table cinema.letters (id int primary key, body text);
insert into cinema.letters select 1, string_agg(md5(n::text), '') from generate_series(1, 100) n;
grant select on cinema.letters to anon, authenticated, service_role;
`;

const rest = await setUpRestFixture({ setupSql });

/** Sends calls that take until the returned function is called, which resolves with their responses. */
async function blockCalls(
  callers: readonly string[],
  path = '/rpc/blocked',
  options: SendOptions = {},
) {
  const lock = await rest.db.database.owner.connect();
  await lock.query('select pg_advisory_lock(7)');
  const calls = callers.map((as) => rest.send('POST', path, { ...options, as }));
  await expect.poll(() => rest.db.blockedCount()).toBeGreaterThan(0);
  return async (): Promise<FixtureResponse[]> => {
    await lock.query('select pg_advisory_unlock(7)');
    lock.release();
    return Promise.all(calls);
  };
}

const statuses = (responses: readonly FixtureResponse[]) =>
  new Set(responses.map(({ status }) => status));

describe('a caller who sends many slow requests', () => {
  it.each([
    ['a person, 24 requests', 'authenticated:busy', 24],
    ['30 signed-out visitors of one network address', 'anon', 30],
  ])('leaves connections to others: %s', async (_, as, count) => {
    const unblock = await blockCalls(Array(count).fill(as));
    try {
      for (const path of ['/films?id=eq.1', '/films?id=eq.1', '/directors', '/rpc/add?a=1']) {
        const read = await rest.send('GET', path, { as: 'authenticated:other' });
        expect(read).toMatchObject({ status: 200 });
      }
      const body = { id: 50 + count, title: 'New' };
      const write = await rest.send('POST', '/films', { as: 'authenticated:other', body });
      expect(write).toMatchObject({ status: 201 });
      expect(await rest.db.blockedCount()).toBeLessThan(3);
    } finally {
      expect(statuses(await unblock())).toEqual(new Set([200]));
    }
  });

  it('gets 429 beyond 200 that wait, while the others run', async () => {
    const unblock = await blockCalls(Array(230).fill('authenticated:flood'));
    const other = await rest.send('GET', '/films?id=eq.1', { as: 'authenticated:other' });
    expect(other).toMatchObject({ status: 200 });
    const responses = await unblock();
    expect(statuses(responses)).toEqual(new Set([200, 429]));
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.json).toEqual(
      errorBody('PGRST003', 'Too many requests of this caller wait for a connection.', {
        hint: 'Send fewer requests at once, and retry this one in a moment.',
      }),
    );
  });
});

describe('many callers of a function that may take minutes', () => {
  it('leave connections to others, also if it was quick before', async () => {
    const path = '/rpc/blocked_import';
    for (let n = 0; n < 3; n++) await rest.send('POST', path, { as: 'authenticated:quick' });
    const unblock = await blockCalls(
      Array.from({ length: 6 }, (_, n) => `authenticated:import-${n}`),
      path,
    );
    const other = await rest.send('GET', '/rpc/add?a=2', { as: 'authenticated:other' });
    expect(await rest.db.blockedCount()).toBe(1);
    expect(statuses(await unblock())).toEqual(new Set([200]));
    expect(other).toMatchObject({ status: 200 });
  });
});

describe('many callers of a function that may take a minute for a large body', () => {
  it('leave connections to others, also if it was quick before', async () => {
    const path = '/rpc/blocked_preview';
    for (let n = 0; n < 3; n++) {
      await rest.send('POST', path, { as: 'authenticated:quick', body: { entries: [] } });
    }
    const unblock = await blockCalls(
      Array.from({ length: 6 }, (_, n) => `authenticated:preview-${n}`),
      path,
      { body: { entries: ['x'.repeat(70_000)] } },
    );
    const other = await rest.send('GET', '/rpc/add?a=2', { as: 'authenticated:other' });
    expect(statuses(await unblock())).toEqual(new Set([200]));
    expect(other).toMatchObject({ status: 200 });
  });
});

describe('a caller who sends many large bodies', () => {
  // Sixty of 16 MB took 1.9 GB.
  it.each(['authenticated:large', 'anon'])('has four in memory at once: %s', async (as) => {
    const body = { entries: ['x'.repeat(300_000)] };
    const large = { body, headers: { 'content-length': String(JSON.stringify(body).length) } };
    const unblock = await blockCalls(Array(4).fill(as), '/rpc/blocked_preview', large);
    let isAnswered = false;
    const fifth = rest.send('POST', '/none', { ...large, as }).finally(() => (isAnswered = true));
    const other = await rest.send('POST', '/none', { ...large, as: 'authenticated:other' });
    const small = await rest.send('POST', '/none', { body: {}, as });
    expect(statuses([other, small])).toEqual(new Set([404]));
    expect(isAnswered).toBe(false);
    expect(statuses(await unblock())).toEqual(new Set([200]));
    expect(await fifth).toMatchObject({ status: 404 });
  });
});

/** A pattern with back references, for which PostgreSQL tries every combination. */
const endless = '(.{9,})(.{9,})(.{9,})\\1\\2\\3';

describe('regular expressions', () => {
  const pattern = (text: string) => `/letters?body=match.${encodeURIComponent(text)}&select=id`;

  it.each([
    ['authenticated:busy', 'match', '/letters?body=match.'],
    ['anon', 'imatch', '/letters?or=(body.imatch.', ')'],
    ['anon', 'match, any of a list', '/letters?body=match(any).{', '}'],
  ])('have at most 256 characters: %s, %s', async (as, _, start, end = '') => {
    const long = await rest.send('GET', `${start}${'z'.repeat(257)}${end}`, { as });
    expect(long.status).toBe(400);
    expect(long.json).toEqual(
      errorBody(
        '54000',
        'A regular expression of match or imatch may have 256 characters at most',
        { hint: 'Shorten it, or filter by like, ilike or fts.' },
      ),
    );
    const short = await rest.send('GET', `${start}${'z'.repeat(200)}${end}`, { as });
    expect(short).toMatchObject({ status: 200, text: '[]' });
  });

  it('may be longer with the secret key', async () => {
    const long = await rest.send('GET', pattern('z'.repeat(300)), { as: 'service_role' });
    expect(long).toMatchObject({ status: 200, text: '[]' });
  });

  it.each(['authenticated:busy', 'anon'])('end after a second, with an error: %s', async (as) => {
    const endlessRead = await rest.send('GET', pattern(endless), { as });
    expect(endlessRead.status).toBe(500);
    expect(endlessRead.json).toEqual(
      errorBody('57014', 'canceling statement due to statement timeout', {
        details: 'A request that filters by match or imatch may take 1 s.',
        hint: 'Add a filter that an index serves, such as eq or in, simplify the pattern, or filter by fts.',
      }),
    );
  });

  it('of one person delay nobody else, also if one was quick before', async () => {
    for (const text of ['b', 'a']) {
      await rest.send('GET', pattern(text), { as: 'authenticated:busy' });
    }
    await rest.send('GET', '/films?id=eq.1', { as: 'authenticated:other' });
    const done: string[] = [];
    const attacks = Array.from({ length: 4 }, async () => {
      await rest.send('GET', pattern(endless), { as: 'authenticated:busy' });
      done.push('attack');
    });
    const reads = Array.from({ length: 3 }, async () => {
      await rest.send('GET', '/films?id=eq.1', { as: 'authenticated:other' });
      done.push('read');
    });
    await Promise.all([...attacks, ...reads]);
    expect(done.slice(0, 3)).toEqual(['read', 'read', 'read']);
  });
});
