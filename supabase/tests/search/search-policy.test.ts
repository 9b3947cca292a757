import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { compare } from './search-comparison.ts';
import { changeMany, changeThresholds, readAll, SearchWorld, seed } from './search-world.ts';

/**
 * Policies prevent PostgreSQL from using the indexes of search, so the search functions repeat the
 * visibility rule. These tests run thousands of random queries by both: they must return the same
 * rows, best first.
 */
const everybody = 24;
const everyone = Array.from({ length: everybody }, (_, index) => index);

/** Divides the thresholds of search by 400: 20,000 become 50. */
async function lowerThresholds(test: TestDatabase): Promise<unknown> {
  await changeThresholds(test, (definition) =>
    definition.replaceAll(
      /((?:max|min|extra)_\w+ := )(\d+);/g,
      (_all, name: string, value: string) => `${name}${Math.ceil(Number(value) / 400)};`,
    ),
  );
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
    const questions = Array.from({ length: 30 }, (_, number) => world.question(number, 0, person));
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
    expect(sum).toBeGreaterThan(150 * everybody);
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
