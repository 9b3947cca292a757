import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { whileTransactionIsOpen } from '#server/testing/while-transaction-is-open.ts';
import {
  actAs,
  duringTransaction,
  insert,
  newPerson,
  newPrompt,
  newTeam,
  newTeamOfThree,
} from '../world.ts';

const test = await setUpTestDatabase();
let olga: string;
let ed: string;
let vic: string;
let team: string;
beforeEach(async () => {
  ({ olga, ed, vic, team } = await newTeamOfThree(test));
});

const newGroup = (name: string, parent: string | null = null): Promise<string> =>
  insert(test, 'groups', { name, team_id: team, parent_id: parent });

/** Runs a statement that must succeed. */
const act = test.succeedAs;

const titlesIn = async (person: string, text: string, ...values: unknown[]) =>
  (await act(person, text, ...values)).map(({ title }) => title);

async function promptRow(id: string) {
  const [row] = await test.sql(
    'select user_id, team_id, group_id, deleted_at from prompts where id = $1',
    [id],
  );
  return row;
}

const byText = (one: string | null | undefined, other: string | null | undefined) =>
  (one ?? '').localeCompare(other ?? '');

const readsGroup = async (person: string, id: string) =>
  (await act(person, 'select from groups where id = $1', id)).length === 1;

describe('who reads the groups of a team', () => {
  it('ends with the membership, also for the owner of a prompt in it', async () => {
    const group = await newGroup('Launch');
    const prompt = await newPrompt(test, ed, { title: 'Mail', group_id: group });
    expect(await readsGroup(ed, group)).toBe(true);
    await act(ed, 'select leave_team($1)', team);
    expect(await readsGroup(ed, group)).toBe(false);
    expect(
      await act(ed, 'select title, group_name from readable_prompts where id = $1', prompt),
    ).toEqual([{ title: 'Mail', group_name: null }]);
    expect(await act(ed, `select title, group_name from search_prompts('mail')`)).toEqual([
      { title: 'Mail', group_name: null },
    ]);
    const out = await test.asUser(ed, 'update prompts set group_id = null where id = $1', [prompt]);
    expect(out.refusal?.code).toBe('42501');
    await act(ed, 'update prompts set team_id = null where id = $1', prompt);
    expect(await promptRow(prompt)).toMatchObject({ team_id: null, group_id: null });
  });

  it('leaves out a person with whom a prompt in it is shared', async () => {
    const sam = await newPerson(test, 'Sam');
    const group = await newGroup('Launch');
    const prompt = await newPrompt(test, ed, { title: 'Mail', group_id: group });
    await insert(test, 'prompt_shares', {
      prompt_id: prompt,
      role: 'editor',
      email: 'sam@example.com',
      user_id: sam,
      invited_by: ed,
      first_version: 1,
      state: 'accepted',
    });
    expect(
      await act(
        sam,
        'select title, group_id, group_name from readable_prompts where id = $1',
        prompt,
      ),
    ).toEqual([{ title: 'Mail', group_id: null, group_name: null }]);
    expect(await readsGroup(sam, group)).toBe(false);
    const moved = await test.asUser(sam, 'update prompts set group_id = null where id = $1', [
      prompt,
    ]);
    expect(moved.refusal?.code).toBe('42501');
  });

  it('includes programs limited to the team, and none limited to a group or another team', async () => {
    const group = await newGroup('Launch');
    const own = await insert(test, 'groups', { name: 'Own', user_id: ed });
    const program = async (limit: object, text: string) => {
      const token = { id: ed, scopes: ['prompts:read', 'prompts:write'], ...limit };
      const claims = { sub: ed, role: 'authenticated', access_token: token };
      return test.asRole('authenticated', claims, text, []);
    };
    const names = async (limit: object) =>
      (await program(limit, 'select name from groups order by name')).rows.map(({ name }) => name);
    expect(await names({ team_id: team })).toEqual(['Launch']);
    expect(await names({ group_id: own })).toEqual(['Own']);
    expect(await names({ team_id: await newTeam(test, { owner: [ed] }) })).toEqual([]);
    expect(await names({ scopes: ['chains:read'] })).toEqual([]);
    const reading = { scopes: ['prompts:read'] };
    const renamed = await program(reading, `update groups set name = 'x' where id = '${group}'`);
    expect(renamed.refusal?.code).toBe('42501');
  });
});

describe('a prompt of a team', () => {
  it('is created in the team by naming its group', async () => {
    const group = await newGroup('Launch');
    await act(
      ed,
      `insert into prompts (title, content, group_id) values ('Mail', 'Dear …', $1)`,
      group,
    );
    expect(await titlesIn(vic, 'select title from prompts where team_id = $1', team)).toEqual([
      'Mail',
    ]);
  });

  it('leaves its group when it goes to another library, and is told from others there', async () => {
    const own = await insert(test, 'groups', { name: 'Own', user_id: ed });
    const group = await newGroup('Launch');
    const prompt = await newPrompt(test, ed, { group_id: own });
    await act(ed, 'select move_prompts_to_team($1, $2)', [prompt], team);
    expect(await promptRow(prompt)).toMatchObject({ team_id: team, group_id: null });
    // A move to a group leaves prompts of other libraries where they are.
    const mine = await newPrompt(test, ed);
    expect(await act(ed, 'select move_prompts($1, $2) as changed', [prompt, mine], own)).toEqual([
      { changed: `{"${mine}": 2}` },
    ]);
    expect(
      await act(olga, 'select move_prompts($1, $2) as changed', [prompt, mine], group),
    ).toEqual([{ changed: `{"${prompt}": 3}` }]);
    expect(await act(vic, 'select move_prompts($1) as changed', [prompt])).toEqual([
      { changed: '{}' },
    ]);
    await act(ed, 'select leave_team($1, true)', team);
    expect(await promptRow(prompt)).toMatchObject({ team_id: null, group_id: null });
  });

  it('returns from a move that an editor undoes', async () => {
    const group = await newGroup('Launch');
    const prompt = await newPrompt(test, ed, { team_id: team });
    await act(olga, 'select move_prompts($1, $2)', [prompt], group);
    await act(olga, 'select undo_prompt_changes($1)', JSON.stringify({ [prompt]: 2 }));
    expect(await promptRow(prompt)).toMatchObject({ team_id: team, group_id: null });
  });

  it("has a copy outside of the team's group", async () => {
    const prompt = await newPrompt(test, ed, { group_id: await newGroup('Launch') });
    const [row] = await act(ed, 'select (duplicate_prompts($1))[1] as id', [prompt]);
    expect(await promptRow(row?.['id'] ?? '')).toMatchObject({ team_id: null, group_id: null });
  });
});

describe('the tree of a team', () => {
  it('is searched by in: and group: within the team only', async () => {
    const launch = await newGroup('Launch');
    const mail = await newGroup('Mail', launch);
    await newPrompt(test, ed, { title: 'Deep', group_id: mail });
    await newPrompt(test, ed, { title: 'At the top', group_id: launch });
    await newPrompt(test, ed, { title: 'Elsewhere', team_id: team });
    const own = await insert(test, 'groups', { name: 'Launch', user_id: ed });
    await newPrompt(test, ed, { title: 'Own', group_id: own });
    const found = async (person: string, query: string, scope = `team:${team}`) =>
      (await titlesIn(person, 'select title from search_prompts($1, $2)', query, scope)).toSorted(
        byText,
      );
    expect(await found(vic, 'in:Launch')).toEqual(['At the top', 'Deep']);
    expect(await found(vic, 'in:Launch/Mail')).toEqual(['Deep']);
    expect(await found(ed, 'group:launch')).toEqual(['At the top']);
    expect(await found(ed, 'in:Launch', 'library')).toEqual(['Own']);
    expect(await found(ed, 'in:Launch', 'teams')).toEqual(['At the top', 'Deep']);
    const below =
      'select title from search_prompts(scope => $1, in_group => $2, and_below => true)';
    expect((await titlesIn(vic, below, `team:${team}`, launch)).toSorted(byText)).toEqual([
      'At the top',
      'Deep',
    ]);
    const sam = await newPerson(test);
    expect(await found(sam, 'in:Launch')).toEqual([]);
    expect(await titlesIn(sam, below, 'library', launch)).toEqual([]);
    expect(
      await act(vic, `select group_name from search_prompts('deep', $1)`, `team:${team}`),
    ).toEqual([{ group_name: 'Mail' }]);
  });

  it('keeps to the rules of depth and cycles, also when two members move at once', async () => {
    const [one, other] = [await newGroup('One'), await newGroup('Other')];
    const itself = await test.asUser(ed, 'update groups set parent_id = id where id = $1', [one]);
    expect(itself.refusal?.code).toBe('23514');
    const text = 'update groups set parent_id = $2 where id = $1';
    const outcome = await duringTransaction(test, olga, text, [one, other], () =>
      test.asUser(ed, text, [other, one]),
    );
    expect(outcome.refusal?.message).toContain('cannot be moved into itself');
  });

  it.each([
    ['creates', `insert into groups (name) values ('New')`],
    ['moves', 'update groups set parent_id = $2 where id = $1'],
    ['deletes', 'update groups set deleted_at = now() where id = $1'],
    ['dissolves', 'select dissolve_group($1)'],
  ])('change while a member %s a group of their own', async (_verb, text) => {
    const launch = await newGroup('Launch');
    const own = await insert(test, 'groups', { name: 'Own', user_id: ed });
    const other = await insert(test, 'groups', { name: 'Other', user_id: ed });
    let isFirst = false;
    await whileTransactionIsOpen(
      test,
      async (client) => {
        await actAs(client, { role: 'authenticated', sub: ed });
        await client.query(text, [own, other].slice(0, text.split('$').length - 1));
      },
      () => act(olga, 'update groups set deleted_at = now() where id = $1', launch),
      async (_client, hasEnded) => {
        isFirst = hasEnded;
      },
    );
    expect(isFirst).toBe(true);
  });

  it('are not put into one that is deleted at the same moment', async () => {
    const [launch, mail] = [await newGroup('Launch'), await newGroup('Mail')];
    const outcome = await duringTransaction(
      test,
      olga,
      'update groups set deleted_at = now() where id = $1',
      [launch],
      () => test.asUser(ed, 'update groups set parent_id = $2 where id = $1', [mail, launch]),
    );
    expect(outcome.refusal?.message).toBe('The group to move it into was deleted');
  });

  it('are deleted with the group that they are put into at the same moment', async () => {
    const [launch, mail] = [await newGroup('Launch'), await newGroup('Mail')];
    await duringTransaction(
      test,
      ed,
      'update groups set parent_id = $2 where id = $1',
      [mail, launch],
      () => act(olga, 'update groups set deleted_at = now() where id = $1', launch),
    );
    expect(
      await test.sql('select from groups where id = $1 and deleted_at is null', [mail]),
    ).toEqual([]);
  });

  it('are restored at the top while the one around them is deleted', async () => {
    const launch = await newGroup('Launch');
    const mail = await newGroup('Mail', launch);
    await act(olga, 'update groups set deleted_at = now() where id = $1', mail);
    await duringTransaction(
      test,
      olga,
      'update groups set deleted_at = now() where id = $1',
      [launch],
      () => act(ed, 'update groups set deleted_at = null where id = $1', mail),
    );
    expect(
      await test.sql('select parent_id, deleted_at from groups where id = $1', [mail]),
    ).toEqual([{ parent_id: null, deleted_at: null }]);
  });
});

describe('the deletion of a group of a team', () => {
  it('takes its prompts along, whoever owns them, and brings them back', async () => {
    const launch = await newGroup('Launch');
    const mail = await newGroup('Mail', launch);
    const prompt = await newPrompt(test, olga, { title: 'Deep', group_id: mail });
    await act(ed, 'update groups set deleted_at = now() where id = $1', launch);
    expect((await promptRow(prompt))?.['deleted_at']).not.toBeNull();
    const list = 'select name, prompt_count, group_count from deleted_groups($1)';
    const listed = [{ name: 'Launch', prompt_count: '1', group_count: '1' }];
    expect(await act(ed, list, team)).toEqual(listed);
    expect(await act(ed, 'select from deleted_groups()')).toEqual([]);
    expect(await act(await newPerson(test), list, team)).toEqual([]);
    await act(ed, 'update groups set deleted_at = null where id = $1', launch);
    expect(await promptRow(prompt)).toMatchObject({ deleted_at: null, group_id: mail });
  });

  it('moves its contents up by choice, also the prompts of others', async () => {
    const launch = await newGroup('Launch');
    const mail = await newGroup('Mail', launch);
    const prompt = await newPrompt(test, olga, { group_id: mail });
    await act(ed, 'select dissolve_group($1)', mail);
    expect(await promptRow(prompt)).toMatchObject({ group_id: launch, deleted_at: null });
  });
});

describe('what becomes of the groups of a team', () => {
  it('stays with the team when the account of their author is deleted', async () => {
    const [row] = await act(
      ed,
      `insert into groups (name, team_id) values ('Launch', $1) returning id`,
      team,
    );
    const group = row?.['id'] ?? '';
    const prompt = await newPrompt(test, ed, { group_id: group });
    await act(ed, 'select delete_user_account()');
    expect(await promptRow(prompt)).toMatchObject({
      user_id: olga,
      team_id: team,
      group_id: group,
    });
  });

  it('goes with the team, whose prompts return to their owners', async () => {
    const group = await newGroup('Launch');
    const prompt = await newPrompt(test, ed, { group_id: group });
    await act(olga, 'delete from teams where id = $1', team);
    expect(await test.sql('select from groups where id = $1', [group])).toEqual([]);
    expect(await promptRow(prompt)).toMatchObject({ user_id: ed, team_id: null, group_id: null });
  });

  it('is told in the activity', async () => {
    const [row] = await act(
      ed,
      `insert into groups (name, team_id) values ('Launch', $1) returning id`,
      team,
    );
    const group = row?.['id'] ?? '';
    const around = await newGroup('Around');
    await act(ed, `update groups set name = 'Start' where id = $1`, group);
    await act(ed, 'update groups set parent_id = $2 where id = $1', group, around);
    await act(ed, 'update groups set deleted_at = now() where id = $1', around);
    await act(ed, 'update groups set deleted_at = null where id = $1', around);
    expect(
      await test.sql(
        `select action, title from team_activity where team_id = $1 and action like 'group%' order by id`,
        [team],
      ),
    ).toEqual([
      { action: 'group_added', title: 'Launch' },
      { action: 'group_added', title: 'Around' },
      { action: 'group_changed', title: 'Start' },
      { action: 'group_moved', title: 'Start' },
      { action: 'group_deleted', title: 'Around' },
      { action: 'group_restored', title: 'Around' },
    ]);
  });
});
