import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { insert, newPerson, newPrompt } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
beforeEach(async () => {
  ann = await newPerson(test);
});

/** Calls a function as ann and returns its result. */
async function call(expression: string, ...values: unknown[]): Promise<unknown> {
  const rows = await test.succeedAs(
    ann,
    `select to_jsonb(${expression}) as result`,
    ...values.map((value) =>
      Array.isArray(value)
        ? `{${value.map((each) => JSON.stringify(each)).join(',')}}`
        : typeof value === 'object' && value !== null
          ? JSON.stringify(value)
          : value,
    ),
  );
  return JSON.parse(rows[0]?.['result'] ?? 'null');
}

const history = (id: string) =>
  test.sql(
    `select version_number as n, tags, is_public, group_id, change_description from prompt_versions
     where prompt_id = $1 order by 1 desc`,
    [id],
  );

describe('move_prompts()', () => {
  it('adds a version to each moved prompt, and can be undone while the prompt is unchanged', async () => {
    const group = await insert(test, 'groups', { name: 'G', user_id: ann });
    const [one, two, there] = [
      await newPrompt(test, ann, { title: 'One' }),
      await newPrompt(test, ann),
      await newPrompt(test, ann, { group_id: group }),
    ];
    const changes = await call('move_prompts($1, $2)', [one, two, there], group);
    expect(changes).toEqual({ [one]: 2, [two]: 2 });
    expect((await history(one))[0]).toMatchObject({
      n: 2,
      group_id: group,
      change_description: 'Moved to group G',
    });

    await test.asUser(ann, `update prompts set title = 'Newer' where id = $1`, [two]);
    expect(await call('undo_prompt_changes($1)', changes)).toBe(1);
    expect((await history(one))[0]).toMatchObject({
      n: 3,
      group_id: null,
      change_description: 'Undone: Moved to group G',
    });
    expect((await history(two))[0]).toMatchObject({ n: 3, group_id: group });
    expect(await call('move_prompts($1, $2)', [there], null)).toEqual({ [there]: 2 });
    expect((await history(there))[0]).toMatchObject({
      group_id: null,
      change_description: 'Taken out of its group',
    });
  });

  it('is undone to no group if the former group is gone', async () => {
    const [old, next] = [
      await insert(test, 'groups', { name: 'Old', user_id: ann }),
      await insert(test, 'groups', { name: 'Next', user_id: ann }),
    ];
    const prompt = await newPrompt(test, ann, { group_id: old });
    const changes = await call('move_prompts($1, $2)', [prompt], next);
    await test.asUser(ann, 'update groups set deleted_at = now() where id = $1', [old]);
    expect(await call('undo_prompt_changes($1)', changes)).toBe(1);
    expect((await history(prompt))[0]).toMatchObject({ group_id: null });
  });
});

describe('tagging many prompts', () => {
  it.each([
    ['adds what is not there in any case', ['Red', 'b'], ['red', ' new '], [], ['Red', 'b', 'new']],
    ['takes off in any case', ['Red', 'b', 'RED'], [], ['red'], ['b']],
    ['does both at once', ['a', 'b'], ['c'], ['A'], ['b', 'c']],
  ])('%s', async (_, tags, added, removed, expected) => {
    const prompt = await newPrompt(test, ann, { tags });
    expect(await call('tag_prompts($1, $2, $3)', [prompt], added, removed)).toEqual({
      [prompt]: 2,
    });
    expect((await history(prompt))[0]).toMatchObject({
      tags: expected,
      change_description: 'Changed tags',
    });
    expect(await call('tag_prompts($1, $2, $3)', [prompt], added, removed)).toEqual({});
  });

  it('changes no prompt if one of them would break a limit', async () => {
    const full = Array.from({ length: 100 }, (_, n) => `t${n}`);
    const ids = [await newPrompt(test, ann), await newPrompt(test, ann, { tags: full })];
    const { refusal } = await test.asUser(ann, `select tag_prompts($1, '{more}')`, [
      `{${ids.join(',')}}`,
    ]);
    expect(refusal?.code).toBe('23514');
    expect(await history(ids[0] ?? '')).toHaveLength(1);
  });
});

describe('tags of many prompts', () => {
  it('are counted, renamed, merged and taken off everywhere', async () => {
    const [one, two] = [
      await newPrompt(test, ann, { tags: ['red', 'x', 'Red'] }),
      await newPrompt(test, ann, { tags: ['crimson'] }),
    ];
    const gone = await newPrompt(test, ann, { tags: ['red', 'gone'] });
    await test.asUser(ann, 'update prompts set deleted_at = now() where id = $1', [gone]);
    expect(await call('my_tags()')).toEqual([
      { tag: 'crimson', prompts: 1 },
      { tag: 'Red', prompts: 1 },
      { tag: 'red', prompts: 1 },
      { tag: 'x', prompts: 1 },
    ]);
    const merged = await call('rename_tags($1, $2)', ['Red', 'crimson'], ' red ');
    expect(merged).toEqual({ [one]: 2, [two]: 2 });
    expect(await call('my_tags()')).toEqual([
      { tag: 'red', prompts: 2 },
      { tag: 'x', prompts: 1 },
    ]);
    expect((await history(one))[0]).toMatchObject({ tags: ['red', 'x'] });
    expect(await call('undo_prompt_changes($1)', merged)).toBe(2);
    expect((await history(one))[0]).toMatchObject({ tags: ['red', 'x', 'Red'] });
    expect(await call('rename_tags($1, $2)', ['x'], null)).toEqual({ [one]: 4 });
    expect((await history(one))[0]).toMatchObject({ tags: ['red', 'Red'] });
  });
});

describe('categorize_prompts()', () => {
  it('sets and removes a category where it differs, and can be undone', async () => {
    const [one, two] = [
      await newPrompt(test, ann, { category: 'Research' }),
      await newPrompt(test, ann, { category: 'Sales' }),
    ];
    const categories = async () =>
      (
        await test.sql('select category from prompts where id = any ($1) order by category', [
          [one, two],
        ])
      ).map(({ category }) => category);
    const changes = await call('categorize_prompts($1, $2)', [one, two], ' Sales ');
    expect(changes).toEqual({ [one]: 2 });
    expect((await history(one))[0]).toMatchObject({ change_description: 'Changed category' });
    expect(await call('undo_prompt_changes($1)', changes)).toBe(1);
    expect(await categories()).toEqual(['Research', 'Sales']);
    expect(await call('categorize_prompts($1)', [one, two])).toEqual({ [one]: 4, [two]: 2 });
    expect(await categories()).toEqual([null, null]);
  });
});

describe('changing many prompts at once', () => {
  it('makes them public and private again', async () => {
    const ids = [await newPrompt(test, ann), await newPrompt(test, ann, { is_public: true })];
    const changes = await call('publish_prompts($1, $2)', ids, true);
    expect(changes).toEqual({ [ids[0] ?? '']: 2 });
    expect((await history(ids[0] ?? ''))[0]).toMatchObject({
      is_public: true,
      change_description: 'Made public',
    });
    expect(await call('undo_prompt_changes($1)', changes)).toBe(1);
    expect((await history(ids[0] ?? ''))[0]).toMatchObject({ is_public: false });
  });

  it('deletes and restores them without a version', async () => {
    const ids = [await newPrompt(test, ann), await newPrompt(test, ann)];
    const gone = await call('set_prompts_deleted($1, $2)', ids, true);
    expect(gone).toHaveLength(2);
    expect(await call('matching_prompts()')).toEqual([]);
    expect(await call('set_prompts_deleted($1, $2)', ids, true)).toEqual([]);
    expect(await call('set_prompts_deleted($1, $2)', gone, false)).toHaveLength(2);
    expect(await history(ids[0] ?? '')).toHaveLength(1);
  });

  it('marks and unmarks them as favourites', async () => {
    const ids = [await newPrompt(test, ann), await newPrompt(test, ann)];
    await test.sql('insert into favorites (user_id, prompt_id) values ($1, $2)', [ann, ids[0]]);
    expect(await call('set_favorites($1, $2)', ids, true)).toEqual([ids[1]]);
    expect(await call('set_favorites($1, $2)', ids, false)).toHaveLength(2);
  });

  it('duplicates them as private copies in their group, with their own history', async () => {
    const group = await insert(test, 'groups', { name: 'G', user_id: ann });
    const prompt = await newPrompt(test, ann, {
      title: 'x'.repeat(500),
      tags: ['t'],
      is_public: true,
      group_id: group,
    });
    const [copy] = (await call('duplicate_prompts($1)', [prompt])) as string[];
    const rows = await test.sql(
      'select title, content, tags, is_public, group_id, version, forked_from from prompts where id = $1',
      [copy],
    );
    expect(rows).toEqual([
      {
        title: `${'x'.repeat(493)} (Copy)`,
        content: 'Some content',
        tags: ['t'],
        is_public: false,
        group_id: group,
        version: 1,
        forked_from: null,
      },
    ]);
  });
});

describe('matching_prompts()', () => {
  it('returns all that search_prompts finds in the library, in its order, beyond one page', async () => {
    await test.sql(
      `insert into prompts (title, content, user_id, tags)
       select 'Letter ' || n, case when n % 2 = 0 then 'tea' else 'coffee' end, $1, array['t' || n % 3]
       from generate_series(1, 450) n`,
      [ann],
    );
    await newPrompt(test, ann, { title: 'Coffee', content: 'tea' });
    const all = (await call('matching_prompts()')) as string[];
    expect(new Set(all).size).toBe(451);
    const coffee = (await call('matching_prompts($1)', 'coffee')) as string[];
    expect(coffee).toHaveLength(226);
    expect(coffee[0]).toBe(all[0]);
    expect(await call('matching_prompts($1)', 'coffee tag:t1')).toHaveLength(75);
    expect(await call('matching_prompts($1)', 'cofee')).toHaveLength(226);
    expect(await call('matching_prompts($1)', 'cocoa')).toEqual([]);
  });
});

it('deleted_groups() counts the prompts that are restored with the group', async () => {
  const group = await insert(test, 'groups', { name: 'G', user_id: ann });
  const before = await newPrompt(test, ann, { group_id: group });
  await test.asUser(ann, 'update prompts set deleted_at = now() where id = $1', [before]);
  await newPrompt(test, ann, { group_id: group });
  await newPrompt(test, ann, { group_id: group });
  await test.asUser(ann, 'update groups set deleted_at = now() where id = $1', [group]);
  const deleted = await test.asUser(ann, 'select name, prompt_count from deleted_groups()');
  expect(deleted.rows).toEqual([{ name: 'G', prompt_count: '2' }]);
  await test.asUser(ann, 'update groups set deleted_at = null where id = $1', [group]);
  expect(await call('matching_prompts()')).toHaveLength(2);
  expect((await test.asUser(ann, 'select from deleted_groups()')).rows).toEqual([]);
});
