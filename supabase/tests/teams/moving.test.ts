import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson, newPrompt, newTeam, newTeamOfThree } from '../world.ts';

const test = await setUpTestDatabase();
let olga: string;
let ed: string;
let vic: string;
let team: string;
let prompt: string;
beforeEach(async () => {
  ({ olga, ed, vic, team } = await newTeamOfThree(test));
  prompt = await newPrompt(test, ed);
});

const move = 'select move_prompts_to_team($1, $2) as changed';
const moveAs = (person: string | null, ids: string[], to: string | null) =>
  test.asUser(person, move, [ids, to]);
const teamOf = async (id: string) =>
  (await test.sql('select team_id from prompts where id = $1', [id]))[0]?.['team_id'];
const reads = async (person: string, id: string) =>
  (await test.asUser(person, 'select from prompts where id = $1', [id])).rows.length === 1;

describe('move_prompts_to_team', () => {
  it('shares prompts with every member, from this version on, and takes them out again', async () => {
    const other = await newPrompt(test, ed, { team_id: team });
    const { rows } = await moveAs(ed, [prompt, other], team);
    expect(JSON.parse(rows[0]?.['changed'] ?? '')).toEqual({ [prompt]: 2 });
    expect([await reads(vic, prompt), await reads(olga, prompt)]).toEqual([true, true]);
    const versions = await test.asUser(
      vic,
      'select version_number, change_description from prompt_versions where prompt_id = $1',
      [prompt],
    );
    expect(versions.rows).toEqual([
      { version_number: '2', change_description: 'Moved to team The team' },
    ]);
    await moveAs(ed, [prompt], null);
    expect([await reads(vic, prompt), await reads(ed, prompt)]).toEqual([false, true]);
  });

  it('takes prompts from one team to another, which the first no longer reads', async () => {
    const zoe = await newPerson(test, 'Zoe');
    const second = await newTeam(test, { owner: [zoe], editor: [ed] });
    await moveAs(ed, [prompt], team);
    await moveAs(ed, [prompt], second);
    expect([await reads(vic, prompt), await reads(zoe, prompt)]).toEqual([false, true]);
  });

  it.each([
    ['a viewer of the team', () => vic],
    ['a stranger to the team', () => newPerson(test)],
    [
      'a former member',
      async () => {
        await test.asUser(olga, 'delete from team_members where user_id = $1', [ed]);
        return ed;
      },
    ],
  ])('refuses %s, and changes nothing', async (_who, person) => {
    const caller = await person();
    const own = await newPrompt(test, caller);
    expect((await moveAs(caller, [own], team)).refusal?.code).toBe('42501');
    expect(await teamOf(own)).toBeNull();
  });

  it("leaves other people's prompts, also for owners of their team", async () => {
    await moveAs(ed, [prompt], team);
    const { rows, refusal } = await moveAs(olga, [prompt], null);
    expect([rows[0]?.['changed'], refusal]).toEqual(['{}', null]);
    expect(await teamOf(prompt)).toBe(team);
  });

  it('is closed to visitors, and to programs without the scope or beyond their team', async () => {
    expect((await moveAs(null, [prompt], team)).refusal?.code).toBe('42501');
    const withToken = (token: object, to: string | null) =>
      test.asRole('authenticated', { sub: ed, role: 'authenticated', access_token: token }, move, [
        [prompt],
        to,
      ]);
    const reading = await withToken({ scopes: ['prompts:read'] }, team);
    expect(reading.refusal?.code).toBe('42501');
    await moveAs(ed, [prompt], team);
    const limited = { scopes: ['prompts:read', 'prompts:write'], team_id: team };
    expect((await withToken(limited, null)).refusal?.code).toBe('42501');
    expect(await teamOf(prompt)).toBe(team);
  });
});

describe('teams_of_prompts', () => {
  it("counts the caller's prompts by team, also of a team that they left", async () => {
    const second = await newTeam(test, { owner: [olga], editor: [ed] });
    await newPrompt(test, olga, { team_id: team });
    const ids = [
      prompt,
      await newPrompt(test, ed, { team_id: team }),
      await newPrompt(test, ed, { team_id: team }),
      await newPrompt(test, ed, { team_id: second }),
    ];
    await test.asUser(ed, 'select leave_team($1)', [second]);
    const counts = (person: string) =>
      test.asUser(person, 'select team_name, prompts from teams_of_prompts($1)', [ids]);
    expect((await counts(ed)).rows).toEqual([
      { team_name: 'The team', prompts: '2' },
      { team_name: null, prompts: '1' },
    ]);
    expect((await counts(olga)).rows).toEqual([]);
  });
});
