import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { compare } from './search-comparison.ts';
import { changeMany, readAll, SearchWorld, seed } from './search-world.ts';

/** As `search-policy.test.ts`, in a world in which most people don't know one another. */
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
      starsOneOf: 500,
    });
    await world.make();
    await readAll(test);
    await changeMany(test);
  }, 600_000);
  afterAll(() => test.drop());

  it.each([0, 1, 2, 3])(
    'for one of sixteen people, part %i',
    async (part) => {
      // Reading all that a person sees takes longer than many questions.
      const asking = world.people.filter((_, index) => index % 64 === part);
      let found = 0;
      for (const person of asking) {
        const questions = Array.from({ length: 8 }, (_n, number) =>
          world.question(number, 1, person),
        );
        const { found: rows, ...rest } = await compare(test, person, questions);
        expect(rest).toEqual({ wrong: 0, where: null });
        found += rows;
      }
      expect(found).toBeGreaterThan(150);
    },
    600_000,
  );
});
