import { beforeAll, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { readCorpus } from '../../../bench/scale/corpus.ts';
import { fillDatabase } from '../../../bench/scale/fill-database.ts';
import { sizesFor } from '../../../bench/scale/sizes.ts';

/** Tables that triggers fill, without generated ids and times. */
const derivedRows = {
  prompts: "select to_jsonb(p) - 'updated_at' as row from public.prompts p",
  versions: `select to_jsonb(v) - 'id' - 'created_at' as row from public.prompt_versions v`,
  counts: 'select to_jsonb(s) as row from public.prompt_stats s',
  points: 'select to_jsonb(g) as row from private.prompt_points g',
  search: 'select to_jsonb(s) as row from public.prompt_search s',
};

const test = await setUpTestDatabase();
let indexes: unknown;
const listIndexes = () =>
  test.sql(`select indexdef from pg_indexes where schemaname = 'public' order by 1`);
beforeAll(async () => {
  await test.sql('delete from public.prompts');
  indexes = await listIndexes();
  await fillDatabase(test.login(), readCorpus(null), sizesFor(300), () => undefined);
});

it('filling the database in bulk creates the same rows as the triggers', async () => {
  for (const [name, select] of Object.entries(derivedRows)) {
    await test.sql(`create table public.made_${name} as ${select}`);
  }
  await test.sql('create table public.made_favorites as select * from public.favorites');
  await test.sql('create table public.made_states as select * from public.prompt_versions');
  await test.sql('create table public.made as select * from public.prompts');
  await test.sql('delete from public.prompts');
  // As people would: create, change and delete prompts, then favourite them.
  await test.sql(`
    do $$
    declare
      last public.made;
      state public.made_states;
    begin
      for last in select * from public.made order by id loop
        perform set_config('request.jwt.claims', jsonb_build_object('sub', last.user_id)::text, true);
        for state in select * from public.made_states where prompt_id = last.id order by version_number loop
          if state.version_number = 1 then
            insert into public.prompts (id, title, content, description, tags, category, is_public,
              user_id, created_at, forked_from, forked_from_version)
            values (last.id, last.title, state.content, last.description, last.tags, last.category, last.is_public,
              last.user_id, last.created_at, last.forked_from, last.forked_from_version);
          else
            update public.prompts set content = state.content where id = last.id;
          end if;
        end loop;
        update public.prompts set deleted_at = last.deleted_at where id = last.id and last.deleted_at is not null;
        -- New replication slots, which other tests wait for, wait for open transactions.
        commit;
      end loop;
    end
    $$`);
  await test.sql('insert into public.favorites select * from public.made_favorites');
  for (const [name, select] of Object.entries(derivedRows)) {
    const [compared] = await test.sql(`
      select count(*) > 0 as some,
        coalesce(jsonb_agg(row) filter (where not found), '[]') as differing
      from (
        select row, count(*) = 2 as found
        from (select row from public.made_${name} union all ${select}) both_sides
        group by row
      ) compared`);
    expect([name, compared]).toEqual([name, { some: true, differing: [] }]);
  }
});

it('filling the database in bulk recreates the indexes', async () => {
  expect(
    await test.sql(
      `select indexdef from pg_indexes where schemaname = 'public' and tablename !~ '^made' order by 1`,
    ),
  ).toEqual(indexes);
});
