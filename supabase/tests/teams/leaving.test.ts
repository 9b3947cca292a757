import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { duringTransaction, insert, newPerson, newPrompt, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let olga: string;
let ed: string;
let team: string;
let edsPrompt: string;
let olgasPrompt: string;

beforeEach(async () => {
  olga = await newPerson(test, 'Olga');
  ed = await newPerson(test, 'Ed');
  team = await newTeam(test, { owner: [olga], editor: [ed] });
  edsPrompt = await newPrompt(test, ed, { team_id: team });
  olgasPrompt = await newPrompt(test, olga, { team_id: team });
});

async function readBy(person: string): Promise<Set<unknown>> {
  const { rows } = await test.asUser(person, 'select id from prompts where user_id in ($1, $2)', [
    olga,
    ed,
  ]);
  return new Set(rows.map((row) => row['id']));
}

const teamOf = async (prompt: string) =>
  (await test.sql('select team_id from prompts where id = $1', [prompt]))[0]?.['team_id'];

describe('leave_team', () => {
  it('ends the access of the member, whose prompts stay shared', async () => {
    expect(await readBy(ed)).toEqual(new Set([edsPrompt, olgasPrompt]));
    await test.asUser(ed, 'select leave_team($1)', [team]);
    expect(await readBy(ed)).toEqual(new Set([edsPrompt]));
    expect(await readBy(olga)).toEqual(new Set([edsPrompt, olgasPrompt]));
    const { refusal } = await test.asUser(ed, 'select leave_team($1)', [team]);
    expect(refusal?.code).toBe('PT404');
  });

  it('takes the prompts of the member along, with a version that says so', async () => {
    await test.asUser(ed, 'select leave_team($1, true)', [team]);
    expect(await readBy(olga)).toEqual(new Set([olgasPrompt]));
    expect(await teamOf(edsPrompt)).toBeNull();
    expect(await teamOf(olgasPrompt)).toBe(team);
    const [version] = await test.sql(
      'select change_description from prompt_versions where prompt_id = $1 order by version_number desc limit 1',
      [edsPrompt],
    );
    expect(version).toEqual({ change_description: 'Taken out of the team' });
  });

  it('takes nothing along when the last owner may not leave', async () => {
    const { refusal } = await test.asUser(olga, 'select leave_team($1, true)', [team]);
    expect(refusal?.message).toBe('A team keeps at least one owner');
    expect(await teamOf(olgasPrompt)).toBe(team);
  });

  it('lets a former member take their prompts out, and share none with the team', async () => {
    await test.asUser(ed, 'select leave_team($1)', [team]);
    await test.asUser(ed, 'update prompts set team_id = null where id = $1', [edsPrompt]);
    expect(await teamOf(edsPrompt)).toBeNull();
    const { refusal } = await test.asUser(ed, 'update prompts set team_id = $2 where id = $1', [
      edsPrompt,
      team,
    ]);
    expect(refusal?.code).toBe('42501');
  });

  it('refuses every access token, also one limited to the team', async () => {
    const scopes = ['prompts:read', 'prompts:write', 'chains:read', 'releases:write'];
    for (const limits of [{}, { team_id: team }]) {
      const claims = {
        sub: ed,
        role: 'authenticated',
        access_token: { id: ed, scopes, ...limits },
      };
      const { refusal } = await test.asRole('authenticated', claims, 'select leave_team($1)', [
        team,
      ]);
      expect(refusal?.code).toBe('42501');
    }
    expect(await readBy(ed)).toContain(olgasPrompt);
  });
});

it('a deleted team leaves each prompt to its owner alone', async () => {
  await test.asUser(olga, 'delete from teams where id = $1', [team]);
  expect(await readBy(ed)).toEqual(new Set([edsPrompt]));
  expect(await readBy(olga)).toEqual(new Set([olgasPrompt]));
});

it('a deleted team deletes no prompt that is moved into one of its groups at the same moment', async () => {
  const group = await insert(test, 'groups', { name: 'Group', team_id: team });
  const text = 'select move_prompts(array[$1]::uuid[], $2)';
  await duringTransaction(test, ed, text, [edsPrompt, group], () =>
    test.asUser(olga, 'delete from teams where id = $1', [team]),
  );
  expect(
    await test.sql('select team_id, group_id from prompts where id = $1', [edsPrompt]),
  ).toEqual([{ team_id: null, group_id: null }]);
});
