import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { setUpRestFixture } from '#server/testing/rest/rest-fixture.ts';

const suffix = randomUUID().slice(0, 8);
const reader = `reader_${suffix}`;
const auditor = `auditor_${suffix}`;
const hidden = 20_000;
const visible = 10_500;

const rest = await setUpRestFixture({
  schemas: ['ledger'],
  maxRows: 100,
  setupSql: `
      create role ${reader}; create role ${auditor} bypassrls;
      grant ${reader}, ${auditor} to authenticator;
      create schema ledger;
      grant usage on schema ledger to ${reader}, ${auditor}, service_role;
      create table ledger.entries (id int primary key, owner text not null) with (autovacuum_enabled = off);
      alter table ledger.entries enable row level security;
      create policy "own" on ledger.entries using (owner = current_user::text);
      grant select on ledger.entries to ${reader}, ${auditor}, service_role;
      insert into ledger.entries select i, 'somebody' from generate_series(1, ${hidden}) i;
      insert into ledger.entries select ${hidden} + i, '${reader}' from generate_series(1, ${visible}) i;
      analyze ledger.entries;
      -- The statistics stay those of before.
      delete from ledger.entries where id <= 10`,
});
afterAll(() => rest.db.sql(`drop owned by ${reader}, ${auditor}; drop role ${reader}, ${auditor}`));

async function range(as: string, count: string, search = 'select=id') {
  const { status, headers } = await rest.send('GET', `/entries?${search}`, {
    as,
    headers: { prefer: `count=${count}` },
  });
  return `${status} ${headers.get('content-range')}`;
}

describe.each(['planned', 'estimated'])('count=%s', (count) => {
  it('counts the visible rows for a role under row level security', async () => {
    expect(await range(reader, count, 'select=id&id=gt.30000')).toBe('206 0-99/500');
    expect(await range(reader, count, 'select=id&id=eq.1')).toBe('200 */0');
  });

  it('counts to 10,001 and no further for a role under row level security', async () => {
    expect(await range(reader, count)).toBe('206 0-99/10001');
  });

  it('counts to the end of the requested page and one row further', async () => {
    const last = await range(reader, count, 'select=id&offset=10400&limit=100');
    expect(last).toBe('206 10400-10499/10500');
    expect(await range(reader, count, 'select=id&offset=10300&limit=100')).toBe(
      '206 10300-10399/10401',
    );
    expect(await range(reader, count, 'select=id&offset=10501&limit=100')).toBe('416 */10500');
  });

  it.each([auditor, 'service_role'])(
    "returns the planner's estimate to %s, which bypasses row level security",
    async (as) => {
      const [planned] = await rest.db.sql<{ figure: number }>(
        `select reltuples as figure from pg_class where oid = 'ledger.entries'::regclass`,
      );
      expect(planned?.figure).toBe(hidden + visible);
      expect(await range(as, count)).toBe(`206 0-99/${hidden + visible}`);
    },
  );
});

it('count=estimated is exact up to MAX_ROWS for a role that bypasses row level security', async () => {
  expect(await range('service_role', 'estimated', 'select=id&id=lt.21')).toBe('200 0-9/10');
});
