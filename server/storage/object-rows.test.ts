import { expect, it } from 'vitest';
import { DatabaseRefusal, type RequestRunner } from '#server/db/database.ts';
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

it.each([
  ['objects_bucketId_fkey', 'NoSuchBucket'],
  ['prompt_attachments_prompt_id_fkey', 'AccessDenied'],
])('ObjectRows answers a violation of %s by %s', async (constraint, code) => {
  const refusal = { code: '23503', message: '', detail: null, hint: null, constraint, table: null };
  const run: RequestRunner['run'] = () => Promise.reject(new DatabaseRefusal(refusal));
  const rows = new ObjectRows({ run, runRolledBack: run }, () => '203.0.113.9');
  await expect(rows.query(serviceCaller, 'select 1', [])).rejects.toMatchObject({ code });
});
