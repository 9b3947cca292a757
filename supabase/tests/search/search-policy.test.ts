import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { compare } from './search-comparison.ts';
import { SearchWorld } from './search-world.ts';

/**
 * Policies prevent PostgreSQL from using the indexes of search, so the search functions repeat the
 * visibility rule. These tests run thousands of random queries by both: they must return the same
 * rows, best first.
 */
const seed = Number(process.env['SEARCH_SEED'] ?? 20_261_122);
const everybody = 24;
const everyone = Array.from({ length: everybody }, (_, index) => index);

/** Indexes all words, so that every person has a word list and the queue is empty. */
async function readAll(test: TestDatabase): Promise<unknown> {
  await test.sql('select public.read_search_queue(null, 1)');
  const [read] = await test.sql(
    `select (select count(distinct partition_id)::integer from private.search_words) > 24 as has_lists,
       (select count(*)::integer from private.search_queue) as queued`,
  );
  return read;
}

/**
 * Changes titles, texts, states and teams of many prompts. Returns how many are queued for
 * indexing.
 */
async function changeMany(test: TestDatabase): Promise<unknown> {
  await test.sql(
    `update public.prompts set title = 'Travel', content = split_part(content, ' ', 1), is_public = not is_public, tags = '{Red}'
     where hashtext(content) % 5 = 0 and id not in (select prompt_id from public.takedowns)`,
  );
  await test.sql(`update public.prompts set deleted_at = now() where hashtext(title) % 11 = 0`);
  await test.sql(
    `update public.prompts set team_id = null where hashtext(id::text) % 7 = 0 and team_id is not null`,
  );
  const [{ queued } = {}] = await test.sql(
    'select count(*)::integer as queued from private.search_queue',
  );
  return queued;
}

/** Divides the thresholds of search by 400: 20,000 become 50. */
async function lowerThresholds(test: TestDatabase): Promise<unknown> {
  const [{ definition } = { definition: '' }] = await test.sql<{ definition: string }>(
    `select pg_get_functiondef('private.search_thresholds()'::regprocedure) as definition`,
  );
  const lowered = definition.replaceAll(
    /((?:max|min|extra)_\w+ := )(\d+);/g,
    (_all, name: string, value: string) => `${name}${Math.ceil(Number(value) / 400)};`,
  );
  await test.sql(lowered);
  await test.sql('analyze private.search_keys');
  const [thresholds] = await test.sql(
    'select max_ranked_ids, max_feed_ids from private.search_thresholds()',
  );
  return thresholds;
}

describe(`search_prompts() and community_feed() agree with the policies in a dense world (seed ${seed})`, () => {
  let test: TestDatabase;
  let world: SearchWorld;
  beforeAll(async () => {
    test = await createTestDatabase();
    world = new SearchWorld(test, {
      seed,
      people: everybody,
      teams: 5,
      joins: 0.2,
      prompts: 500,
      plainWords: ['linux', 'terminal', 'travel', 'contract'],
      starsOneOf: 7,
    });
    await world.make();
  });
  afterAll(() => test.drop());

  let found: number[] = [];
  async function comparesAll(index: number): Promise<void> {
    const person = world.people[index] ?? '';
    const questions = Array.from({ length: 60 }, (_, number) => world.question(number, 0, person));
    const { found: rows, ...rest } = await compare(test, person, questions);
    expect(rest).toEqual({ wrong: 0, where: null });
    found.push(rows);
  }

  /**
   * Checks that enough rows were compared. Ids differ in each run, so a single person may have
   * fewer.
   */
  function comparedEnough(): void {
    const sum = found.reduce((all, one) => all + one, 0);
    expect(found).toHaveLength(everybody);
    expect(sum).toBeGreaterThan(300 * everybody);
    found = [];
  }

  it.each(everyone)('for person %i, scanning texts', comparesAll);
  it('finds enough rows to compare', comparedEnough);

  it('indexes the words', async () => {
    expect(await readAll(test)).toEqual({ has_lists: true, queued: 0 });
  });
  it.each(everyone)('for person %i, by word lists', comparesAll);
  it('finds enough rows to compare', comparedEnough);

  it('changes prompts without indexing them', async () => {
    expect(await changeMany(test)).toBeGreaterThan(50);
  });
  it.each(everyone)('for person %i, by word lists and unindexed prompts', comparesAll);
  it('finds enough rows to compare', comparedEnough);

  it('indexes the changed prompts', async () => {
    const [{ read } = {}] = await test.sql('select public.read_search_queue(null, 1) as read');
    expect(read).toBeGreaterThan(50);
  });
  it.each(everyone)('for person %i, by extended word lists', comparesAll);
  it('finds enough rows to compare', comparedEnough);

  it('lowers the thresholds below the size of the world', async () => {
    expect(await lowerThresholds(test)).toEqual({ max_ranked_ids: 1, max_feed_ids: 50 });
  });
  it.each(everyone)('for person %i, by the strategies of a large world', comparesAll);
  it('finds enough rows to compare', comparedEnough);
});

describe(`search_prompts() and community_feed() agree with the policies in a crowd of 2,000 (seed ${seed})`, () => {
  let test: TestDatabase;
  let world: SearchWorld;
  beforeAll(async () => {
    test = await createTestDatabase();
    const syllables = ['ba', 'ko', 'ri', 'mu', 'te', 'zan', 'lo', 'vi'];
    const plainWords = syllables.flatMap((first) => syllables.map((second) => first + second));
    world = new SearchWorld(test, {
      seed,
      people: 2_000,
      teams: 200,
      joins: 0.005,
      prompts: 2_000,
      plainWords,
      starsOneOf: 150,
    });
    await world.make();
    await readAll(test);
    await changeMany(test);
  }, 120_000);
  afterAll(() => test.drop());

  it.each([0, 1, 2, 3])(
    'for each person, part %i',
    async (part) => {
      const asking = world.people.filter((_, index) => index % 4 === part);
      let found = 0;
      for (const person of asking) {
        const { found: rows, ...rest } = await compare(test, person, [
          world.question(0, 1, person),
        ]);
        expect(rest).toEqual({ wrong: 0, where: null });
        found += rows;
      }
      expect(found).toBeGreaterThan(400);
    },
    120_000,
  );
});
