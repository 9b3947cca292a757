import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { insert, newPerson, newPrompt } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let group: string;
const titles = ['Émile', 'beta', 'Alpha', 'alpha', 'Zebra', '東京', 'Eagle', 'zebra 10', '9 lives'];

beforeAll(async () => {
  ann = await newPerson(test);
  const bob = await newPerson(test);
  group = await insert(test, 'groups', { name: 'G', user_id: ann });
  for (const [index, title] of titles.entries()) {
    // One statement each: prompts of one statement have the same time of creation.
    await newPrompt(test, ann, {
      title,
      category: index % 2 === 0 ? 'AI & ML' : null,
      ...(index < 3 ? { group_id: group } : {}),
    });
  }
  const gone = await newPrompt(test, ann, { title: 'Gone' });
  await test.asUser(ann, 'update prompts set deleted_at = now() where id = $1', [gone]);
  const other = await newPrompt(test, bob, { title: 'Bob', is_public: true });
  // Uses of another's prompt and of another person don't count.
  await test.sql(
    `insert into prompt_uses (user_id, prompt_id, used_at)
     select $1::uuid, id, timestamptz '2026-01-01' + make_interval(days => n::integer)
     from unnest(array['Zebra', 'beta', 'Gone', 'Bob']) with ordinality used (title, n) join prompts using (title)
     union all select $2::uuid, $3::uuid, now()`,
    [ann, bob, other],
  );
});

type Row = Readonly<Record<string, string | null>>;

/** Reads a whole list in pages of two, each after the last row of the one before. */
async function readList(
  page: string,
  keysOf: (row: Row) => readonly (string | null)[],
): Promise<(string | null | undefined)[]> {
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1);
    const found = await test.asUser(
      ann,
      `select p.*, u.used_at from ${page} with ordinality p left join prompt_uses u on u.prompt_id = p.id
       and u.user_id = '${ann}' order by p.ordinality`,
      last ? [...keysOf(last)] : keysOf({}).map(() => null),
    );
    expect(found.refusal).toBeNull();
    rows.push(...found.rows);
    if (found.rows.length < 2) return rows.map(({ title }) => title);
  }
}

const byTitle = (inGroup = 'null') =>
  readList(`prompts_by_title($1, $2, ${inGroup}, 2)`, ({ title = null, id = null }) => [title, id]);
const byLastUse = (inGroup = 'null') =>
  readList(
    `prompts_by_last_use($1, $2, $3, ${inGroup}, 2)`,
    ({ used_at: used = null, created_at: created = null, id = null }) => [
      used,
      used === null ? created : null,
      id,
    ],
  );

describe('prompts_by_title()', () => {
  it('pages through the own prompts by title, without case and accents', async () => {
    const list = await byTitle();
    expect(new Set(list.slice(1, 3))).toEqual(new Set(['Alpha', 'alpha']));
    expect(list.filter((title) => title?.toLowerCase() !== 'alpha')).toEqual([
      '9 lives',
      'beta',
      'Eagle',
      'Émile',
      'Zebra',
      'zebra 10',
      '東京',
    ]);
  });

  it('lists a group alone', async () => {
    expect(await byTitle(`'${group}'`)).toEqual(['Alpha', 'beta', 'Émile']);
  });
});

describe('prompts_by_last_use()', () => {
  it("pages through the caller's own uses, newest first, then the newest prompts", async () => {
    expect(await byLastUse()).toEqual([
      'beta',
      'Zebra',
      '9 lives',
      'zebra 10',
      'Eagle',
      '東京',
      'alpha',
      'Alpha',
      'Émile',
    ]);
    expect(await byLastUse(`'${group}'`)).toEqual(['beta', 'Alpha', 'Émile']);
  });
});

describe('count_prompts()', () => {
  const count = async (...values: (string | null)[]) =>
    (await test.asUser(ann, 'select count_prompts($1, $2, $3) as n', values)).rows[0]?.['n'];

  it('counts what search_prompts finds', async () => {
    expect(await count('', 'library', null)).toBe('9');
    expect(await count('alpha', 'library', null)).toBe('2');
    expect(await count('alphq', 'library', null)).toBe('2');
    expect(await count('nothing', 'library', null)).toBe('0');
    expect(await count('', 'library', group)).toBe('3');
    expect(await count('category:"ai & ml" zebra', 'library', null)).toBe('1');
  });

  it('stops at 1001', async () => {
    const eve = await newPerson(test);
    await test.sql(
      `insert into prompts (title, content, user_id) select 'Tea ' || n, 'x', $1 from generate_series(1, 1003) n`,
      [eve],
    );
    const found = await test.asUser(
      eve,
      `select count_prompts('tea') as words, count_prompts() as whole, count_community('tea') as community`,
    );
    expect(found.rows).toEqual([{ words: '1001', whole: '1001', community: '0' }]);
  });
});

it('category: finds prompts of a category, and templates of theirs', async () => {
  const titlesOf = async (query: string, scope: string) =>
    (
      await test.asUser(ann, 'select title from search_prompts($1, $2) order by title', [
        query,
        scope,
      ])
    ).rows.map(({ title }) => title);
  expect(await titlesOf('category:"AI & ML" zebra', 'library')).toEqual(['Zebra']);
  expect(await titlesOf('category:sales category:"ai & ml"', 'library')).toHaveLength(5);
  expect(await titlesOf('category:', 'library')).toHaveLength(9);
  expect(await titlesOf('category:sales', 'templates')).toContain('Prepare a discovery call');
  expect(await titlesOf('category:finance discovery', 'templates')).toEqual([]);
});
