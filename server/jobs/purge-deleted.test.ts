import { expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { purgeDeletedHourly } from './purge-deleted.ts';

const test = await setUpTestDatabase();

it('purgeDeletedHourly removes what was deleted more than 30 days ago, and nothing else', async () => {
  const owner = '11111111-1111-4111-8111-111111111111';
  await test.sql(`insert into auth.users (id, email) values ($1, 'owner@example.com')`, [owner]);
  await test.sql(
    `insert into public.prompts (title, content, user_id)
     select title, 'text', $1 from unnest(array['kept', 'deleted lately', 'deleted long ago']) title`,
    [owner],
  );
  await test.sql(`alter table public.prompts disable trigger user`);
  await test.sql(
    `update public.prompts set deleted_at = now() - case title
       when 'deleted lately' then interval '29 days' else interval '31 days' end
     where title like 'deleted%'`,
  );
  await test.sql(`alter table public.prompts enable trigger user`);

  await test.sql(
    `insert into realtime.messages (topic, extension, inserted_at)
     select 't', 'broadcast', now() at time zone 'UTC' - days * interval '1 day'
     from unnest(array[2, 4]) days`,
  );

  const lines: string[] = [];
  const stop = purgeDeletedHourly(
    test.database,
    createLog('info', (line) => lines.push(line)),
  );
  await stop();

  const left = await test.sql<{ title: string }>(
    'select title from public.prompts where user_id = $1 order by title',
    [owner],
  );
  expect(left.map(({ title }) => title)).toEqual(['deleted lately', 'kept']);
  expect(await test.sql('select from realtime.messages')).toHaveLength(1);
  expect(lines.join()).toContain('"removed":1');
});
