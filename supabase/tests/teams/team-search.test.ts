import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson, newPrompt, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let ed: string;
let vic: string;
let writers: string;
let cooks: string;
beforeAll(async () => {
  ed = await newPerson(test, 'Ed');
  vic = await newPerson(test, 'Vic');
  writers = await newTeam(test, { owner: [ed], viewer: [vic] });
  cooks = await newTeam(test, { owner: [ed] });
  await newPrompt(test, ed, { title: 'Rye bread', team_id: writers });
  await newPrompt(test, vic, { title: 'Rye flour' });
  await newPrompt(test, ed, { title: 'Rye soup', team_id: cooks });
});

const search = (person: string, scope: string, query = 'rye') =>
  test.asUser(person, 'select title from search_prompts($1, $2)', [query, scope]);
const titles = async (person: string, scope: string, query?: string) =>
  (await search(person, scope, query)).rows.map((row) => row['title']);

describe("search_prompts with the scope 'team:{id}'", () => {
  it('finds prompts of that team only', async () => {
    expect(await titles(ed, `team:${writers}`)).toEqual(['Rye bread']);
    expect(await titles(vic, `team:${writers}`)).toEqual(['Rye bread']);
    expect(await titles(ed, `team:${cooks}`)).toEqual(['Rye soup']);
    expect(await titles(ed, `team:${writers}`, 'bred')).toEqual(['Rye bread']);
    expect(new Set(await titles(ed, 'teams'))).toEqual(new Set(['Rye bread', 'Rye soup']));
  });

  it('finds nothing for people who are no members, and once they have left', async () => {
    expect(await titles(vic, `team:${cooks}`)).toEqual([]);
    expect(await titles(await newPerson(test), `team:${writers}`)).toEqual([]);
    await test.asUser(vic, 'select leave_team($1)', [writers]);
    expect(await titles(vic, `team:${writers}`)).toEqual([]);
  });

  it.each(['team:', 'team:1', "team:' or true", 'teamx'])('refuses the scope %s', async (scope) => {
    expect((await search(ed, scope)).refusal?.code).toBe('22023');
  });
});
