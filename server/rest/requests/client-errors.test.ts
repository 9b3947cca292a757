/** Client errors that PostgreSQL reports like server errors: the response is 4xx. */
import { describe, expect, it } from 'vitest';
import { setUpRestFixture } from '#server/testing/rest/rest-fixture.ts';

const setupSql = `
create schema shop;
create table shop.items (id int primary key, name text, price int);
create table shop.stock (item_id int unique references shop.items (id), amount int);
insert into shop.items values (1, 'lamp', 5);
create view shop.overview as
  select i.id, i.name, s.amount from shop.items i left join shop.stock s on s.item_id = i.id;
create materialized view shop.prices as select id, price from shop.items;
create view shop.desk as select 0 as id, ''::text as name union all select 1, '';
create function shop.take_in() returns trigger language plpgsql as $$
begin
  if new.id < 0 then raise exception using errcode = '55000', message = 'The shop is closed'; end if;
  insert into shop.items values (new.id, new.name);
  return new;
end $$;
create trigger take_in instead of insert on shop.desk for each row execute function shop.take_in();
grant usage on schema shop to authenticated, service_role;
grant all on all tables in schema shop to authenticated, service_role;
`;

const rest = await setUpRestFixture({
  schemas: ['shop'],
  setupSql,
  settings: { 'pgrst.db_aggregates_enabled': 'on' },
});

const codeOf = (json: unknown) => (Object(json) as { code?: unknown }).code;

describe('a write to a read-only relation', () => {
  it.each([
    ['POST', '/overview', '55000', 'cannot insert into view "overview"'],
    ['PUT', '/overview?id=eq.9', '55000', 'cannot insert into view "overview"'],
    ['PATCH', '/overview?id=eq.1', '55000', 'cannot update view "overview"'],
    ['DELETE', '/overview?id=eq.1', '55000', 'cannot delete from view "overview"'],
    ['POST', '/prices', '42809', 'cannot change materialized view "prices"'],
    ['PATCH', '/prices?id=eq.1', '42809', 'cannot change materialized view "prices"'],
    ['DELETE', '/prices?id=eq.1', '42809', 'cannot change materialized view "prices"'],
  ])('%s %s returns 405 and lists the allowed methods', async (method, path, code, message) => {
    const body = method === 'DELETE' ? {} : { body: { id: 9 } };
    const { status, headers, json } = await rest.send(method, path, body);
    expect({ status, allow: headers.get('allow'), json }).toMatchObject({
      status: 405,
      allow: 'OPTIONS,GET,HEAD',
      json: { code, message },
    });
  });

  it('does not hide the error of a trigger, which stays a server error', async () => {
    expect(await rest.send('POST', '/desk', { body: { id: 2, name: 'chair' } })).toMatchObject({
      status: 201,
    });
    expect(await rest.send('POST', '/desk', { body: { id: -1 } })).toMatchObject({
      status: 500,
      json: { code: '55000', message: 'The shop is closed' },
    });
  });
});

describe('a regular expression', () => {
  it.each(['match', 'imatch'])(
    'of %s that needs gigabytes is refused as too complex',
    async (operator) => {
      const pattern = encodeURIComponent('(a{1,182}){1,182}b');
      // Its time is not up before it asks for the memory, however busy the machine is.
      const { status, json } = await rest.send('GET', `/items?name=${operator}.${pattern}`, {
        as: 'service_role',
      });
      expect({ status, json }).toEqual({
        status: 400,
        json: {
          code: '54000',
          message: 'The request is too complex: it needs too much memory',
          details: null,
          hint: 'Send less, or simplify its patterns.',
        },
      });
    },
  );
});

describe('an upsert', () => {
  it('that has one row twice is refused', async () => {
    const { status, json } = await rest.send('POST', '/items', {
      body: [{ id: 7 }, { id: 7 }],
      headers: { prefer: 'resolution=merge-duplicates' },
    });
    expect({ status, code: codeOf(json) }).toEqual({ status: 400, code: '21000' });
  });

  it.each([
    ['that has one row twice is refused in any language of PostgreSQL', 'German', 400],
    ['that fails by a subquery with two rows is an error of the server', null, 500],
  ])('%s', async (_, hint, expected) => {
    await rest.db.sql(`create or replace function shop.fail() returns trigger language plpgsql as $$
      begin raise exception using errcode = '21000', message = 'kann Zeile nicht ein zweites Mal ändern'
        ${hint === null ? '' : `, hint = '${hint}'`}; end $$;
      create or replace trigger fail before insert on shop.stock for each row execute function shop.fail()`);
    const { status } = await rest.send('POST', '/stock?on_conflict=item_id', {
      body: [{ item_id: 1 }],
      headers: { prefer: 'resolution=merge-duplicates' },
    });
    expect(status).toBe(expected);
  });
});

describe('a cast', () => {
  it.each([
    'name::unknown',
    'id::regclass',
    'id::REGROLE',
    'price.sum()::regproc',
    'id::regtype',
    'name::_regclass',
    'name::aclitem',
    'name::_aclitem',
  ])('%s is refused', async (cast) => {
    const { status, json, text } = await rest.send('GET', `/items?select=${cast}`);
    expect({ status, code: codeOf(json) }).toEqual({ status: 400, code: '42846' });
    expect(text).not.toMatch(/pg_/);
  });

  it('to a type whose name only starts like a forbidden one reaches PostgreSQL', async () => {
    const { status, json } = await rest.send('GET', '/items?select=id::region');
    expect({ status, code: codeOf(json) }).toEqual({ status: 400, code: '42704' });
  });
});
