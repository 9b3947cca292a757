import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { insert, newPerson, newPrompt, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let prompt: string;
beforeAll(async () => {
  ann = await newPerson(test);
});
beforeEach(async () => {
  prompt = await newPrompt(test, ann, { title: 'One', content: 'First' });
});

const history = (id = prompt) =>
  test.sql(
    `select version_number as n, title, content, change_description as why
     from prompt_versions where prompt_id = $1 order by 1`,
    [id],
  );
async function change(set: string): Promise<void> {
  await test.succeedAs(ann, `update prompts set ${set} where id = $1`, prompt);
}
async function currentVersion(): Promise<unknown> {
  const [row] = await test.sql('select version from prompts where id = $1', [prompt]);
  return row?.['version'];
}

describe('history of a new prompt', () => {
  it("is version 1, whatever the client sends, with the database's times", async () => {
    const { rows } = await test.asUser(
      ann,
      `insert into prompts (title, content, version, created_at, updated_at, deleted_at, forked_from_version)
       values ('T', 'C', 7, '2001-01-01', '2001-01-01', '2001-01-01', 3)
       returning id, version, user_id, created_at > now() - interval '1 minute' as fresh,
         updated_at = created_at as same, deleted_at, forked_from_version`,
    );
    const { id = '', ...rest } = rows[0] ?? {};
    expect(rest).toEqual({
      version: '1',
      user_id: ann,
      fresh: 't',
      same: 't',
      deleted_at: null,
      forked_from_version: null,
    });
    expect(await history(id ?? '')).toEqual([
      { n: 1, title: 'T', content: 'C', why: 'Initial version' },
    ]);
  });

  it('has a first version of its own when many prompts are created at once', async () => {
    const { rows } = await test.asUser(
      ann,
      `insert into prompts (title, content) select 'T' || n, 'C' from generate_series(1, 50) n returning id`,
    );
    const [count] = await test.sql(
      `select count(*)::int as n from prompt_versions where prompt_id = any ($1) and version_number = 1`,
      [rows.map(({ id }) => id)],
    );
    expect(count).toEqual({ n: 50 });
  });

  it('records the version of its source', async () => {
    await change(`content = 'Second', is_public = true`);
    const sam = await newPerson(test);
    const { rows } = await test.asUser(
      sam,
      `insert into prompts (title, content, forked_from, forked_from_version)
       values ('T', 'C', $1, 9) returning forked_from, forked_from_version`,
      [prompt],
    );
    expect(rows).toEqual([{ forked_from: prompt, forked_from_version: '2' }]);
  });
});

describe('history of a changed prompt', () => {
  const changes: readonly (readonly [string, string])[] = [
    ['title', `title = 'Two'`],
    ['content', `content = 'Second'`],
    ['description', `description = 'About'`],
    ['tags', `tags = '{a,b}'`],
    ['visibility', 'is_public = true'],
    ['category', `category = 'Sales'`],
    ['icon', `icon = '🎭'`],
  ];
  it.each(changes)('gets one version for a change of %s', async (_field, set) => {
    await change(set);
    expect(await history()).toHaveLength(2);
    expect(await currentVersion()).toBe(2);
  });

  it('gets one version for a change of group or team', async () => {
    const group = await insert(test, 'groups', { name: 'G', user_id: ann });
    const team = await newTeam(test, { owner: [ann] });
    await change(`group_id = '${group}'`);
    await change(`team_id = '${team}'`);
    expect(await currentVersion()).toBe(3);
  });

  it('gets one version, equal to the prompt, for a change of several fields', async () => {
    await change(
      `title = 'Two', content = 'Second', tags = '{x}', version = 40, created_at = now()`,
    );
    expect(await history()).toEqual([
      { n: 1, title: 'One', content: 'First', why: 'Initial version' },
      { n: 2, title: 'Two', content: 'Second', why: 'Updated prompt' },
    ]);
    const [same] = await test.sql(
      `select (p.title, p.content, p.description, p.tags, p.is_public, p.category, p.icon, p.group_id, p.version)
         is not distinct from
         (v.title, v.content, v.description, v.tags, v.is_public, v.category, v.icon, v.group_id, v.version_number) as same,
         v.created_by = p.user_id as signed, p.updated_at = v.created_at as timed
       from prompts p join prompt_versions v on v.prompt_id = p.id and v.version_number = p.version
       where p.id = $1`,
      [prompt],
    );
    expect(same).toEqual({ same: true, signed: true, timed: true });
  });

  it('gets the description of the change', async () => {
    await change(`content = 'Second', change_description = 'Better'`);
    expect((await history())[1]).toMatchObject({ why: 'Better' });
    const [row] = await test.sql('select change_description from prompts where id = $1', [prompt]);
    expect(row).toEqual({ change_description: null });
  });

  it('gets no version if nothing changes, and the description is not used later', async () => {
    await change(
      `title = 'One', content = 'First', change_description = 'Nothing', updated_at = now()`,
    );
    expect(await history()).toHaveLength(1);
    await change(`title = 'Two'`);
    expect((await history())[1]).toMatchObject({ why: 'Updated prompt' });
  });

  it('gets no version if the change is rejected', async () => {
    const outcome = await test.asUser(
      ann,
      `update prompts set title = repeat('x', 501) where id = $1`,
      [prompt],
    );
    expect(outcome.refusal).toMatchObject({
      code: '23514',
      constraint: 'a title has at most 500 characters',
    });
    expect(await history()).toHaveLength(1);
  });

  it('is not changed by the second of two saves based on the same version', async () => {
    const save = (title: string) =>
      test.asUser(ann, `update prompts set title = $1 where id = $2 and version = 1 returning id`, [
        title,
        prompt,
      ]);
    const saves = await Promise.all([save('Mine'), save('Theirs')]);
    expect(saves.filter(({ rows }) => rows.length === 1)).toHaveLength(1);
    expect(await history()).toHaveLength(2);
  });

  it('gets 20 numbered versions from 20 simultaneous changes', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        test.asUser(ann, 'update prompts set content = $1 where id = $2', [randomUUID(), prompt]),
      ),
    );
    expect(outcomes.filter(({ refusal }) => refusal !== null)).toEqual([]);
    const versions = await history();
    expect(versions.map(({ n }) => n)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
    expect(new Set(versions.map(({ content }) => content)).size).toBe(21);
    expect(await currentVersion()).toBe(21);
  });
});

describe('history of an unchanged prompt', () => {
  it('gets no version when updated_at is touched', async () => {
    await change('updated_at = now()');
    expect(await history()).toHaveLength(1);
  });

  it('gets no version when the prompt is soft-deleted and restored', async () => {
    await change('deleted_at = now()');
    await change('deleted_at = null');
    expect(await history()).toHaveLength(1);
  });

  it('gets no version from a cascade', async () => {
    const source = await newPrompt(test, ann);
    const team = await newTeam(test, { owner: [ann] });
    const fork = await newPrompt(test, ann, { forked_from: source, team_id: team });
    await test.sql('delete from prompts where id = $1', [source]);
    await test.sql('delete from teams where id = $1', [team]);
    const [row] = await test.sql(
      'select forked_from, team_id, version from prompts where id = $1',
      [fork],
    );
    expect(row).toEqual({ forked_from: null, team_id: null, version: 1 });
    expect(await history(fork)).toHaveLength(1);
  });
});

describe('a checkpoint of a prompt', () => {
  const send = (content: string, why: string | null = 'Kept') =>
    test.asUser(
      ann,
      `insert into prompt_versions (prompt_id, version_number, title, content, tags, is_public, change_description, created_by)
       values ($1, 99, 'One', $2, '{}', false, $3, $4) returning version_number, created_by`,
      [prompt, content, why, randomUUID()],
    );

  it('stores the current state under the next number, with its sender', async () => {
    await change(`description = 'About', icon = '🎭'`);
    const { rows } = await send('First');
    expect(rows).toEqual([{ version_number: '3', created_by: ann }]);
    expect(await currentVersion()).toBe(3);
    const [last] = await test.sql(
      'select description, icon, change_description from prompt_versions where prompt_id = $1 and version_number = 3',
      [prompt],
    );
    expect(last).toEqual({ description: 'About', icon: '🎭', change_description: 'Kept' });
  });

  it('is rejected for any other state', async () => {
    const { refusal } = await send('Forged');
    expect(refusal?.code).toBe('42501');
    expect(await history()).toHaveLength(1);
  });

  it("leaves no gap if it is sent before a change, as the specification's client does", async () => {
    await send('First', null);
    await change(`content = 'Second'`);
    expect((await history()).map(({ n, content }) => [n, content])).toEqual([
      [1, 'First'],
      [2, 'First'],
      [3, 'Second'],
    ]);
  });
});

describe('restoring a version', () => {
  const restore = (version: number, base: number | null = null) =>
    test.asUser(ann, 'select (restore_prompt_version($1, $2, $3)).version', [
      prompt,
      String(version),
      base === null ? null : String(base),
    ]);

  it('saves every field of an old state again, but not visibility, group and team', async () => {
    const group = await insert(test, 'groups', { name: 'G', user_id: ann });
    prompt = await newPrompt(test, ann, {
      title: 'One',
      content: 'First',
      description: 'About',
      tags: ['first'],
      category: 'Sales',
      icon: '🧭',
    });
    await change(
      `title = 'Two', content = 'Second', description = null, tags = '{x}', category = 'Legal', icon = '🎭', is_public = true, group_id = '${group}'`,
    );
    const { rows } = await restore(1);
    expect(rows).toEqual([{ version: '3' }]);
    expect((await history())[2]).toEqual({
      n: 3,
      title: 'One',
      content: 'First',
      why: 'Restored from version 1',
    });
    const [row] = await test.sql(
      'select description, tags, category, icon, is_public, group_id from prompts where id = $1',
      [prompt],
    );
    expect(row).toEqual({
      description: 'About',
      tags: ['first'],
      category: 'Sales',
      icon: '🧭',
      is_public: true,
      group_id: group,
    });
  });

  it('is rejected if the prompt has changed since, or the version does not exist', async () => {
    await change(`content = 'Second'`);
    expect((await restore(1, 1)).refusal?.code).toBe('PT409');
    expect((await restore(9)).refusal?.code).toBe('PT404');
    expect((await restore(1, 2)).refusal).toBeNull();
  });
});

it("a value over a limit is rejected with the limit's name", async () => {
  const over: readonly (readonly [string, string])[] = [
    [`content = repeat('x', 1000001)`, 'content has at most 1000000 characters'],
    [`description = repeat('x', 2001)`, 'a description has at most 2000 characters'],
    [`tags = array_fill('x'::text, array[101])`, 'a prompt has at most 100 tags'],
    [`tags = array[repeat('x', 51)]`, 'a tag has 1 to 50 characters'],
    [`tags = array['']`, 'a tag has 1 to 50 characters'],
    [`tags = array[null]::text[]`, 'a tag has 1 to 50 characters'],
    [`tags = array[array['a'], array['b']]`, 'tags are a plain list'],
    [`title = e' \\t\\n'`, 'a prompt needs a title'],
    [`content = ''`, 'a prompt needs content'],
  ];
  for (const [set, constraint] of over) {
    const { refusal } = await test.asUser(ann, `update prompts set ${set} where id = $1`, [prompt]);
    expect(refusal).toMatchObject({ code: '23514', constraint });
  }
  await change(
    `content = repeat('é', 1000000), description = repeat('x', 2000), tags = array_fill(repeat('x', 50), array[100])`,
  );
  expect(await currentVersion()).toBe(2);
});

it.each([
  ['groups', 'a group name has 1 to 200 characters'],
  ['teams', 'a team name has 1 to 200 characters'],
])('white space is no name in %s', async (table, constraint) => {
  const insert = `insert into ${table} (name) values (e' \\t\\n')`;
  const { refusal } = await test.asUser(ann, insert, []);
  expect(refusal).toMatchObject({ code: '23514', constraint });
});
