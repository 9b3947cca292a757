import type { TestDatabase } from '#server/testing/test-database.ts';

export interface Question {
  readonly number: number;
  readonly scope: string;
  readonly sort: string;
  /** Folded: in lower case, without accents. */
  readonly words: readonly string[];
  readonly filter: string | null;
  /** The group of the list, and whether with those below it. */
  readonly in_group: string | null;
  readonly and_below: boolean;
  /** The names of the filter in:, in lower case. */
  readonly path: readonly string[] | null;
  /** The text in the search box. */
  readonly query: string;
}

/** Compares the functions with the views and tables under their policies; runs as the person. */
const compared = `
  with q as materialized (
    select * from jsonb_to_recordset($1::jsonb) as q (number int, scope text, sort text, words text[], filter text,
      in_group uuid, and_below boolean, path text[], query text)
  ), found as materialized (
    select q.number, s.id, s.typo_forgiven, s.title_matches, s.place, s.team_id, s.group_id, s.forked_from
    from q, lateral public.search_prompts(q.query, q.scope, q.in_group, null, 200, q.and_below) with ordinality s (
      id, title, preview, excerpt, variable_count, description, tags, is_public, version, user_id, team_id, group_id, group_name, is_template,
      template_category, category, icon, forked_from, created_at, updated_at, last_used_at, is_favorite, favorites_count,
      author_name, author_avatar, title_matches, typo_forgiven, cursor, place) where q.scope <> 'community'
    union all
    select q.number, s.id, s.typo_forgiven, null, null, null, null, s.forked_from
    from q, lateral public.community_feed(q.sort, q.query, null, 200) s where q.scope = 'community'
  ), places as materialized (
    -- Each group that the person reads, with its path from the top.
    with recursive place as (
      select id, team_id, array[id] as ids, array[lower(name)] as names
      from public.groups where parent_id is null and deleted_at is null
      union all
      select g.id, g.team_id, above.ids || g.id, above.names || lower(g.name)
      from place above join public.groups g on g.parent_id = above.id where g.deleted_at is null
    ) select * from place
  ), seen as materialized (
    -- Every prompt that the person reads, read once for all questions.
    select p.id, p.created_at, p.user_id, p.team_id, p.group_id, p.forked_from, p.title, p.description, p.content,
      p.tags, p.is_public, p.is_template, p.share_role is not null as is_shared, p.user_id = auth.uid() as is_own,
      p.team_id in (select m.team_id from public.team_members m where m.user_id = auth.uid()) as is_of_own_team,
      p.id in (select f.prompt_id from public.favorites f) as is_favorite,
      p.user_id in (select h.author_id from public.hidden_authors h) as is_hidden,
      exists (
        select from public.prompt_uses u where u.prompt_id = p.id and u.used_at > now() - interval '7 days'
      ) as is_used_lately
    from public.readable_prompts p where p.deleted_at is null
  ), asked as materialized (
    select q.number, q.scope, q.words, p.*
    from q join seen p on
      case q.scope
        when 'library' then p.is_own
        when 'teams' then p.is_of_own_team
        when 'shared' then p.is_shared
        when 'templates' then p.is_template
        when 'favorites' then p.is_favorite
        when 'community' then p.is_public and not p.is_template and not p.is_hidden
        else 'team:' || p.team_id = q.scope and p.is_of_own_team end
      and (q.in_group is null or p.group_id = q.in_group or (
        q.and_below and exists (select from places o where o.id = p.group_id and q.in_group = any (o.ids))
      ))
      -- The path of the group, or of one around it, ends in these names. It is one of the searched library.
      and (q.path is null or exists (
        select from places o, generate_series(1, cardinality(o.names)) depth
        where o.id = p.group_id and (o.team_id is not null) = (q.scope like 'team%')
          and o.names[greatest(depth - cardinality(q.path) + 1, 1):depth] = q.path
      ))
      and case q.filter
        when 'tag:red' then 'Red' = any (p.tags)
        when 'is:public' then p.is_public
        when 'is:private' then not p.is_public
        when 'is:template' then p.is_template
        when 'is:favourite' then p.is_favorite
        when 'used:<7d' then p.is_used_lately
        else true end
  ), searched as materialized (
    select p.id, t.texts from (select distinct on (id) * from asked) p, lateral (
      select array[
        p.title, p.title || E'\\n' || tags, p.title || E'\\n' || tags || E'\\n' || coalesce(p.description, ''),
        p.title || E'\\n' || coalesce(p.description, ''), p.title || E'\\n' || p.content
      ] as written from array_to_string(p.tags, E'\\n') tags
    ) w, lateral (
      select array_agg(translate(lower(part), 'éÉ', 'ee') order by number) as texts
      from unnest(w.written) with ordinality parts (part, number)
    ) t
  ), readable as materialized (
    select a.number, a.id, a.created_at, a.team_id, a.group_id, a.forked_from, not exists (
      select from unnest(a.words) word
      where strpos(texts[case a.scope when 'community' then 4 else 5 end], word) = 0
    ) as matches, case when a.words = '{}' then 0 else (
      -- The best place that has every word: the title, then with the tags, then with the
      -- description.
      select coalesce(max(4 - place), 0) from generate_series(1, 3) place
      where not exists (select from unnest(a.words) word where strpos(texts[place], word) = 0)
    ) end as rank
    from asked a join searched using (id)
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
    union all
    -- a team, group or source that the reader must not see, or does not see though they may
    select f.number, f.id from found f join readable r on r.number = f.number and r.id = f.id
    where f.forked_from is distinct from r.forked_from
      or (f.place is not null and (f.team_id, f.group_id) is distinct from (r.team_id, r.group_id))
  )
  select (select count(*) from found) as found, (select count(*) from wrong) as wrong,
    (select jsonb_agg(q.scope || ': ' || q.query) from q where q.number in (select number from wrong)) as where`;

/**
 * Runs all questions as this person. `wrong` counts rows that are missing, extra, misplaced, or
 * with other ids.
 */
export async function compare(
  test: TestDatabase,
  person: string,
  questions: readonly Question[],
): Promise<{ found: number; wrong: number; where: unknown }> {
  const { rows, refusal } = await test.asUser(person, compared, [JSON.stringify(questions)]);
  if (refusal !== null) throw new Error(JSON.stringify(refusal));
  const [{ found, wrong, where } = {}] = rows;
  return { found: Number(found), wrong: Number(wrong), where };
}
