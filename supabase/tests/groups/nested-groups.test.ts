import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { duringTransaction, insert, newPerson, newPrompt, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
beforeEach(async () => {
  ann = await newPerson(test, 'Ann');
});

const newGroup = (name: string, parent: string | null = null, owner = ann): Promise<string> =>
  insert(test, 'groups', { name, user_id: owner, parent_id: parent });

const byText = (one: string | null | undefined, other: string | null | undefined) =>
  (one ?? '').localeCompare(other ?? '');

/** Creates groups in each other, and returns their ids from the top. */
async function newPath(...names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push(await newGroup(name, ids.at(-1) ?? null));
  return ids;
}

const as = (person: string, text: string, ...values: readonly (string | null)[]) =>
  test.asUser(person, text, values);

const done = test.succeedAs;

const move = (group: string, parent: string | null) =>
  as(ann, 'update groups set parent_id = $2 where id = $1', group, parent);

async function parentOf(group: string): Promise<unknown> {
  const [row] = await test.sql('select parent_id from groups where id = $1', [group]);
  return row?.['parent_id'];
}

/** Returns the names of the person's groups and prompts that are not deleted, as paths. */
async function paths(): Promise<string[]> {
  const rows = await test.sql<{ path: string }>(
    `with recursive tree as (
       select id, name as path from groups where user_id = $1 and parent_id is null and deleted_at is null
       union all
       select g.id, t.path || '/' || g.name from tree t join groups g on g.parent_id = t.id
       where g.deleted_at is null
     )
     select path from tree
     union all
     select coalesce(t.path || '/', '') || p.title || '.md' from prompts p left join tree t on t.id = p.group_id
     where p.user_id = $1 and p.deleted_at is null`,
    [ann],
  );
  return rows.map(({ path }) => path).toSorted();
}

describe('the place of a group', () => {
  it('is a group of the same owner', async () => {
    const sam = await newPerson(test, 'Sam');
    const [mine, foreign] = [await newGroup('Mine'), await newGroup('Foreign', null, sam)];
    const refused = {
      code: '23503',
      message:
        'insert or update on table "groups" violates foreign key constraint "a group lies in a group of its owner"',
    };
    expect((await move(mine, foreign)).refusal).toMatchObject(refused);
    expect(
      (await as(ann, `insert into groups (name, parent_id) values ('New', $1)`, foreign)).refusal,
    ).toMatchObject(refused);
    // A service that acts for nobody is held to it too.
    await expect(newGroup('New', foreign)).rejects.toThrow('in a group of its owner');
    expect(await parentOf(mine)).toBeNull();
  });

  it('is never the group itself or one in it', async () => {
    const [top = '', middle = '', low = ''] = await newPath('Top', 'Middle', 'Low');
    for (const parent of [top, middle, low]) {
      expect((await move(top, parent)).refusal).toMatchObject({
        code: '23514',
        message: 'A group cannot be moved into itself or a group in it',
      });
    }
    const swap = await as(
      ann,
      `update groups set parent_id = case id when $1 then $2::uuid else null end where id in ($1, $2)`,
      top,
      middle,
    );
    expect(swap.refusal).toBeNull();
    expect(await parentOf(top)).toBe(middle);
    expect(await parentOf(low)).toBe(middle);
  });

  it('is not the group itself after its deletion', async () => {
    const top = await newGroup('Top');
    await done(ann, 'update groups set deleted_at = now() where id = $1', top);
    expect((await move(top, top)).refusal).toMatchObject({ code: '23514' });
  });

  it('is at most 8 deep, with what is below', async () => {
    const path = await newPath('1', '2', '3', '4', '5', '6', '7', '8');
    const refused = { code: '23514', message: 'Groups can be nested 8 deep' };
    const ninth = await as(
      ann,
      `insert into groups (name, parent_id) values ('9', $1)`,
      path[7] ?? '',
    );
    expect(ninth.refusal).toMatchObject(refused);
    const [a = '', b = ''] = await newPath('A', 'B', 'C');
    expect((await move(a, path[5] ?? '')).refusal).toMatchObject(refused);
    expect((await move(a, path[4] ?? '')).refusal).toBeNull();
    // A deleted group takes no room.
    await done(ann, 'update groups set deleted_at = now() where id = $1', b);
    expect((await move(a, path[6] ?? '')).refusal).toBeNull();
  });

  it('is no deleted group', async () => {
    const [gone, other] = [await newGroup('Gone'), await newGroup('Other')];
    await done(ann, 'update groups set deleted_at = now() where id = $1', gone);
    expect((await move(other, gone)).refusal).toMatchObject({
      message: 'The group to move it into was deleted',
    });
  });

  it('makes no cycle when two transactions move groups into each other at once', async () => {
    const [one, other] = [await newGroup('One'), await newGroup('Other')];
    const second = await duringTransaction(
      test,
      ann,
      'update groups set parent_id = $2 where id = $1',
      [one, other],
      () => move(other, one),
    );
    expect(second.refusal?.message).toContain(
      'A group cannot be moved into itself or a group in it',
    );
    expect([await parentOf(one), await parentOf(other)]).toEqual([other, null]);
  });
});

describe('deleting a group', () => {
  it('deletes what is below it, and restores it together', async () => {
    const [work = '', mail = '', old = ''] = await newPath('Work', 'Mail', 'Old');
    await newPrompt(test, ann, { title: 'Letter', group_id: mail });
    await newPrompt(test, ann, { title: 'Ancient', group_id: old });
    await done(ann, 'update groups set deleted_at = now() where id = $1', old);
    const before = await paths();
    expect(before).toEqual(['Work', 'Work/Mail', 'Work/Mail/Letter.md']);
    await done(ann, 'update groups set deleted_at = now() where id = $1', work);
    expect(await paths()).toEqual([]);
    const listed = await done(
      ann,
      'select name, prompt_count, group_count from deleted_groups() order by name',
    );
    expect(listed).toEqual([
      { name: 'Old', prompt_count: '1', group_count: '0' },
      { name: 'Work', prompt_count: '1', group_count: '1' },
    ]);
    await done(ann, 'update groups set deleted_at = null where id = $1', work);
    expect(await paths()).toEqual(before);
    await done(ann, 'update groups set deleted_at = null where id = $1', old);
    expect(await paths()).toContain('Work/Mail/Old/Ancient.md');
  });

  it('puts a group at the top that is restored without the one around it', async () => {
    const [work = '', mail = ''] = await newPath('Work', 'Mail', 'Old');
    await done(ann, 'update groups set deleted_at = now() where id = $1', work);
    await done(ann, 'update groups set deleted_at = null where id = $1', mail);
    expect(await paths()).toEqual(['Mail', 'Mail/Old']);
  });

  it('removes for good what was deleted 30 days ago, with what is below, and nothing else', async () => {
    const [work = '', mail = ''] = await newPath('Work', 'Mail');
    await newPrompt(test, ann, { title: 'Letter', group_id: mail });
    await done(ann, 'update groups set deleted_at = now() where id = $1', work);
    await done(ann, 'update groups set deleted_at = null where id = $1', mail);
    await test.sql(`update groups set deleted_at = now() - interval '31 days' where id = $1`, [
      work,
    ]);
    await test.sql('select purge_deleted()');
    expect(await test.sql('select name from groups where user_id = $1', [ann])).toEqual([
      { name: 'Mail' },
    ]);
    expect(await paths()).toEqual(['Mail', 'Mail/Letter.md']);
    await done(ann, 'delete from groups where id = $1', mail);
    expect(await paths()).toEqual([]);
  });

  it('moves a prompt up that is created in it at the same moment', async () => {
    const [work = '', mail = ''] = await newPath('Work', 'Mail');
    await duringTransaction(
      test,
      ann,
      `insert into prompts (title, content, group_id) values ('Letter', 'C', $1)`,
      [mail],
      () => done(ann, 'select dissolve_group($1)', mail),
    );
    const letters = await test.sql('select deleted_at from prompts where group_id = any ($1)', [
      [work, mail],
    ]);
    expect(letters).toEqual([{ deleted_at: null }]);
    expect(await paths()).toContain('Work/Letter.md');
  });

  it('moves its contents up instead, and takes that back', async () => {
    const [work = '', mail = ''] = await newPath('Work', 'Mail', 'Old');
    const letter = await newPrompt(test, ann, { title: 'Letter', group_id: mail });
    const before = await paths();
    const [row] = await done(ann, 'select dissolve_group($1) as done', mail);
    expect(await paths()).toEqual(['Work', 'Work/Letter.md', 'Work/Old']);
    const [version] = await test.sql(
      'select version_number, change_description from prompt_versions where prompt_id = $1 order by 1 desc',
      [letter],
    );
    expect(version).toEqual({ version_number: 2, change_description: 'Moved to group Work' });

    const undo = `select undo_group_dissolution($1, (d ->> 'deleted_at')::timestamptz,
      array(select jsonb_array_elements_text(d -> 'groups'))::uuid[], d -> 'prompts')
      from (select $2::jsonb as d) given`;
    await done(ann, undo, mail, row?.['done'] ?? null);
    expect(await paths()).toEqual(before);
    expect((await as(ann, undo, mail, row?.['done'] ?? null)).refusal?.code).toBe('PT409');
    expect(work).toBeDefined();
  });
});

describe('searching in a group and below', () => {
  const find = async (query: string, more = '') =>
    (await done(ann, `select title from search_prompts($1${more}) order by title`, query)).map(
      ({ title }) => title,
    );

  it('finds paths with in:, whatever their case', async () => {
    const [work = '', mail = '', old = ''] = await newPath('Work', 'Mail', 'Öld stuff');
    await newPrompt(test, ann, { title: 'At work', group_id: work });
    await newPrompt(test, ann, { title: 'Letter', group_id: mail });
    await newPrompt(test, ann, { title: 'Ancient', group_id: old });
    await newPrompt(test, ann, { title: 'Elsewhere', group_id: await newGroup('Mail') });
    await newPrompt(test, ann, { title: 'Nowhere' });
    expect(await find('in:"Work/Mail"')).toEqual(['Ancient', 'Letter']);
    expect(await find('IN:work/MAIL')).toEqual(['Ancient', 'Letter']);
    expect(await find('in:"mail / old stuff"')).toEqual(['Ancient']);
    expect(await find('in:mail')).toEqual(['Ancient', 'Elsewhere', 'Letter']);
    expect(await find('in:work letter')).toEqual(['Letter']);
    expect(await find('in:work group:old')).toEqual(['Ancient']);
    expect(await find('in:Other')).toEqual([]);
    expect(await find('in:')).toHaveLength(5);
    const [count] = await done(ann, `select count_prompts('in:work') as n`);
    expect(count).toEqual({ n: '3' });
  });

  it.each([
    ['R/D', 'in:"R\\/D"'],
    ['R/D', 'in:R\\/D'],
    ['Say "hi"', 'in:"Say \\"hi\\""'],
    ['C:\\', 'in:"C:\\\\"'],
    ['50% off', 'in:"50% off"'],
    ['a\\b', 'in:a\\b'],
  ])('finds the group %s with %s', async (name, query) => {
    await newPrompt(test, ann, { title: 'Found', group_id: await newGroup(name) });
    expect(await find(query)).toEqual(['Found']);
  });

  it('lists, counts and searches a group alone or with what is below', async () => {
    const [work = '', mail = ''] = await newPath('Work', 'Mail');
    await newPrompt(test, ann, { title: 'At work', group_id: work });
    await newPrompt(test, ann, { title: 'Letter', group_id: mail });
    const gone = await newPrompt(test, ann, { title: 'Gone', group_id: mail });
    await done(ann, 'update prompts set deleted_at = now() where id = $1', gone);
    const lists = {
      search_prompts: `select title from search_prompts(in_group => $1, and_below => $2)`,
      prompts_by_title: `select title from prompts_by_title(in_group => $1, and_below => $2)`,
      prompts_by_last_use: `select title from prompts_by_last_use(in_group => $1, and_below => $2)`,
    };
    for (const [name, list] of Object.entries(lists)) {
      expect([name, (await done(ann, list, work, 'false')).map(({ title }) => title)]).toEqual([
        name,
        ['At work'],
      ]);
      const all = (await done(ann, list, work, 'true')).map(({ title }) => title);
      expect([name, all.toSorted(byText)]).toEqual([name, ['At work', 'Letter']]);
    }
    expect(
      await done(
        ann,
        'select title from prompts_below($1) where deleted_at is null order by title',
        work,
      ),
    ).toEqual([{ title: 'At work' }, { title: 'Letter' }]);
    expect(
      await done(ann, 'select count_prompts(in_group => $1, and_below => true) as n', work),
    ).toEqual([{ n: '2' }]);
  });

  it("tells a team's members nothing about the tree of somebody else's groups", async () => {
    const vic = await newPerson(test, 'Vic');
    const team = await newTeam(test, { owner: [ann], viewer: [vic] });
    const [work = '', mail = ''] = await newPath('Work', 'Mail');
    await newPrompt(test, ann, { title: 'Letter', group_id: mail, team_id: team });
    const list = `select title from search_prompts(scope => 'teams', in_group => $1, and_below => true)`;
    expect(await done(ann, list, work)).toEqual([{ title: 'Letter' }]);
    expect(await done(vic, list, work)).toEqual([]);
    expect(await done(vic, 'select title from prompts_below($1)', work)).toEqual([]);
    expect(await done(vic, list, mail)).toEqual([{ title: 'Letter' }]);
  });
});

describe('a token limited to a group', () => {
  const program = (group: string, text: string, ...values: readonly (string | null)[]) =>
    test.asRole(
      'authenticated',
      {
        sub: ann,
        role: 'authenticated',
        access_token: { id: ann, scopes: ['prompts:read', 'prompts:write'], group_id: group },
      },
      text,
      values,
    );
  const titles = async (group: string, text: string) => {
    const { rows, refusal } = await program(group, text);
    expect(refusal).toBeNull();
    return rows.map((row) => Object.values(row)[0] ?? '').toSorted(byText);
  };

  it('reads the group and what is below, by every way', async () => {
    const [work = '', mail = '', old = ''] = await newPath('Work', 'Mail', 'Old');
    const [top, letter] = [
      await newPrompt(test, ann, { title: 'At work', group_id: work }),
      await newPrompt(test, ann, { title: 'Letter', group_id: mail }),
    ];
    await newPrompt(test, ann, { title: 'Ancient', group_id: old });
    expect(await titles(mail, 'select name from groups')).toEqual(['Mail', 'Old']);
    for (const list of [
      'select title from prompts',
      'select title from readable_prompts',
      'select title from search_prompts()',
      'select title from prompts_by_title()',
      'select title from prompts_by_last_use()',
      `select title from search_prompts('in:work')`,
      `select title from prompts_below('${work}')`,
    ]) {
      expect([list, await titles(mail, list)]).toEqual([list, ['Ancient', 'Letter']]);
    }
    expect((await program(mail, `select count_prompts() as n`)).rows).toEqual([{ n: '2' }]);
    const label = `select move_prompt_label($1, 'production', 1)`;
    expect((await program(mail, label, letter)).refusal?.code).toBe('42501');
    expect((await program(mail, label, top)).refusal).not.toBeNull();
  });

  it('creates and moves groups and prompts within it, and nowhere else', async () => {
    const [work = '', mail = '', old = ''] = await newPath('Work', 'Mail', 'Old');
    const letter = await newPrompt(test, ann, { title: 'Letter', group_id: mail });
    const add = `insert into groups (name, parent_id) values ('New', $1) returning name`;
    expect((await program(mail, add, old)).rows).toEqual([{ name: 'New' }]);
    expect((await program(mail, add, work)).refusal?.message).toMatch(/row-level security/);
    expect((await program(mail, add, null)).refusal?.message).toMatch(/row-level security/);
    const put = 'update prompts set group_id = $2 where id = $1';
    expect((await program(mail, put, letter, old)).refusal).toBeNull();
    expect((await program(mail, put, letter, work)).refusal?.message).toMatch(/row-level security/);
    const place = 'update groups set parent_id = $2 where id = $1';
    const refused = /moves groups only within/;
    expect((await program(mail, place, old, null)).refusal?.message).toMatch(refused);
    expect((await program(mail, place, old, work)).refusal?.message).toMatch(refused);
    expect((await program(mail, place, mail, null)).refusal?.message).toMatch(refused);
    expect((await program(mail, place, old, mail)).refusal).toBeNull();
  });
});
