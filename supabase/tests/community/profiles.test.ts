import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { insert, newPerson, newPrompt, newTeam } from '../world.ts';

const test = await setUpTestDatabase();

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

it("a profile follows the name and picture in the account's metadata", async () => {
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

it('the official account has no null tokens, which GoTrue cannot read', async () => {
  const rows = await test.sql(
    `select p.full_name, u.encrypted_password,
       num_nulls(confirmation_token, recovery_token, email_change, email_change_token_new,
         email_change_token_current, phone_change, phone_change_token, reauthentication_token) as nulls
     from auth.users u join profiles p using (id) where id = '00000000-0000-4000-8000-000000000001'`,
  );
  expect(rows).toEqual([{ full_name: 'Cuebook', encrypted_password: null, nulls: 0 }]);
});

describe('the profile of a person', () => {
  const reads = async (reader: string, person: string) => {
    const { rows } = await test.asUser(reader, 'select id from profiles where id = $1', [person]);
    return rows.length === 1;
  };

  it('is readable by the person alone while nothing is shared', async () => {
    const [reader, person] = [await newPerson(test), await newPerson(test)];
    await newPrompt(test, person);
    expect([await reads(person, person), await reads(reader, person)]).toEqual([true, false]);
  });

  it('is readable by other people while the person has a public prompt', async () => {
    const [reader, author] = [await newPerson(test), await newPerson(test)];
    const prompt = await newPrompt(test, author, { is_public: true });
    expect(await reads(reader, author)).toBe(true);
    await test.sql('update prompts set deleted_at = now() where id = $1', [prompt]);
    expect(await reads(reader, author)).toBe(false);
  });

  it('is readable by people who can read a prompt with a comment of the person', async () => {
    const [owner, reader, person] = [
      await newPerson(test),
      await newPerson(test),
      await newPerson(test),
    ];
    const prompt = await newPrompt(test, owner, { is_public: true });
    await insert(test, 'comments', { prompt_id: prompt, user_id: person, body: 'Good' });
    const readers = async () => [await reads(owner, person), await reads(reader, person)];
    expect(await readers()).toEqual([true, true]);
    await test.sql('update prompts set is_public = false where id = $1', [prompt]);
    expect(await readers()).toEqual([true, false]);
  });

  it('is readable by team mates, and later by the team that keeps a prompt of the person', async () => {
    const [mate, person] = [await newPerson(test), await newPerson(test)];
    const team = await newTeam(test, { owner: [mate], editor: [person] });
    expect([await reads(mate, person), await reads(person, mate)]).toEqual([true, true]);
    const prompt = await newPrompt(test, person, { team_id: team });
    await test.sql('delete from team_members where user_id = $1', [person]);
    expect([await reads(mate, person), await reads(person, mate)]).toEqual([true, false]);
    await test.sql('update prompts set team_id = null where id = $1', [prompt]);
    expect(await reads(mate, person)).toBe(false);
  });

  it('stays readable by people who hid the person', async () => {
    const [reader, author] = [await newPerson(test), await newPerson(test)];
    const prompt = await newPrompt(test, author, { is_public: true });
    await test.asUser(reader, 'insert into hidden_authors (author_id) values ($1)', [author]);
    await test.sql('update prompts set is_public = false where id = $1', [prompt]);
    expect(await reads(reader, author)).toBe(true);
  });
});
