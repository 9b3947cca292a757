import { beforeAll, expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { readSearchQueueEveryMinute } from './read-search-queue.ts';

const [ann, sam] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
] as const;
const test = await setUpTestDatabase();
beforeAll(async () => {
  await test.sql(
    `insert into auth.users (id, email) values ($1, 'ann@example.com'), ($2, 'sam@example.com')`,
    [ann, sam],
  );
  await test.sql(
    `insert into public.prompts (title, content, user_id)
     select 'Prompt ' || n, 'secret' || n, person
     from (values ($1::uuid, 400), ($2::uuid, 5)) people (person, count), generate_series(1, count) n`,
    [ann, sam],
  );
});

async function readAll(): Promise<void> {
  const lines: string[] = [];
  const stop = readSearchQueueEveryMinute(
    test.database,
    createLog('warn', (line) => lines.push(line)),
  );
  await expect
    .poll(async () => (await test.sql('select from private.search_queue')).length)
    .toBe(0);
  await stop();
  expect(lines).toEqual([]);
}

async function found(query: string): Promise<(string | null | undefined)[]> {
  const { rows } = await test.asUser(
    ann,
    'select title, typo_forgiven from public.search_prompts($1)',
    [query],
  );
  return rows.map(
    ({ title, typo_forgiven }) => `${title}${typo_forgiven === 't' ? ' nearly' : ''}`,
  );
}

it('reads the words of a library that is large, of nobody else, and of what is saved later', async () => {
  await readAll();
  const partitions = await test.sql<{ partition_id: string }>(
    'select distinct partition_id from private.search_words',
  );
  expect(partitions).toEqual([{ partition_id: ann }]);
  expect(await found('secret399')).toEqual(['Prompt 399']);
  expect(await found('secrqt399')).toEqual(['Prompt 399 nearly']);
  expect(await found('ecret39 "prompt 399"')).toEqual(['Prompt 399']);

  await test.sql(
    `update public.prompts set content = 'novelty' where title = 'Prompt 399' and user_id = $1`,
    [ann],
  );
  expect(await found('novelty')).toEqual(['Prompt 399']);
  expect(await found('novelti')).toEqual(['Prompt 399 nearly']);
  expect(await found('secret399')).not.toContain('Prompt 399');
  await readAll();
  expect(await found('novel')).toEqual(['Prompt 399']);
  expect(await found('secret399')).not.toContain('Prompt 399');
});

it('reads a few long texts at a time, after what others have saved', async () => {
  const long = 'word '.repeat(150_000);
  const save = (person: string, content: string, count: number) =>
    test.sql(
      `insert into public.prompts (title, content, user_id)
       select 'Saved', $2, $1 from generate_series(1, $3)`,
      [person, content, count],
    );
  const queued = async () => {
    const rows = await test.sql<{ person: string }>(
      `select s.user_id as person from private.search_queue
       join public.prompt_search s using (prompt_id) order by 1`,
    );
    return rows.map(({ person }) => person);
  };
  await save(ann, long, 3);
  await save(sam, 'short', 2);
  await test.sql('select public.read_search_queue()');
  expect(await queued()).toEqual([ann, ann]);
  await readAll();
});

it("removes a deleted person's words from the search index", async () => {
  await test.sql('delete from auth.users where id = $1', [ann]);
  expect(await test.sql('select from private.search_words')).toEqual([]);
  expect(await test.sql('select from private.search_keys')).toEqual([]);
});

it('reads all prompts of a library that has become large, also those that it has read before', async () => {
  await test.sql(
    `insert into public.prompts (title, content, user_id)
     select 'More', 'more', $1 from generate_series(1, 300)`,
    [sam],
  );
  await readAll();
  const [indexed] = await test.sql(
    `select count(*)::integer from private.search_keys join public.prompts p on p.id = prompt_id
     where p.user_id = $1`,
    [sam],
  );
  expect(indexed).toEqual({ count: 307 });
});
