import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson, newPrompt } from '../world.ts';

const test = await setUpTestDatabase();
let reader: string;
beforeAll(async () => {
  reader = await newPerson(test);
  const owner = await newPerson(test, 'Ann');
  const fans = await Promise.all(Array.from({ length: 12 }, () => newPerson(test)));
  const make = async (
    title: string,
    hoursOld: number,
    points: number,
    more: Readonly<Record<string, unknown>> = {},
  ) => {
    const id = await newPrompt(test, owner, {
      ...more,
      title,
      is_public: true,
      created_at: new Date(Date.now() - hoursOld * 3_600_000),
    });
    for (const fan of fans.slice(0, points)) {
      await test.sql('insert into favorites (user_id, prompt_id) values ($1, $2)', [fan, id]);
    }
  };
  await make('Fresh', 0, 0, { description: 'A café guide', tags: ['Travel', 'two words'] });
  await make('Loved yesterday', 20, 12, { tags: ['travel'], category: 'Écriture' });
  await make('Loved long ago', 900, 11, { category: 'écriture', tags: ['other'] });
  await make('Liked', 30, 2);
  await newPrompt(test, owner, { title: 'Private', content: 'cafe', tags: ['travel'] });
});

async function feed(sort: string, query = '', after: string | null = null, size = 20) {
  const { rows, refusal } = await test.asUser(
    reader,
    'select * from community_feed($1, $2, $3, $4)',
    [sort, query, after, String(size)],
  );
  expect(refusal).toBeNull();
  return rows;
}
const titles = async (sort: string, query = '') =>
  (await feed(sort, query)).map(({ title }) => title);

const orders: readonly (readonly [string, readonly string[]])[] = [
  ['latest', ['Fresh', 'Loved yesterday', 'Liked', 'Loved long ago']],
  ['oldest', ['Loved long ago', 'Liked', 'Loved yesterday', 'Fresh']],
  ['top', ['Loved yesterday', 'Loved long ago', 'Liked', 'Fresh']],
  ['trending', ['Fresh', 'Loved yesterday', 'Liked', 'Loved long ago']],
];
it.each(orders)(
  'community_feed() returns the order %s, whole and page by page',
  async (sort, expected) => {
    expect(await titles(sort)).toEqual(expected);
    const paged: (string | null | undefined)[] = [];
    let after: string | null = null;
    for (;;) {
      const [row]: readonly Record<string, string | null>[] = await feed(sort, '', after, 1);
      if (row === undefined) break;
      paged.push(row['title']);
      after = row['cursor'] ?? null;
    }
    expect(paged).toEqual(expected);
  },
);

it('community_feed() searches title and description, not content, in every order', async () => {
  expect(await titles('top', 'CAFE')).toEqual(['Fresh']);
  expect(await titles('latest', 'loved')).toEqual(['Loved yesterday', 'Loved long ago']);
  expect(await titles('top', 'content')).toEqual([]);
  expect(await titles('trending', 'yesteday')).toEqual(['Loved yesterday']);
});

it('community_feed() returns the author and whether the caller marked the prompt', async () => {
  const [top] = await feed('top');
  expect(top).toMatchObject({ author_name: 'Ann', favorites_count: '12', is_favorite: 'f' });
});

it('community_feed() leaves out prompts published after the first page was read', async () => {
  const [first] = await feed('oldest', '', null, 1);
  await newPrompt(test, reader, { title: 'Newer', is_public: true });
  const rest = await feed('oldest', '', first?.['cursor'] ?? null);
  expect(rest.map(({ title }) => title)).toEqual(['Liked', 'Loved yesterday', 'Fresh']);
  expect(await titles('oldest')).toContain('Newer');
});

it('community_feed() rejects an unknown order', async () => {
  const odd = await test.asUser(reader, `select community_feed('best')`);
  expect(odd.refusal?.code).toBe('22023');
});

describe('community_feed() with a crafted cursor', () => {
  const id = '00000000-0000-0000-0000-000000000000';
  const feed = { id, key: '2024-01-01', as_of: '2024-01-01', forgiving: false };
  const prompts = { id, rank: 0, at: '2024-01-01', forgiving: false };
  const refused = {
    code: '22023',
    message: 'The cursor does not belong to this list',
    hint: 'Pass the cursor of the last row unchanged, with the same order.',
  };
  const feedOf = (sort: string, after: string, query = '') =>
    test.asUser(reader, 'select title from community_feed($1, $2, $3)', [sort, query, after]);
  const promptsOf = (after: string, query = '') =>
    test.asUser(reader, 'select title from search_prompts($1, after => $2)', [query, after]);

  const neither = ['', 'x', 'null', '1', '"x"', '[]', '{}', JSON.stringify({ id })];
  it.each(neither)('%j is refused by feed and search', async (after) => {
    expect((await feedOf('latest', after)).refusal).toMatchObject(refused);
    expect((await promptsOf(after)).refusal).toMatchObject(refused);
  });

  it.each([
    ['top', feed],
    ['trending', feed],
    ['latest', { ...feed, key: 5 }],
    ['latest', { ...feed, key: null }],
    ['latest', { ...feed, id: 'x' }],
    ['latest', { ...feed, as_of: '294277-01-01' }],
    ['latest', { ...feed, forgiving: 'true' }],
    ['latest', prompts],
  ])('is refused by the feed in the order %s: %j', async (sort, cursor) => {
    expect((await feedOf(sort, JSON.stringify(cursor))).refusal).toMatchObject(refused);
  });

  it.each([
    { ...prompts, rank: 4 },
    { ...prompts, rank: 99_999_999_999 },
    { ...prompts, at: '' },
    { ...prompts, forgiving: null },
    feed,
  ])('is refused by search: %j', async (cursor) => {
    expect((await promptsOf(JSON.stringify(cursor))).refusal).toMatchObject(refused);
  });

  it('finds nothing if it claims a forgiven typo in a query that allows none', async () => {
    const forgiving = { ...feed, forgiving: true };
    for (const query of ['', 'h', 'x'.repeat(999)]) {
      const found = await feedOf('latest', JSON.stringify(forgiving), query);
      expect(found).toMatchObject({ refusal: null, rows: [] });
      const own = await promptsOf(JSON.stringify({ ...prompts, forgiving: true }), query);
      expect(own).toMatchObject({ refusal: null, rows: [] });
    }
  });
});

describe('community_feed() with filters', () => {
  const filtered = async (sort: string, query: string, tags: string, category: string | null) => {
    const { rows, refusal } = await test.asUser(
      reader,
      'select title from community_feed($1, $2, with_tags => $3::text[], in_category => $4)',
      [sort, query, tags, category],
    );
    expect(refusal).toBeNull();
    return rows.map(({ title }) => title);
  };

  it.each([
    ['a tag, in any case', 'latest', '', '{TRAVEL}', null, ['Fresh', 'Loved yesterday']],
    ['a tag of two words', 'latest', '', '{Two Words}', null, ['Fresh']],
    ['two tags, both', 'latest', '', '{travel,two words}', null, ['Fresh']],
    ['a category, folded', 'oldest', '', '{}', 'ecriture', ['Loved long ago', 'Loved yesterday']],
    ['both', 'top', '', '{travel}', 'Écriture', ['Loved yesterday']],
    ['with a search', 'trending', 'loved', '{other}', null, ['Loved long ago']],
    [
      'nothing that is none',
      'top',
      'loved',
      '{"", " "}',
      ' ',
      ['Loved yesterday', 'Loved long ago'],
    ],
    ['a tag nobody has', 'top', '', '{nobody}', null, []],
    ['what would end the text', 'top', '', `{"x'''; drop table prompts; --"}`, `'; --`, []],
  ])('narrows to %s', async (_what, sort, query, tags, category, expected) => {
    expect(await filtered(sort, query, tags, category)).toEqual(expected);
  });

  it('pages by key', async () => {
    const call = (after: string | null) =>
      test.asUser(
        reader,
        `select title, cursor from community_feed('trending', '', $1, 1, in_category => 'écriture')`,
        [after],
      );
    const [first] = (await call(null)).rows;
    const [second] = (await call(first?.['cursor'] ?? '')).rows;
    expect([first?.['title'], second?.['title']]).toEqual(['Loved yesterday', 'Loved long ago']);
    expect((await call(second?.['cursor'] ?? '')).rows).toEqual([]);
  });

  it('follows a prompt whose category or tags change', async () => {
    const id = await newPrompt(test, reader, { title: 'Moving', is_public: true, category: 'One' });
    const change = (text: string) =>
      test.asUser(reader, `update prompts set ${text} where id = $1`, [id]);
    expect(await filtered('latest', '', '{}', 'one')).toEqual(['Moving']);
    await change(`category = 'Two'`);
    expect(await filtered('latest', '', '{}', 'one')).toEqual([]);
    expect(await filtered('latest', '', '{}', 'two')).toEqual(['Moving']);
    await change(`tags = '{Moved}', title = 'Moved'`);
    expect(await filtered('latest', '', '{moved}', 'two')).toEqual(['Moved']);
  });
});

it('community_feed() finds prompts by two letters only while they are public', async () => {
  const owner = await newPerson(test, 'Zoe');
  const id = await newPrompt(test, owner, { title: 'Qz', content: 'x', description: '漢字' });
  const found = async () => [await titles('latest', 'qz'), await titles('latest', '漢字')];
  expect(await found()).toEqual([[], []]);
  await test.sql('update prompts set is_public = true where id = $1', [id]);
  expect(await found()).toEqual([['Qz'], ['Qz']]);
  await test.sql(`update prompts set description = '字' where id = $1`, [id]);
  expect(await found()).toEqual([['Qz'], []]);
  await test.sql('update prompts set is_public = false where id = $1', [id]);
  expect(await found()).toEqual([[], []]);
  await test.sql('update prompts set is_public = true where id = $1', [id]);
  expect(await found()).toEqual([['Qz'], []]);
});

describe('comments', () => {
  const write = (person: string, prompt: string, count: number) =>
    test.asUser(
      person,
      `insert into comments (prompt_id, body) select $1, 'Spam' from generate_series(1, $2::integer)`,
      [prompt, String(count)],
    );
  const countOf = async (person: string) =>
    (await test.sql('select from comments where user_id = $1', [person])).length;
  const refusal = {
    code: 'PT429',
    message: 'You can write 100 comments a day. Try again tomorrow.',
  };

  it('are refused after 100 a day, in one request or in several at once', async () => {
    const prompt = await newPrompt(test, await newPerson(test), { is_public: true });
    const [sam, tom] = [await newPerson(test), await newPerson(test)];
    expect((await write(sam, prompt, 101)).refusal).toMatchObject(refusal);
    expect(await countOf(sam)).toBe(0);
    await Promise.all(Array.from({ length: 5 }, () => write(sam, prompt, 40)));
    expect(await countOf(sam)).toBe(80);
    expect((await write(tom, prompt, 100)).refusal).toBeNull();
    expect((await write(tom, prompt, 1)).refusal).toMatchObject(refusal);
  });
});
