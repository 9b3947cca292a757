/** A share of what `npm run fuzz` tries by the million. */
import { expect, it } from 'vitest';
import { RestError } from '#server/rest/rest-error.ts';
import { foreignWord } from '#server/testing/rest/only-ours.ts';
import { promptsSchema } from '#server/testing/rest/prompts-schema.ts';
import { randomRequest } from '#server/testing/rest/random-request.ts';
import { Seeded } from '#server/testing/rest/seeded.ts';
import { writeRequest } from '#server/testing/rest/write-request.ts';

it('any request is refused, or becomes a statement of our own words', { timeout: 60_000 }, () => {
  const schema = promptsSchema([
    { role: 'authenticator', name: 'pgrst.db_aggregates_enabled', value: 'on' },
  ]);
  const random = new Seeded(7);
  let written = 0;
  for (let round = 0; round < 8_000; round += 1) {
    const request = randomRequest(random);
    try {
      const { text } = writeRequest(request, schema);
      written += 1;
      expect({ request, text, foreign: foreignWord(text) }).toMatchObject({ foreign: null });
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
    }
  }
  expect(written).toBeGreaterThan(300);
});

it('a foreign word is seen', () => {
  expect(foreignWord('SELECT "a", \'drop\' FROM "public"."b" WHERE "b"."c" = $1::text')).toBeNull();
  expect(foreignWord('SELECT "a" FROM "public"."b"; drop table x')).not.toBeNull();
  expect(foreignWord('SELECT secret FROM "public"."b"')).toBe('secret');
  expect(foreignWord('SELECT 1 FROM "a" -- x')).not.toBeNull();
});
