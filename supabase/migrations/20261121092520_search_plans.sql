-- Planning a search, running it, and presenting its page, for search_prompts and community_feed
-- alike. Words are searched exactly first, then with a typo: each of these is an attempt. Prompts
-- with rare words are fetched by key and then sorted; common words soon fill a page when the
-- order's index is scanned.

create type private.word_lookup as (
  partitions uuid[],
  unindexed_ids uuid[],
  word_conditions text[]
);
comment on type private.word_lookup is
  'The words of a search in the word lists of the searched partitions; word_conditions from '
  'private.find_words.';
comment on column private.word_lookup.unindexed_ids is
  'Prompts whose words are not in the lists, or not as they are now; null where the lists are not '
  'used.';

create type private.search_attempt as (
  forgiving boolean,
  typos text[],
  text_sql text,
  key_conditions text[],
  keys_sql text,
  unverified_words text[]
);
comment on type private.search_attempt is
  'The conditions of a search: exact, or forgiving one typo.';
comment on column private.search_attempt.typos is
  'private.typo_regexes of the words; null for an exact search.';
comment on column private.search_attempt.text_sql is
  'Condition on prompt_search s, from private.contains_sql; null where no word is long enough for '
  'a typo.';
comment on column private.search_attempt.key_conditions is
  'Conditions on search_keys k, one a word; null where the word lists are not used.';
comment on column private.search_attempt.keys_sql is 'The key_conditions, joined by and.';
comment on column private.search_attempt.unverified_words is
  'Words that have to be checked in the texts.';

create function private.distinct_queued_ids(partitions uuid[], max_ids integer) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  -- Skips from one prompt to the next in the index, past all the rows of one that is saved again and
  -- again.
  return array(
    select queued.prompt_id from unnest(partitions) partition_id,
      lateral (
        with recursive queued as (
          (select q.prompt_id from private.search_queue q
            where q.partition_id = partition_id.partition_id order by q.prompt_id limit 1)
          union all
          select (select q.prompt_id from private.search_queue q
            where q.partition_id = partition_id.partition_id and q.prompt_id > queued.prompt_id
            order by q.prompt_id limit 1)
          from queued where queued.prompt_id is not null
        )
        select prompt_id from queued where prompt_id is not null
      ) queued
    limit max_ids
  );
end
$$;
comment on function private.distinct_queued_ids is
  'Returns up to max_ids queued prompts of the partitions, each once for a partition.';

create function private.unindexed_ids(partitions uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := (private.search_thresholds()).max_unindexed_prompts;
  small_partitions constant uuid[] := array(
    select partition_id from unnest(partitions) partition_id
    where not exists (select from private.search_words w where w.partition_id = partition_id.partition_id)
  );
  ids uuid[] := array(
    select p.prompt_id from private.partition_prompts(small_partitions) p (prompt_id) limit most + 1
  );
  queued_ids uuid[] := array(
    select q.prompt_id from private.search_queue q where q.partition_id = any (partitions)
    limit most + 1 - cardinality(ids)
  );
begin
  -- A prompt is queued once for each of its saves: many rows may be of few prompts.
  if cardinality(ids || queued_ids) > most
    and (select count(distinct id) from unnest(queued_ids) id) < cardinality(queued_ids) / 2 then
    queued_ids := private.distinct_queued_ids(partitions, most + 1 - cardinality(ids));
  end if;
  ids := ids || queued_ids;
  return case when cardinality(ids) <= most then ids end;
end
$$;
comment on function private.unindexed_ids is
  'Returns the prompts of the partitions that are not in the word lists as they are now; null '
  'where there are so many that all texts may as well be scanned.';

create function private.look_up_words(partitions uuid[], words text[]) returns private.word_lookup
language plpgsql stable set search_path = ''
as $$
declare
  lookup private.word_lookup;
begin
  lookup.partitions := partitions;
  lookup.unindexed_ids := private.unindexed_ids(partitions);
  if lookup.unindexed_ids is not null then
    lookup.word_conditions := private.find_words(partitions, words);
  end if;
  return lookup;
end
$$;
comment on function private.look_up_words is
  'Looks up the words in the word lists of the partitions.';

create function private.plan_attempt(
  field text, words text[], lookup private.word_lookup, extra_condition text, forgiving boolean
) returns private.search_attempt
language plpgsql stable set search_path = ''
as $$
declare
  attempt private.search_attempt;
begin
  attempt.forgiving := forgiving;
  if forgiving then
    attempt.typos := private.typo_regexes(words, case when lookup.unindexed_ids = '{}' then lookup.word_conditions end);
  end if;
  attempt.text_sql := private.contains_sql(field, words, attempt.typos);
  if attempt.text_sql is not null and lookup.unindexed_ids is not null then
    select key_conditions, unverified_words into attempt.key_conditions, attempt.unverified_words
    from private.find_keys_sql(lookup.partitions, words, lookup.word_conditions, attempt.typos);
    if extra_condition is not null then
      attempt.key_conditions := attempt.key_conditions || extra_condition;
    end if;
    attempt.keys_sql := private.all_of_sql(attempt.key_conditions);
  end if;
  return attempt;
end
$$;
comment on function private.plan_attempt is
  'Returns the conditions for a search of a field of prompt_search; extra_condition is one more on '
  'keys, or null.';

create function private.select_ids(keys_sql text, parts integer[], unindexed_ids uuid[],
  max_ids integer) returns uuid[]
-- Statistics overestimate elements of arrays, so the planner would read the whole table for a
-- thousand rows.
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  -- The keys of a condition of which any one suffices. The index is read for one after the other
  -- until there are too many ids; for all keys at once, it would check each prompt for each of
  -- them.
  any_keys constant bigint[] :=
    substring(keys_sql from '^k\.keys && private\.keys_in\(''(\{[-0-9,]*\})''::bigint\[\], \$1\)$');
  ids uuid[] := '{}';
begin
  if keys_sql = 'true' or unindexed_ids is null then
    return null;
  elsif any_keys is not null then
    ids := array(
      select k.prompt_id
      from unnest(private.keys_in(any_keys, parts)) key,
        lateral (select prompt_id from private.search_keys where keys @> array[key] offset 0) k
      -- An unindexed prompt may no longer have the words of its keys.
      where k.prompt_id <> all (unindexed_ids)
      limit max_ids + 1
    );
  elsif keys_sql <> 'false' then
    execute format(
      'select array(select k.prompt_id from private.search_keys k where %s and k.prompt_id <> all ($2) limit %s)',
      keys_sql, max_ids + 1)
      into ids using parts, unindexed_ids;
  end if;
  return case when cardinality(ids) <= max_ids then ids end;
end
$$;
comment on function private.select_ids is
  'Returns the indexed prompts that have the keys, in parts of their partitions (null: in all); '
  'null if they are more than max_ids, or the keys can''t tell.';

create function private.estimated_matches(keys_sql text) returns double precision
-- Volatile, since stable functions may not run EXPLAIN.
language plpgsql volatile set search_path = ''
as $$
declare
  plan jsonb;
begin
  if keys_sql = 'false' then
    return 0;
  end if;
  execute 'explain (format json) select from private.search_keys k where '
    || keys_sql into plan using null::integer[];
  return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::double precision;
end
$$;
comment on function private.estimated_matches is
  'Returns how many prompts have the keys, as PostgreSQL''s statistics estimate.';

-- The functions below run a page's statement. Its parameters: $1 the caller, $2 the ids to look at,
-- $3 those of them that are unindexed, $4 the instant as of which the list is paged.

create function private.run_by_key(
  page_sql text, caller uuid, ids uuid[], unindexed_ids uuid[], as_of timestamptz,
  out page_ids uuid[], out page_keys jsonb[]
)
language plpgsql stable set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  set max_parallel_workers_per_gather = 0
as $$
begin
  execute page_sql into page_ids, page_keys using caller, ids, unindexed_ids, as_of;
end
$$;
comment on function private.run_by_key is 'Runs a page''s statement by looking up each id.';

create function private.run_in_index_order(
  page_sql text, caller uuid, ids uuid[], unindexed_ids uuid[], as_of timestamptz,
  out page_ids uuid[], out page_keys jsonb[]
)
-- No statistics tell how common a word is in a text, so the planner would fetch all rows and sort
-- them.
language plpgsql stable set search_path = '' set enable_bitmapscan = off set enable_sort = off set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set max_parallel_workers_per_gather = 0
as $$
begin
  execute page_sql into page_ids, page_keys using caller, ids, unindexed_ids, as_of;
end
$$;
comment on function private.run_in_index_order is
  'Runs a page''s statement by scanning the order''s index, whatever the planner estimates.';

create function private.run_as_planned(
  page_sql text, caller uuid, ids uuid[], unindexed_ids uuid[], as_of timestamptz,
  out page_ids uuid[], out page_keys jsonb[]
)
language plpgsql stable set search_path = ''
as $$
begin
  execute page_sql into page_ids, page_keys using caller, ids, unindexed_ids, as_of;
end
$$;
comment on function private.run_as_planned is 'Runs a page''s statement as the planner chooses.';

grant execute on function private.distinct_queued_ids, private.unindexed_ids, private.look_up_words, private.plan_attempt,
  private.select_ids, private.estimated_matches, private.run_by_key, private.run_in_index_order,
  private.run_as_planned to cuebook_search;

-- Presenting the prompts of a page, once for search_prompts and community_feed.

-- PostgreSQL inlines this into its callers, which spares the joins whose columns they don't read. A
-- SET clause, even of search_path, would prevent it.
create function private.present_prompts(ids uuid[], caller uuid) returns table (
  place bigint, id uuid, title text, content text, description text, tags text[], is_public boolean, version integer,
  user_id uuid, team_id uuid, group_id uuid, group_name text, is_template boolean, template_category text,
  category text, icon text, forked_from uuid, forked_from_version integer, created_at timestamptz, updated_at timestamptz,
  last_used_at timestamptz, is_favorite boolean, favorites_count integer, comments_count integer, forks_count integer,
  author_name text, author_avatar text, variable_count integer
)
language sql stable
as $$
  select page.place, p.id, p.title, p.content, p.description, p.tags, p.is_public, p.version,
    p.user_id, case when caller_is.insider then p.team_id end, case when caller_is.insider then p.group_id end, g.name,
    p.is_template, p.template_category, p.category, p.icon,
    source.id, case when source.id is not null then p.forked_from_version end, p.created_at, p.updated_at,
    u.used_at, f.prompt_id is not null, st.favorites_count, st.comments_count, st.forks_count,
    a.full_name, a.avatar_url, s.variable_count
  from unnest(ids) with ordinality as page (prompt_id, place)
  join public.prompts p on p.id = page.prompt_id and p.deleted_at is null
  -- Strangers don't learn the group and team of a prompt. The teams are looked up only if a row
  -- needs them.
  cross join lateral (
    select p.user_id = caller
      or (p.team_id is not null
        and p.team_id = any ((select array(select private.my_team_ids()))::uuid[])) as insider
  ) caller_is
  -- A source is named to people who may read it.
  left join lateral (
    select s.id from public.prompts s
    where s.id = p.forked_from and (
      s.user_id = caller or (s.is_public and s.deleted_at is null)
      or (s.team_id is not null
        and s.team_id = any ((select array(select private.my_team_ids()))::uuid[]))
      or (s.deleted_at is null
        and s.id = any ((select array(select private.my_shared_prompt_ids()))::uuid[]))
    )
    offset 0
  ) source on true
  join public.prompt_stats st on st.prompt_id = p.id
  left join public.groups g on g.id = p.group_id and (
    g.user_id = caller
    or (g.team_id is not null and g.team_id = any ((select array(select private.my_team_ids()))::uuid[]))
  )
  left join public.prompt_uses u on u.prompt_id = p.id and u.user_id = caller
  left join public.favorites f on f.prompt_id = p.id and f.user_id = caller
  left join public.profiles a on a.id = p.user_id
  left join public.prompt_search s on s.prompt_id = p.id
$$;
comment on function private.present_prompts is
  'Returns the prompts of a page as the caller may see them; place is the position in ids.';
grant execute on function private.present_prompts to cuebook_search;

-- A list shows the beginning of a content. If a word of the search comes later, it shows that part.
create function private.excerpt(content text, library_text text, visible_text text, words text[],
  typos text[]) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  -- library_text begins with a line feed, the title, and another line feed.
  content_start constant integer := char_length(split_part(library_text, E'\n', 2)) + 2;
  -- Lists show 300 characters. A match in the last 100 of them may be cut off.
  preview_end constant integer := content_start + 200;
  preview constant text := concat_ws(E'\n', visible_text, left(library_text, preview_end));
  match_start integer;
begin
  for number in 1..cardinality(words) loop
    continue when strpos(preview, words[number]) > 0;
    match_start := strpos(library_text, words[number]);
    if match_start = 0 and typos[number] is not null then
      -- A regular expression that starts with any letter would be tried at each one.
      match_start := regexp_instr(library_text, regexp_replace(typos[number], '^[.]', ''));
      continue when match_start + length(words[number]) <= preview_end
        or visible_text ~ typos[number];
    end if;
    if match_start > content_start then
      -- Folding may have moved it by some characters.
      return substr(content, greatest(match_start - content_start - 80, 1), 300);
    end if;
  end loop;
  return null;
end
$$;
comment on function private.excerpt is
  'Returns 300 characters of a content around the first of the words (or its typo) that stands '
  'neither at the start of library_text nor in visible_text, the prompt''s other folded texts; '
  'null if all words are visible.';
grant execute on function private.excerpt to cuebook_search;
