/** Runs a sample of the requests of `npm run fuzz`. */
import { expect, it } from 'vitest';
import { RestError } from '#server/rest/rest-error.ts';
import { findForeignWord } from '#server/testing/rest/foreign-word.ts';
import { promptsSchema } from '#server/testing/rest/prompts-schema.ts';
import { randomRequest } from '#server/testing/rest/random-request.ts';
import { SeededRandom } from '#server/testing/seeded-random.ts';
import { requestStatement } from '#server/testing/rest/request-statement.ts';

it('a random request is refused or gives a statement without foreign words', () => {
  const schema = promptsSchema([
    { role: 'authenticator', name: 'pgrst.db_aggregates_enabled', value: 'on' },
  ]);
  const random = new SeededRandom(7);
  let statements = 0;
  for (let round = 0; round < 8_000; round += 1) {
    const request = randomRequest(random);
    try {
      const { text } = requestStatement(request, schema);
      statements += 1;
      expect({ request, text, foreign: findForeignWord(text) }).toMatchObject({ foreign: null });
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
    }
  }
  expect(statements).toBeGreaterThan(300);
});

it('findForeignWord() finds unquoted text in a statement', () => {
  expect(
    findForeignWord('SELECT "a", \'drop\' FROM "public"."b" WHERE "b"."c" = $1::text'),
  ).toBeNull();
  expect(findForeignWord('SELECT "a" FROM "public"."b"; drop table x')).not.toBeNull();
  expect(findForeignWord('SELECT secret FROM "public"."b"')).toBe('secret');
  expect(findForeignWord('SELECT 1 FROM "a" -- x')).not.toBeNull();
});
