import { expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson, newPrompt } from '../world.ts';

const test = await setUpTestDatabase();

it('a person writes up to 200 comments a day, others go on', async () => {
  const [owner, flooder, reader] = [
    await newPerson(test),
    await newPerson(test),
    await newPerson(test),
  ];
  const prompt = await newPrompt(test, owner, { is_public: true });
  const comment = (person: string, count: number) =>
    test.asUser(
      person,
      `insert into comments (prompt_id, body) select $1, 'Good' from generate_series(1, $2::integer)`,
      [prompt, count],
    );
  expect((await comment(flooder, 201)).refusal?.code).toBe('PT429');
  expect((await comment(flooder, 200)).refusal).toBeNull();
  expect((await comment(flooder, 1)).refusal).toMatchObject({
    code: 'PT429',
    message: 'You can write 200 comments a day. Try again tomorrow.',
  });
  // Yesterday's don't count.
  await test.sql(
    `insert into comments (prompt_id, user_id, body, created_at)
     select $1, $2, 'Good', now() - interval '25 hours' from generate_series(1, 200)`,
    [prompt, reader],
  );
  expect((await comment(reader, 1)).refusal).toBeNull();
});
