import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function signUp(metadata: unknown): Promise<string> {
  const id = randomUUID();
  await test.sql('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
    id,
    `${id}@example.com`,
    metadata === null ? null : JSON.stringify(metadata),
  ]);
  return id;
}
const profileOf = async (id: string) =>
  (await test.sql('select full_name, avatar_url from profiles where id = $1', [id]))[0];

it('takes name and picture from the metadata, and follows them', async () => {
  const id = await signUp({
    full_name: ' Ann ',
    avatar_url: 'https://a.example/x.svg',
    company: 'X',
  });
  expect(await profileOf(id)).toEqual({ full_name: 'Ann', avatar_url: 'https://a.example/x.svg' });
  await test.sql(
    `update auth.users set raw_user_meta_data = '{"full_name": "Bea"}' where id = $1`,
    [id],
  );
  expect(await profileOf(id)).toEqual({ full_name: 'Bea', avatar_url: null });
});

const odd: readonly (readonly [string, unknown, string | null, string | null])[] = [
  ['no metadata', null, null, null],
  ['a script for a picture', { avatar_url: 'javascript:alert(1)' }, null, null],
  ['a picture whose address is endless', { avatar_url: `https://${'x'.repeat(3000)}` }, null, null],
  ['a number for a name', { full_name: 7 }, '7', null],
  ['an endless name', { full_name: 'x'.repeat(500) }, 'x'.repeat(200), null],
  ['a list', ['x'], null, null],
  ['a text', 'x', null, null],
];
it.each(odd)('lets a person sign up with %s', async (_what, metadata, full_name, avatar_url) => {
  expect(await profileOf(await signUp(metadata))).toEqual({ full_name, avatar_url });
});

it('lets the official account be read by GoTrue, which knows no null tokens', async () => {
  const rows = await test.sql(
    `select p.full_name, u.encrypted_password,
       num_nulls(confirmation_token, recovery_token, email_change, email_change_token_new,
         email_change_token_current, phone_change, phone_change_token, reauthentication_token) as nulls
     from auth.users u join profiles p using (id) where id = '00000000-0000-4000-8000-000000000001'`,
  );
  expect(rows).toEqual([{ full_name: 'Cuebook', encrypted_password: null, nulls: 0 }]);
});
