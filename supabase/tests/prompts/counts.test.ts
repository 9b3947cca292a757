import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson, newPrompt } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let sam: string;
let prompt: string;
beforeAll(async () => {
  ann = await newPerson(test);
  sam = await newPerson(test);
});
beforeEach(async () => {
  prompt = await newPrompt(test, ann, { is_public: true });
});

const as = test.succeedAs;

const favour = (person: string) =>
  as(person, 'insert into favorites (prompt_id) values ($1)', prompt);
const unfavour = (person: string) =>
  as(person, 'delete from favorites where prompt_id = $1', prompt);
const fork = async (person: string) =>
  (
    await as(
      person,
      `insert into prompts (title, content, forked_from) values ('T', 'C', $1) returning id`,
      prompt,
    )
  )[0]?.['id'] ?? '';
const counts = async () => {
  const [row] = await test.sql<{ f: number; k: number; p: number }>(
    `select favorites_count as f, forks_count as k, points as p from prompt_stats where prompt_id = $1`,
    [prompt],
  );
  return [row?.f, row?.k, row?.p];
};

describe('counts of favourites, forks and points', () => {
  it('go up and down', async () => {
    await favour(sam);
    expect(await counts()).toEqual([1, 0, 1]);
    await unfavour(sam);
    expect(await counts()).toEqual([0, 0, 0]);
    const id = await fork(sam);
    expect(await counts()).toEqual([0, 1, 1]);
    await as(sam, 'update prompts set deleted_at = now() where id = $1', id);
    expect(await counts()).toEqual([0, 0, 0]);
    await as(sam, 'update prompts set deleted_at = null where id = $1', id);
    await as(sam, 'delete from prompts where id = $1', id);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('include one point per person, for favourite and forks together', async () => {
    await favour(sam);
    const forks = [await fork(sam), await fork(sam)];
    expect(await counts()).toEqual([1, 2, 1]);
    await unfavour(sam);
    await as(sam, 'delete from prompts where id = $1', forks[0] ?? '');
    expect(await counts()).toEqual([0, 1, 1]);
    await as(sam, 'delete from prompts where id = $1', forks[1] ?? '');
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('are right when one statement adds many', async () => {
    await as(
      sam,
      `insert into prompts (title, content, forked_from) select 'T', 'C', $1::uuid from generate_series(1, 3)`,
      prompt,
    );
    expect(await counts()).toEqual([0, 3, 1]);
    await as(sam, 'delete from prompts where forked_from = $1', prompt);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('include those of the owner, who gives no point', async () => {
    await favour(ann);
    await fork(ann);
    expect(await counts()).toEqual([1, 1, 0]);
  });

  it('include a point only once the address of the person is confirmed', async () => {
    const id = randomUUID();
    await test.sql('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.com`]);
    await favour(id);
    expect(await counts()).toEqual([1, 0, 0]);
    await test.sql('update auth.users set email_confirmed_at = now() where id = $1', [id]);
    expect(await counts()).toEqual([1, 0, 1]);
  });

  it('are right when 20 people act at once', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => newPerson(test)));
    await Promise.all(people.map((person) => favour(person)));
    expect(await counts()).toEqual([20, 0, 20]);
    await Promise.all(people.map((person) => unfavour(person)));
    expect(await counts()).toEqual([0, 0, 0]);
  });
});

it('prompt_stats counts comments', async () => {
  await as(sam, `insert into comments (prompt_id, body) values ($1, 'a'), ($1, 'b')`, prompt);
  await as(ann, `delete from comments where prompt_id = $1 and body = 'a'`, prompt);
  const rows = await as(
    sam,
    'select comments_count, author_name from prompt_details_v where id = $1',
    prompt,
  );
  expect(rows).toEqual([{ comments_count: '1', author_name: 'Somebody' }]);
});

it('each write of prompt_uses counts one use', async () => {
  const use = () =>
    as(
      sam,
      `insert into prompt_uses (prompt_id, last_values) values ($1, '{"name": "x"}')
       on conflict (user_id, prompt_id) do update set last_values = excluded.last_values
       returning uses, used_at`,
      prompt,
    );
  await use();
  expect(await use()).toMatchObject([{ uses: '2' }]);
});

it('private.hot_score() ranks ten times the points like 12.5 hours of age', async () => {
  const [row] = await test.sql(
    `select private.hot_score(9, now()) - private.hot_score(0, now()) as tenfold,
       private.hot_score(1, now()) - private.hot_score(0, now()) as first,
       private.hot_score(9, now() - interval '12.5 hours') - private.hot_score(0, now()) as later`,
  );
  expect(row?.['tenfold']).toBeCloseTo(1);
  expect(row?.['first']).toBeCloseTo(Math.log10(2));
  expect(row?.['later']).toBeCloseTo(0);
});

it('the first point moves a prompt in Trending', async () => {
  const other = await newPrompt(test, ann, { title: 'Later', is_public: true });
  const order = async () =>
    (await as(sam, `select id from community_feed('trending')`))
      .map(({ id }) => id)
      .filter((id) => id === prompt || id === other);
  expect(await order()).toEqual([other, prompt]);
  await favour(sam);
  expect(await order()).toEqual([prompt, other]);
});
