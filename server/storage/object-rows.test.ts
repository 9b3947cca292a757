import { expect, it } from 'vitest';
import type { RequestRunner } from '#server/db/database.ts';
import { ObjectRows } from './object-rows.ts';
import { serviceCaller } from './service-caller.ts';

it('ObjectRows shares connections by person, secret key or network address', async () => {
  const keys: string[] = [];
  const run: RequestRunner['run'] = async ({ caller }) => {
    keys.push(caller);
    return { columns: [], cells: [], rows: [], rowCount: 0 };
  };
  const rows = new ObjectRows({ run, runRolledBack: run }, () => '203.0.113.9');
  const nobody = { apiKey: 'none', role: 'anon', claims: null, claimsJson: '{}' } as const;
  for (const caller of [
    { ...nobody, claims: { sub: 'ada' } },
    nobody,
    { ...serviceCaller },
    serviceCaller,
  ]) {
    await rows.find(caller, { bucket: 'b', name: 'n' });
  }
  expect(keys).toEqual(['ada', '203.0.113.9', 'secret key', '203.0.113.9']);
});
