import { expect, it, onTestFinished } from 'vitest';
import {
  openRestFixture,
  setLoginRoleSetting,
  type FixtureOptions,
} from '#server/testing/rest/rest-fixture.ts';
import { shapesSchema } from '#server/testing/rest/shapes.ts';

async function open(settings: FixtureOptions['settings']) {
  const rest = await openRestFixture({
    schemas: ['shapes'],
    setupSql: shapesSchema,
    ...(settings === undefined ? {} : { settings }),
  });
  onTestFinished(() => rest.close());
  return rest;
}

const insert = (prefer: string) => ({ body: { id: 90, name: 'new' }, headers: { prefer } });
const insertedSql = 'select 1 from shapes.clients where id = 90';

it('tx=rollback rolls a request back if clients may choose', async () => {
  const rest = await open({ 'pgrst.db_tx_end': 'commit-allow-override' });
  const undone = await rest.send('POST', '/clients', insert('tx=rollback, return=representation'));
  expect(undone.status).toBe(201);
  expect(undone.json).toEqual([{ id: 90, name: 'new' }]);
  expect(undone.headers.get('preference-applied')).toBe('return=representation, tx=rollback');
  expect(await rest.db.sql(insertedSql)).toEqual([]);
  expect((await rest.send('POST', '/clients', insert('tx=commit'))).status).toBe(201);
  expect(await rest.db.sql(insertedSql)).toHaveLength(1);
});

it('tx=rollback fails like a commit, also for deferred constraints', async () => {
  const rest = await open({ 'pgrst.db_tx_end': 'commit-allow-override' });
  await rest.db.sql(`create table shapes.steps (
      id int primary key, after int references shapes.steps (id) deferrable initially deferred);
    grant all on shapes.steps to authenticated;
    create function shapes.add_step(id int, after int) returns int language sql
      as $$ insert into shapes.steps values (id, after) returning id $$;
    grant execute on function shapes.add_step to authenticated; notify pgrst`);
  const add = (path: string, body: unknown, tx: string) =>
    rest.send('POST', path, { body, headers: { prefer: `tx=${tx}` } });
  await expect.poll(async () => (await rest.send('GET', '/steps')).status).toBe(200);
  const missing = { id: 1, after: 9 };
  for (const path of ['/steps', '/rpc/add_step']) {
    const committed = await add(path, missing, 'commit');
    expect(committed).toMatchObject({ status: 409, json: { code: '23503' } });
    const undone = await add(path, missing, 'rollback');
    expect([undone.status, undone.json]).toEqual([committed.status, committed.json]);
    expect((await add(path, { id: 1, after: 1 }, 'rollback')).status).toBeLessThan(300);
  }
  expect(await rest.db.sql('select from shapes.steps')).toEqual([]);
});

it('tx= is ignored if clients may not choose', async () => {
  const rest = await open({});
  const done = await rest.send('POST', '/clients', insert('tx=rollback'));
  expect(done.headers.get('preference-applied')).toBeNull();
  expect(await rest.db.sql(insertedSql)).toHaveLength(1);
});

it('db_tx_end=rollback rolls every request back and still returns errors', async () => {
  const rest = await open({ 'pgrst.db_tx_end': 'rollback' });
  expect((await rest.send('POST', '/clients', insert('tx=commit'))).status).toBe(201);
  expect(await rest.db.sql(insertedSql)).toEqual([]);
  const refused = await rest.send('POST', '/clients', { body: { id: 1, name: 'twice' } });
  expect(refused.json).toMatchObject({ code: '23505' });
});

it('db_pre_request runs before each request, in its role, and can refuse it', async () => {
  const rest = await open({ 'pgrst.db_pre_request': 'shapes.before' });
  const passed = await rest.send('GET', '/clients?select=id&limit=1', { as: 'anon' });
  expect(passed.headers.get('x-before')).toBe('anon');
  const refused = await rest.send('POST', '/clients', {
    body: { id: 90, name: 'new' },
    headers: { 'x-refuse': 'yes' },
  });
  expect(refused.status).toBe(429);
  expect(await rest.db.sql(insertedSql)).toEqual([]);
});

it('db_plan_enabled lets clients read execution plans', async () => {
  const rest = await open({ 'pgrst.db_plan_enabled': 'true' });
  const plan = (accept: string) => rest.send('GET', '/clients?id=eq.1', { headers: { accept } });
  const text = await plan('application/vnd.pgrst.plan');
  expect(text.status).toBe(200);
  expect(text.text).toMatch(/^Aggregate .*\n(.*\n)*.*Index Cond: \(id = 1\)/);
  expect(text.headers.get('content-type')).toBe(
    'application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8',
  );
  const json = await plan(
    'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|wal',
  );
  expect(json.json).toMatchObject([{ Plan: { 'Actual Rows': 1 } }]);
  expect(json.headers.get('content-type')).toBe(
    'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|wal; charset=utf-8',
  );
  const write = await rest.send('DELETE', '/pairs?a=eq.1', {
    headers: { accept: 'application/vnd.pgrst.plan+json' },
  });
  expect(write.status).toBe(200);
  expect(await rest.db.sql('select from shapes.pairs where a = 1')).toHaveLength(2);
});

it('settings of the installation are read again on notify', async () => {
  const rest = await open({});
  const count = () => rest.send('GET', '/clients?select=count()');
  expect((await count()).status).toBe(400);
  await setLoginRoleSetting(rest.db, 'pgrst.db_aggregates_enabled', 'on');
  await rest.db.sql(`notify pgrst, 'reload config'`);
  await expect.poll(async () => (await count()).status).toBe(200);
});

it('settings of a role apply to its requests, and to no other', async () => {
  const rest = await open({});
  await rest.db.sql(`do $$ begin execute format(
    'alter role anon in database %I set timezone = %L', current_database(), 'Asia/Tokyo');
    execute format('alter role anon in database %I set default_transaction_isolation = %L', current_database(), 'repeatable read');
    execute format('alter role anon in database %I set statement_timeout = %L', current_database(), '12345ms');
  end $$`);
  await rest.db.sql(`create function shapes.limits() returns text language sql stable
    as $$ select current_setting('timezone') || ' ' || current_setting('statement_timeout') $$;
    grant execute on function shapes.limits() to anon, authenticated; notify pgrst`);
  const limits = async (as: string) => (await rest.send('GET', '/rpc/limits', { as })).json;
  await expect.poll(() => limits('anon')).toBe('Asia/Tokyo 12345ms');
  const isolation = async (as: string) => (await rest.send('GET', '/rpc/isolation', { as })).json;
  expect(await isolation('anon')).toBe('repeatable read');
  expect(await isolation('authenticated')).toBe('read committed');
  expect(await limits('authenticated')).toMatch(/ 8s$/);
  expect(await limits('authenticated')).not.toContain('Tokyo');
});

it('bytes are sent unchanged, whatever the bytea_output of the role', async () => {
  const rest = await open({});
  await rest.db.sql(`do $$ begin execute format(
    'alter role anon in database %I set bytea_output = escape', current_database()); end $$`);
  await rest.db.sql(`update shapes.measured set bytes = 'plain'; notify pgrst`);
  const read = (path: string, accept: string) =>
    rest.send('GET', path, { as: 'anon', headers: { accept } });
  const first = '/measured?select=bytes&id=eq.1';
  await expect
    .poll(async () => (await read(first, 'application/json')).json)
    .toEqual([{ bytes: 'plain' }]);
  expect((await read(first, 'application/octet-stream')).text).toBe('plain');
  expect((await read('/rpc/anything', 'image/x-any')).text).toBe('any');
});

it('texts are read and sent as UTF-8, whatever the client_encoding of the role', async () => {
  const rest = await open({});
  await rest.db.sql(`do $$ begin execute format(
    'alter role anon in database %I set client_encoding = LATIN1', current_database());
    execute format('alter role anon in database %I set timezone = %L', current_database(), 'Asia/Tokyo');
    end $$; notify pgrst`);
  const zone = async () => (await rest.send('GET', '/rpc/zone', { as: 'anon' })).json;
  await expect.poll(zone).toBe('Asia/Tokyo');
  const name = encodeURIComponent('太郎');
  const { json } = await rest.send('GET', `/%C3%9Cberschrift?%E5%90%8D%E5%89%8D=eq.${name}`, {
    as: 'anon',
  });
  expect(json).toEqual([{ größe: 1, 名前: '太郎' }]);
});
