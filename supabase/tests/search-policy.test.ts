import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { numbersFrom, pick } from '../../bench/random.ts';
import { insert, newPerson, newTeam } from './world.ts';

/**
 * Policies keep PostgreSQL from using the indexes of search, so the search functions repeat the rule of who may see
 * what. Here both answer thousands of questions about a world made at random: the same rows, never one more, best first.
 */
const seed = 20_261_122;
const everybody = 24;
const words = [
  'linux',
  'terminal',
  'poem',
  'travel',
  'contract',
  'ete',
  '漢字',
  '日',
  'c++',
  '50%',
];
const shown = new Map([
  ['ete', 'Été'],
  ['poem', 'POEM'],
]);
const scopes = ['library', 'teams', 'templates', 'favorites', 'community'];
const sorts = ['latest', 'oldest', 'trending', 'top'];
const filters = ['tag:red', 'is:public', 'is:private', 'is:favourite', 'is:template', 'used:<7d'];

let test: TestDatabase;
let people: readonly string[];
const next = numbersFrom(seed);
const some = (count: number) => Array.from({ length: count }, () => pick(words, next()));
const likely = (chance: number) => next() < chance;

function text(count: number): string {
  return some(count)
    .map((word) => (likely(0.5) ? (shown.get(word) ?? word) : word))
    .join(' ');
}

beforeAll(async () => {
  test = await createTestDatabase();
  await test.sql('delete from public.prompts');
  const made: string[] = [];
  for (let number = 0; number < everybody; number += 1)
    made.push(await newPerson(test, `Person ${number}`));
  people = made;
  const teams: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    const members = people.filter(() => likely(0.2));
    teams.push(
      await newTeam(test, {
        owner: members.slice(0, 1),
        editor: members.slice(1, 3),
        viewer: members.slice(3),
      }),
    );
  }
  const rows = Array.from({ length: 500 }, () => ({
    title: text(1 + Math.floor(next() * 2)),
    content: text(1 + Math.floor(next() * 4)),
    description: likely(0.5) ? text(2) : null,
    tags: [...(likely(0.4) ? ['Red'] : []), ...(likely(0.4) ? some(1) : [])],
    user_id: pick(people, next()),
    is_public: likely(0.3),
    team_id: likely(0.3) ? pick(teams, next()) : null,
    is_template: likely(0.1),
    deleted_at: likely(0.1) ? '2026-01-01' : null,
  }));
  await test.sql(
    `insert into public.prompts (title, content, description, tags, user_id, is_public, team_id, is_template, deleted_at)
     select title, content, description, tags, user_id, is_public, team_id, is_template, deleted_at
     from json_populate_recordset(null::public.prompts, $1)`,
    [JSON.stringify(rows)],
  );
  // Favourites and uses of what a person can read, and of what they could read once.
  await test.sql(
    `insert into public.favorites (user_id, prompt_id)
     select u, p.id from unnest($1::uuid[]) u, public.prompts p where hashtext(u::text || p.id) % 7 = 0`,
    [people],
  );
  await test.sql(
    `insert into public.prompt_uses (user_id, prompt_id, used_at)
     select u, p.id, now() - (hashtext(p.id::text) & 15) * interval '1 day'
     from unnest($1::uuid[]) u, public.prompts p where hashtext(u::text || p.id) % 5 = 0`,
    [people],
  );
  const [{ id: shame } = { id: '' }] = await test.sql<{ id: string }>(
    'select id from public.prompts where is_public and deleted_at is null order by title limit 1',
  );
  await test.sql(`select public.take_down_prompt($1, 'Not for the public')`, [shame]);
  for (const person of people.slice(0, 8)) {
    const author_id = pick(people.slice(8), next());
    await insert(test, 'hidden_authors', { user_id: person, author_id }).catch(() => undefined);
  }
  // Texts and states that changed after they were first made searchable; people who left their team.
  await test.sql(
    `update public.prompts set is_public = not is_public, content = content || ' poem' where hashtext(title) % 6 = 0`,
  );
  await test.sql(
    `delete from public.team_members where hashtext(user_id::text) % 9 = 0 and role <> 'owner'`,
  );
});
afterAll(() => test.drop());

function question(number: number) {
  const asked = some(Math.floor(next() * 3));
  const filter = likely(0.4) ? pick(filters, next()) : null;
  const typed = asked.map((word) => shown.get(word) ?? word);
  return {
    number,
    scope: pick(scopes, next()),
    sort: pick(sorts, next()),
    words: asked,
    filter,
    query: [...typed, ...(filter === null ? [] : [filter])].join(' '),
  };
}

/** Runs as the person: the tables under their policies on one side, the functions on the other. */
const compared = `
  with q as materialized (
    select * from jsonb_to_recordset($1::jsonb) as q (number int, scope text, sort text, words text[], filter text, query text)
  ), found as materialized (
    select q.number, s.id, s.typo_forgiven, s.title_matches, s.place
    from q, lateral public.search_prompts(q.query, q.scope, null, null, 200) with ordinality s (
      id, title, preview, excerpt, description, tags, is_public, version, user_id, team_id, group_id, group_name, is_template,
      template_category, category, icon, forked_from, created_at, updated_at, last_used_at, is_favorite, favorites_count,
      author_name, author_avatar, title_matches, typo_forgiven, cursor, place) where q.scope <> 'community'
    union all
    select q.number, s.id, s.typo_forgiven, null, null
    from q, lateral public.community_feed(q.sort, q.query, null, 200) s where q.scope = 'community'
  ), readable as materialized (
    select q.number, p.id, p.created_at, not exists (
      select from unnest(q.words) word
      where strpos(texts[case q.scope when 'community' then 4 else 5 end], word) = 0
    ) as matches, case when q.words = '{}' then 0 else (
      -- The best place that has every word: the title, then with the tags, then with the description.
      select coalesce(max(4 - place), 0) from generate_series(1, 3) place
      where not exists (select from unnest(q.words) word where strpos(texts[place], word) = 0)
    ) end as rank
    from q join public.prompts p on p.deleted_at is null
      and case q.scope
        when 'library' then p.user_id = auth.uid()
        when 'teams' then p.team_id in (select m.team_id from public.team_members m where m.user_id = auth.uid())
        when 'templates' then p.is_template
        when 'favorites' then exists (select from public.favorites f where f.prompt_id = p.id)
        else p.is_public and not p.is_template
          and p.user_id not in (select h.author_id from public.hidden_authors h) end
      and case q.filter
        when 'tag:red' then 'Red' = any (p.tags)
        when 'is:public' then p.is_public
        when 'is:private' then not p.is_public
        when 'is:template' then p.is_template
        when 'is:favourite' then exists (select from public.favorites f where f.prompt_id = p.id)
        when 'used:<7d' then exists (
          select from public.prompt_uses u where u.prompt_id = p.id and u.used_at > now() - interval '7 days')
        else true end,
      lateral (
        select array[
          p.title, p.title || E'\\n' || tags, p.title || E'\\n' || tags || E'\\n' || coalesce(p.description, ''),
          p.title || E'\\n' || coalesce(p.description, ''), p.title || E'\\n' || p.content
        ] as written from array_to_string(p.tags, E'\\n') tags
      ) w, lateral (
        select array_agg(translate(lower(part), 'éÉ', 'ee') order by number) as texts
        from unnest(w.written) with ordinality parts (part, number)
      ) t
  ), ranked as (
    select f.number, f.id, f.place, r.rank, row_number() over (
      partition by f.number order by r.rank desc, r.created_at desc, r.id desc) as right_place, f.title_matches
    from found f join readable r on r.number = f.number and r.id = f.id
    where f.place is not null and not f.typo_forgiven
  ), wrong as (
    select coalesce(f.number, r.number) as number, coalesce(f.id, r.id) as id
    from found f full join readable r on r.number = f.number and r.id = f.id
    where r.id is null                                  -- found, and not to be seen
      or (r.matches and f.id is null)                   -- to be found, and not found
      or (not r.matches and not f.typo_forgiven)        -- found without the words
      or (f.typo_forgiven and exists (select from readable o where o.number = f.number and o.matches))
    union all
    select number, id from ranked where place <> right_place or title_matches <> (rank = 3)
  )
  select (select count(*) from found) as found, (select count(*) from wrong) as wrong,
    (select jsonb_agg(q.scope || ': ' || q.query) from q where q.number in (select number from wrong)) as where`;

async function comparesAll(index: number): Promise<void> {
  const questions = Array.from({ length: 60 }, (_, number) => question(number));
  const { rows, refusal } = await test.asUser(people[index] ?? null, compared, [
    JSON.stringify(questions),
  ]);
  expect(refusal).toBeNull();
  expect(rows[0]).toMatchObject({ wrong: '0', where: null });
  found.push(Number(rows[0]?.['found']));
}
let found: number[] = [];

/** So many rows were compared that agreement says something. Ids are drawn anew each time, so that one person may have fewer. */
function comparedEnough(): void {
  const sum = found.reduce((all, one) => all + one, 0);
  expect(found).toHaveLength(everybody);
  expect(sum).toBeGreaterThan(300 * everybody);
  found = [];
}
const everyone = Array.from({ length: everybody }, (_, index) => index);

describe(`search and policies agree in 60 questions of person (seed ${seed})`, () => {
  it.each(everyone)('%i, looking through texts', comparesAll);
  it('with enough that was found', comparedEnough);

  it('by lists of words, once they are read', async () => {
    await test.sql('select public.read_search_queue(null, 1)');
    const [read] = await test.sql(
      `select (select count(distinct shelf)::integer from private.search_words) > ${everybody} as shelves,
         (select count(*)::integer from private.search_queue) as waiting`,
    );
    expect(read).toEqual({ shelves: true, waiting: 0 });
  });
  it.each(everyone)('%i, by lists of words', comparesAll);
  it('with enough that was found', comparedEnough);

  it('with what changed since', async () => {
    await test.sql(
      `update public.prompts set title = 'Travel', content = split_part(content, ' ', 1), is_public = not is_public, tags = '{Red}'
       where hashtext(content) % 5 = 0 and id not in (select prompt_id from public.takedowns)`,
    );
    await test.sql(`update public.prompts set deleted_at = now() where hashtext(title) % 11 = 0`);
    await test.sql(
      `update public.prompts set team_id = null where hashtext(id::text) % 7 = 0 and team_id is not null`,
    );
    const [{ waiting } = {}] = await test.sql(
      'select count(*)::integer as waiting from private.search_queue',
    );
    expect(waiting).toBeGreaterThan(50);
  });
  it.each(everyone)('%i, by lists of words and what waits', comparesAll);
  it('with enough that was found', comparedEnough);

  it('with what was read anew', async () => {
    const [{ read } = {}] = await test.sql('select public.read_search_queue(null, 1) as read');
    expect(read).toBeGreaterThan(50);
  });
  it.each(everyone)('%i, by lists that were added to', comparesAll);
  it('with enough that was found', comparedEnough);
});
