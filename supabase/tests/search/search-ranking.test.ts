import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson } from '../world.ts';

const test = await setUpTestDatabase();

type Found = Readonly<Record<string, string | null>>;

/** Reads all pages of a search in a person's library, or in the community if `sort` is set. */
async function pages(person: string, query: string, size: number, sort?: string): Promise<Found[]> {
  const rows: Found[] = [];
  let after: string | null = null;
  do {
    const { rows: page, refusal } = await test.asUser(
      person,
      sort === undefined
        ? 'select title, title_matches, typo_forgiven, cursor from search_prompts($1, after => $2, page_size => $3)'
        : 'select title, typo_forgiven, cursor from community_feed($4, $1, $2, $3)',
      [query, after, String(size), ...(sort === undefined ? [] : [sort])],
    );
    expect(refusal).toBeNull();
    rows.push(...page);
    after = page.at(-1)?.['cursor'] ?? null;
  } while (after !== null);
  return rows;
}
const titles = (rows: readonly Found[]) => rows.map(({ title }) => title);

/**
 * Adds prompts with the word in their content, oldest first, a minute apart, and newer filler
 * prompts.
 */
async function addRankedPrompts(person: string, word: string, filler = 0): Promise<void> {
  await test.sql(
    `insert into prompts (title, content, description, tags, user_id, created_at)
     select title, content, description, tags, $1, now() - interval '1 year' + place * interval '1 minute'
     from (values
       (1, $2 || ' first', $2, null, '{}'::text[]), (2, 'Tagged first', $2, null, array[$2]),
       (3, 'Described first', $2, 'About ' || $2, '{}'), (4, 'Written first', $2, null, '{}'),
       (5, $2 || ' second', $2, $2, array[$2]), (6, 'Tagged second', $2, $2, array['more ' || $2]),
       (7, 'Described second', $2, $2, '{}'), (8, 'Written second', $2, null, '{}')
     ) made (place, title, content, description, tags)`,
    [person, word],
  );
  await test.sql(
    `insert into prompts (title, content, user_id, created_at)
     select 'Later ' || n, case when n % 10 = 0 then 'something else' else $2 end, $1, now() - n * interval '1 second'
     from generate_series(1, $3::integer) n`,
    [person, word, filler],
  );
  if (filler > 0) await test.sql('select public.read_search_queue(null)');
}
const ranked = (word: string) => [
  `${word} second`,
  `${word} first`,
  'Tagged second',
  'Tagged first',
  'Described second',
  'Described first',
];

describe('search_prompts() ranks title, tags, description, content', () => {
  // By scanning texts; by word list, fetching by key; and with more matches than are fetched.
  it.each([
    ['looked through', 0],
    ['by words', 400],
    ['of a common word', 1200],
  ])('%s, newest first within each, page by page', async (_how, filler) => {
    const person = await newPerson(test);
    await addRankedPrompts(person, 'Élan', filler);
    const later = Array.from({ length: filler }, (_, index) => index + 1)
      .filter((number) => number % 10 !== 0)
      .map((number) => `Later ${number}`);
    const expected = [...ranked('Élan'), ...later, 'Written second', 'Written first'];
    for (const size of [filler === 0 ? 3 : 60, 200]) {
      const rows = await pages(person, 'elan', size);
      expect(titles(rows)).toEqual(expected);
      expect(rows.map(({ title_matches }) => title_matches)).toEqual(
        expected.map((title) => (title.startsWith('Élan') ? 't' : 'f')),
      );
    }
  });

  it.each([
    ['looked through', 0],
    ['by words', 400],
    ['of a common word', 1200],
  ])('also where a typo is forgiven, %s', async (_how, filler) => {
    const person = await newPerson(test);
    await addRankedPrompts(person, 'Elephant', filler);
    const rows = await pages(person, 'elefhant', filler === 0 ? 3 : 60);
    expect(titles(rows).slice(0, 6)).toEqual(ranked('Elephant'));
    expect(new Set(titles(rows)).size).toBe(8 + filler - Math.floor(filler / 10));
    expect(rows.every(({ typo_forgiven }) => typo_forgiven === 't')).toBe(true);
  });

  it.each([0, 400])('ranks scripts without spaces, beside %i others', async (filler) => {
    const person = await newPerson(test);
    await addRankedPrompts(person, '漢字', filler);
    expect(titles(await pages(person, '字', filler === 0 ? 3 : 60)).slice(0, 6)).toEqual(
      ranked('漢字'),
    );
  });

  it.each([0, 400])(
    'ranks by the lowest-ranked of several words, beside %i others',
    async (filler) => {
      const person = await newPerson(test);
      await addRankedPrompts(person, 'paint', filler);
      await test.sql(
        `insert into prompts (title, content, description, tags, user_id)
         values ('One', 'paint a wall', 'wall', '{paint}', $1), ('Paint', 'a wall', null, '{wall}', $1),
           ('Wall', 'to paint', null, '{}', $1), ('Paint the wall', 'white', null, '{}', $1)`,
        [person],
      );
      const expected = ['Paint the wall', 'Paint', 'One', 'Wall'];
      expect(titles(await pages(person, 'wall paint', 1))).toEqual(expected);
      expect(titles(await pages(person, 'wall paimt', 2))).toEqual(expected);
    },
  );

  it('ranks title matches first however many descriptions have the word', async () => {
    const person = await newPerson(test);
    await test.sql(
      `insert into prompts (title, content, description, user_id)
       select 'Beside ' || n, 'something else', 'paint', $1 from generate_series(1, 400) n`,
      [person],
    );
    await addRankedPrompts(person, 'paint', 400);
    for (const query of ['paint', 'paimt']) {
      const found = titles(await pages(person, query, 60));
      expect(found.slice(0, 6)).toEqual(ranked('paint'));
      expect(found).toHaveLength(8 + 360);
      expect(new Set(found).size).toBe(found.length);
    }
  });

  it('does not find a prompt that has the word only in tags or description', async () => {
    const person = await newPerson(test);
    await test.sql(
      `insert into prompts (title, content, description, tags, user_id) values ('Other', 'other', 'zebra', '{zebra}', $1)`,
      [person],
    );
    expect(await pages(person, 'zebra', 3)).toEqual([]);
  });

  it('returns each prompt exactly once, even if prompts are saved between two pages', async () => {
    const person = await newPerson(test);
    await addRankedPrompts(person, 'paint');
    const [{ cursor } = {}] = (
      await test.asUser(person, `select cursor from search_prompts('paint', page_size => 1)`)
    ).rows;
    await test.asUser(
      person,
      `insert into prompts (title, content) values ('paint anew', 'paint')`,
    );
    const { rows } = await test.asUser(
      person,
      `select title from search_prompts('paint', after => $1)`,
      [cursor ?? null],
    );
    expect(titles(rows)).toEqual([...ranked('paint').slice(1), 'Written second', 'Written first']);
  });
});

describe('community_feed() keeps the chosen order', () => {
  const few = ['Quartz early', 'Other', 'Quartz late'];

  beforeAll(async () => {
    const person = await newPerson(test);
    await test.sql(
      `insert into prompts (title, content, description, tags, is_public, user_id, created_at)
       select case n % 2 when 0 then 'Granite ' else 'Stone ' end || n, 'c', 'A granite ' || n, array['rock'], true, $1,
         now() - n * interval '1 minute'
       from generate_series(1, 1500) n`,
      [person],
    );
    await test.sql(
      `insert into prompts (title, content, description, is_public, user_id, created_at)
       select title, 'c', 'quartz', true, $1, now() - interval '1 year' + place * interval '1 hour'
       from unnest($2::text[]) with ordinality made (title, place)`,
      [person, few],
    );
    await test.sql('select public.read_search_queue(null)');
    await test.sql('analyze private.search_keys');
    // Newer prompts get more points.
    await test.sql(
      `update prompt_stats s set points = place from (
         select prompt_id, row_number() over (order by born) as place from prompt_stats
       ) aged where aged.prompt_id = s.prompt_id`,
    );
  });

  it.each(['latest', 'trending', 'top', 'oldest'])('%s, whatever the word', async (sort) => {
    const reader = await newPerson(test);
    const inOrder = sort === 'oldest' ? few : few.toReversed();
    expect(titles(await pages(reader, 'quartz', 1, sort))).toEqual(inOrder);
    expect(titles(await pages(reader, 'quaqtz', 2, sort))).toEqual(inOrder);
    for (const query of ['granite', 'granibe', 'granite stone', 'granite tag:rock']) {
      const found = titles(await pages(reader, query, 100, sort));
      expect(found).toHaveLength(query === 'granite stone' ? 750 : 1500);
      expect(new Set(found).size).toBe(found.length);
      const numbers = found.map((title) => Number(title?.split(' ')[1]));
      const right = numbers.toSorted((a, b) => (sort === 'oldest' ? b - a : a - b));
      expect(numbers).toEqual(right);
    }
  });
});
