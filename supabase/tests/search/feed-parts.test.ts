import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson } from '../world.ts';
import { changeThresholds, sorts } from './search-world.ts';

/*
 * The community is searched in its newest months first, or among the prompts with most points. Here
 * it has prompts of five years, three days apart, and few of them have points.
 */
const test = await setUpTestDatabase();
let reader: string;
beforeAll(async () => {
  reader = await newPerson(test);
  await test.sql(
    `insert into public.prompts (title, content, description, is_public, user_id, created_at)
     select 'Number ' || n, 'c',
       concat_ws(' ', case when n % 3 = 0 then 'granite' end, case when n % 7 = 0 then 'slate' end, case when n < 30 then 'quartz' end),
       true, $1, now() - n * interval '3 days'
     from generate_series(1, 600) n`,
    [reader],
  );
  await givePoints('number % 5 = 0', 'number');
  await readQueue();
  await changeThresholds(test, (definition) =>
    definition.replace('min_part_matches := 1000;', 'min_part_matches := 0;'),
  );
});

/** Sets the points of the prompts whose number meets a condition. */
async function givePoints(condition: string, points: string): Promise<void> {
  await test.sql(
    `update public.prompt_stats s set points = ${points}, hot = private.hot_score(${points}, s.born)
     from public.prompts p, lateral (select substring(p.title from '^Number (\\d+)$')::integer as number) n
     where p.id = s.prompt_id and p.user_id = $1 and ${condition}`,
    [reader],
  );
}

async function readQueue(): Promise<void> {
  await test.sql('select public.read_search_queue(null)');
  await test.sql('vacuum analyze private.search_keys');
}

/** Reads a whole search in pages of five. */
async function search(sort: string, query: string): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = null, more = true; more;) {
    const { rows } = await test.asUser(
      reader,
      'select title, cursor from community_feed($1, $2, $3, 5)',
      [sort, query, after],
    );
    found.push(...rows.map(({ title }) => title ?? ''));
    after = rows.at(-1)?.['cursor'] ?? null;
    more = rows.length > 0;
  }
  return found;
}

/** Returns the titles of the prompts that have every word, in order, without using the index. */
async function inOrder(sort: string, words: readonly string[]): Promise<string[]> {
  const key = {
    latest: 'p.created_at',
    oldest: 'p.created_at',
    trending: 's.hot',
    top: 's.points',
  };
  const direction = sort === 'oldest' ? 'asc' : 'desc';
  const rows = await test.sql<{ title: string }>(
    `select p.title from public.prompts p join public.prompt_stats s on s.prompt_id = p.id
     where not exists (select from unnest($1::text[]) word where strpos(p.description, word) = 0)
     order by ${key[sort as keyof typeof key]} ${direction}, p.id ${direction}`,
    [words],
  );
  return rows.map(({ title }) => title);
}

describe('a search of the community', () => {
  it.each(sorts)('reads parts only, in the order %s', async (sort) => {
    const [{ strategies } = {}] = await test.sql(
      `select strategies from private.find_in_feed(private.plan_feed($1, $2, 'granite', null, 5, '{}', null))`,
      [reader, sort],
    );
    expect(strategies).toEqual([expect.stringMatching(/, in \d parts$/)]);
  });

  it.each([
    ['latest', ['infinity', '-infinity', '294000-01-01', '0001-01-01']],
    ['oldest', ['infinity', '-infinity', '294000-01-01', '0001-01-01']],
    ['trending', ['NaN', 'infinity', '-infinity', '1e300', '-1e300']],
    ['top', ['2147483647', '-2147483648']],
  ])('takes any key in a cursor of the order %s', async (sort, keys) => {
    const asOf = sort === 'top' ? ['infinity'] : ['infinity', '-infinity'];
    for (const key of keys) {
      for (const as_of of asOf) {
        const id = '00000000-0000-4000-8000-000000000000';
        const cursor = JSON.stringify({ key, id, as_of, forgiving: false });
        const { rows, refusal } = await test.asUser(
          reader,
          `select title from community_feed($1, 'granite', $2, 5)`,
          [sort, cursor],
        );
        expect(refusal).toBeNull();
        expect([0, 5]).toContain(rows.length);
      }
    }
  });

  it.each(sorts)('returns all matches in the order %s, page by page', async (sort) => {
    for (const words of [['granite'], ['slate', 'granite'], ['quartz']]) {
      expect(await search(sort, words.join(' '))).toEqual(await inOrder(sort, words));
    }
    expect(await search(sort, 'granibe')).toEqual(await inOrder(sort, ['granite']));
  });

  it.each(sorts)(
    'has points that changed since they were indexed, in the order %s',
    async (sort) => {
      await givePoints('number % 6 = 0', '1000 - number');
      await givePoints('number % 10 = 5', '0');
      expect(await search(sort, 'granite')).toEqual(await inOrder(sort, ['granite']));
      await readQueue();
      expect(await search(sort, 'granite')).toEqual(await inOrder(sort, ['granite']));
      await givePoints('true', '0');
      await givePoints('number % 5 = 0', 'number');
      await readQueue();
    },
  );
});
