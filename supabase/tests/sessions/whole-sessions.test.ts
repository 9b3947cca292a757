import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase, testTransactionSettings } from '#server/testing/test-database.ts';
import { newPerson, newPrompt, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let plain: string;
beforeAll(async () => {
  [ann, plain] = [await newPerson(test), await newPerson(test)];
  const team = await newTeam(test, { owner: [ann], viewer: [plain] });
  for (const person of [ann, plain]) await newPrompt(test, person, { title: `Of ${person}` });
  await newPrompt(test, plain, { team_id: team });
  await newPrompt(test, plain, { is_public: true });
  await test.sql(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values (gen_random_uuid(), $1, 'Phone', 'totp', 'verified', now(), now(), 'x'),
       (gen_random_uuid(), $2, 'Phone', 'totp', 'unverified', now(), now(), 'x')`,
    [ann, plain],
  );
});

async function count(sub: string, aal: string | undefined, text: string): Promise<number> {
  const claims = { role: 'authenticated', sub, ...(aal === undefined ? {} : { aal }) };
  const settings = testTransactionSettings('authenticated', claims);
  const { rows } = await test.database.requests.run(settings, { text, values: [] });
  return rows.length;
}

describe('an account with a second factor', () => {
  it.each([
    ['prompts', 'select from prompts', 3],
    ['versions', 'select from prompt_versions', 2],
    ['teams', 'select from teams', 1],
    ['names of people', 'select from profiles', 3],
    ['what the search finds in the library', 'select from search_prompts()', 1],
    ['and in teams', `select from search_prompts(scope => 'teams')`, 1],
    ['what the view shows', 'select from prompt_details_v', 1],
  ])('shows %s to both factors only', async (_what, text, whole) => {
    const got = [
      await count(ann, 'aal2', text),
      await count(ann, 'aal1', text),
      await count(ann, undefined, text),
    ];
    expect(got[0]).toBeGreaterThanOrEqual(whole);
    expect(got.slice(1)).toEqual([0, 0]);
  });

  it('does not let a password alone write', async () => {
    const insert = `insert into prompts (title, content) values ('New', 'x')`;
    await expect(count(ann, 'aal1', insert)).rejects.toThrow('row-level security');
    expect(await count(ann, 'aal1', `update prompts set title = 'Changed' returning id`)).toBe(0);
    expect(await count(ann, 'aal1', 'delete from prompts returning id')).toBe(0);
    expect(await count(ann, 'aal2', `${insert} returning id`)).toBe(1);
  });

  it('does not let a password alone import, even if both factors sent the parts', async () => {
    const part = `insert into import_parts (import_id, part, content)
      values ('${ann}', 0, '{"prompts": [{"key": "0", "title": "A", "content": "1"}]}')
      returning part`;
    expect(await count(ann, 'aal2', part)).toBe(1);
    const run = `select import_library('${ann}')`;
    await expect(count(ann, 'aal1', run)).rejects.toThrow('Authentication required');
    expect(await count(ann, 'aal2', run)).toBe(1);
  });
});

it('an account without a confirmed second factor needs only its password', async () => {
  expect(await count(plain, 'aal1', 'select from search_prompts()')).toBeGreaterThan(0);
  expect(await count(plain, undefined, 'select from prompts')).toBeGreaterThan(0);
});
