-- Every number that decides how a search runs. They change neither the rows that are found nor
-- their order.
--
-- Measurements are milliseconds of processor time, on average over 50 words, in 100,000 prompts and
-- a library of 10,000. Each threshold was varied, with all others as they are. docs/search.md
-- explains strategies and terms.

create function private.search_thresholds(
  out indexed_partition_size integer,
  out max_unindexed_prompts integer,
  out max_containing_words integer,
  out max_typo_words integer,
  out max_ranked_ids integer,
  out max_matching_ids integer,
  out max_repeated_condition_length integer,
  out min_scan_matches_by_time integer,
  out min_scan_matches_by_points integer,
  out extra_scan_matches_for_typo integer,
  out scan_rows_per_page_row integer,
  out scan_growth integer,
  out min_scan_yield double precision,
  out max_feed_ids integer,
  out min_matches_for_rarest_word integer,
  out max_rarest_word_ratio integer,
  out max_rarest_typo_ids integer,
  out max_scan_rows_per_id integer,
  out id_scan_growth integer,
  out min_part_matches integer,
  out part_months integer[],
  out part_points integer[]
)
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- Word lists.

  -- Scanning 300 texts takes 2.4 (8 µs each), and a rare word in a library with a word list 2.3.
  indexed_partition_size := 300;
  -- Scanning 1,000 texts takes 8, and a common word in a library 8.7.
  max_unindexed_prompts := 1000;
  -- Two letters in a library, the slowest in twenty: 6.9 with 75 words, 8.1 with 300, 10.1 with
  -- 1,200. In the community: 5.0, 4.1, 4.6.
  max_containing_words := 300;
  -- A mistyped word in a library: 4.6 to 4.9 with 50 to 2,000 words; in the community 4.8 to 5.1.
  max_typo_words := 500;

  -- search_prompts.

  -- A common word: 8.2 with 175 ids, 8.7 with 350, 9.5 with 700, 13.0 with 1,400.
  max_ranked_ids := 350;
  -- Two common words: 8.4 with 500 ids, 8.0 with 1,000, 8.1 with 2,000, 8.6 with 4,000. One: 8.4,
  -- 9.0, 9.8, 11.3.
  max_matching_ids := 1000;
  -- Some 25 keys. Many more would be checked twice for each prompt; 1 to 6,000 characters measure
  -- alike (8.2 to 8.5).
  max_repeated_condition_length := 600;

  -- community_feed: scanning in index order.

  -- A common word, latest: 2.8 with 2,000 to 8,000, but 10.4 with 16,000.
  min_scan_matches_by_time := 4000;
  -- Words only, since tags have no keys for points. In ten million, a word in 6,000 prompts for which statistics say 80,000
  -- takes 317 if the order is scanned, 10 by its parts.
  min_scan_matches_by_points := 32000;
  -- A mistyped word: 4.4 with 0 and 4,000, 5.6 with 16,000.
  extra_scan_matches_for_typo := 4000;
  -- A common word: 4.9 with 1 (the slowest in twenty 15), 3.2 with 3 and 9.
  scan_rows_per_page_row := 3;
  -- A scan that filled less than a quarter of the page stops. Otherwise the next one reads four
  -- times as many rows.
  min_scan_yield := 0.25;
  scan_growth := 4;

  -- community_feed: selecting ids.

  -- One key's 20,000 ids take 14. Two words: 5.4 with 5,000, 12.4 with 20,000 and more.
  max_feed_ids := 20000;
  -- Two words: 13.2 with 1,000, 5.6 with 4,000; five words 5.3. The rarest word alone pays in
  -- 1,000,000 prompts, where the intersection of two long lists is slow.
  min_matches_for_rarest_word := 1000;
  max_rarest_word_ratio := 10;
  -- Two words, one mistyped: 7.7 with 3,000, 14.2 with 12,000 and more; five words 7.8. As above.
  max_rarest_typo_ids := 12000;
  -- 10 to 160 measure alike: a rare word 2.3 to 2.4, one in 500 prompts 2.9 to 3.0.
  max_scan_rows_per_id := 40;
  id_scan_growth := 8;
  -- The first months of an order, then more of them; and the fewest points.
  min_part_matches := 1000;
  part_months := '{1,4,16}';
  part_points := '{64,8,2}';
end
$$;
comment on function private.search_thresholds is
  'Returns the thresholds of search, each with the measurement that set it.';
grant execute on function private.search_thresholds to cuebook_search;

-- Search rows: the folded texts of prompts, in a table of their own. docs/search.md explains search
-- in the order of these files. Texts have no index, which would be most of the cost of a save:
-- large partitions are searched by their words, and small ones are scanned.

-- A side table without grants. No text operator is leakproof, so a policy would prevent the use of
-- its indexes: only the search functions reach it, under a role of their own. Texts of up to 8 kB
-- stay uncompressed in their row. Otherwise reading a thousand of them would cost more than the
-- rest of a search.
create table public.prompt_search (
  prompt_id uuid references public.prompts (id) on delete cascade,
  user_id uuid not null,
  team_id uuid,
  group_id uuid,
  created_at timestamptz not null,
  is_public boolean not null,
  is_template boolean not null,
  variable_count integer not null,
  tags text[] not null,
  title text not null,
  library_text text not null,
  community_text text not null,
  library_grams text[] not null,
  library_grams_complete boolean not null,
  community_grams text[] not null,
  category text,
  -- Puts ids in order by the index alone.
  primary key (prompt_id) include (created_at)
) with (toast_tuple_target = 8160);
comment on table public.prompt_search is 'Search rows of prompts that are not deleted. No grants.';
comment on column public.prompt_search.variable_count is
  'How many variables the content has; results contain it instead of the content.';
comment on column public.prompt_search.library_text is
  'Title and content, folded, each after a line feed.';
comment on column public.prompt_search.community_text is
  'Title and description, folded, each after a line feed.';
comment on column public.prompt_search.library_grams is
  'private.grams of the first 20,000 characters of library_text.';
comment on column public.prompt_search.library_grams_complete is
  'Whether library_grams are those of the whole library_text.';
comment on column public.prompt_search.community_grams is
  'private.grams of community_text while the prompt is public.';
comment on column public.prompt_search.category is 'The folded category, of a template that of templates; null if there is none.';
comment on column public.prompt_search.title is 'The first 500 characters of the folded title.';
-- Every search reads the pending lists of these indexes: private.limit_pending_lists keeps them
-- short.
create index prompt_search_library_grams_idx on public.prompt_search
  using gin (user_id, library_grams) where library_grams <> '{}';
create index prompt_search_community_grams_idx on public.prompt_search
  using gin (community_grams) where is_public;
create index prompt_search_long_idx on public.prompt_search (user_id)
  where not library_grams_complete;
create index prompt_search_feed_idx on public.prompt_search (created_at desc, prompt_id desc)
  where is_public;
-- The titles of a library or team are read from these indexes alone.
create index prompt_search_newest_idx on public.prompt_search (user_id, created_at desc,
  prompt_id desc) include (title);
create index prompt_search_team_newest_idx on public.prompt_search (team_id, created_at desc,
  prompt_id desc) include (title) where team_id is not null;
create index prompt_search_template_idx on public.prompt_search (created_at desc, prompt_id desc)
  where is_template;

alter table public.prompt_search enable row level security;

-- The role of the search functions sees every row; its functions repeat the visibility rule.
grant execute on function private.caller_id, private.my_team_ids, private.my_shared_prompt_ids
  to cuebook_search;
grant select on table public.prompts, public.prompt_stats, public.profiles, public.favorites,
  public.prompt_uses, public.groups, public.prompt_details_v, public.hidden_authors
  to cuebook_search;

create policy "Search reads prompts" on public.prompts for select to cuebook_search using (true);
create policy "Search reads counts" on public.prompt_stats for select to cuebook_search
  using (true);
create policy "Search reads authors" on public.profiles for select to cuebook_search using (true);
create policy "Search reads favourites" on public.favorites for select to cuebook_search
  using (true);
create policy "Search reads uses" on public.prompt_uses for select to cuebook_search using (true);
create policy "Search reads groups" on public.groups for select to cuebook_search using (true);
create policy "Search reads hidden authors" on public.hidden_authors for select to cuebook_search
  using (true);

-- The role of the search functions owns the table. Under a policy, even using (true), the planner
-- may not use statistics for operators that are not leakproof, such as LIKE. It then takes every
-- word for a rare one, fetches a hundred thousand rows and sorts them. Policies don't apply to the
-- owner; nobody else gains a right.
grant create on schema public to cuebook_search;

alter table public.prompt_search owner to cuebook_search;
revoke create on schema public from cuebook_search;

-- The triggers that write it run as the role that applies these migrations. It lost its rights as
-- owner to the new owner.
do $$
begin
  execute format('grant select, insert, update, delete on table public.prompt_search to %I',
    current_user);
  execute format(
    'create policy "Triggers write search rows" on public.prompt_search to %I using (true) with check (true)',
    current_user);
end
$$;

-- The role only reads. PostgreSQL deletes the rows of a deleted prompt as the table's owner, hence
-- delete stays.
revoke insert, update, truncate, references, trigger on table public.prompt_search
  from cuebook_search;

-- A GIN index has a list of pending entries, which every search reads, so it is kept short. But a
-- thousand prompts merged a few at a time cost several times as much as merged together. A function
-- that writes many prompts sets a long list for itself; its entries are merged before it ends.
create function private.is_bulk_write() returns boolean
language sql stable set search_path = ''
as $$ select current_setting('gin_pending_list_limit') = '64MB' $$;
comment on function private.is_bulk_write is
  'Returns whether the current statement writes many prompts.';

create function private.limit_pending_lists() returns void
language sql set search_path = ''
as $$
  select set_config('gin_pending_list_limit', case when private.is_bulk_write() then '64MB' else '256kB' end, true)
$$;
comment on function private.limit_pending_lists is
  'Limits the pending lists of the search indexes for this transaction.';

create function private.merge_pending_lists() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform gin_clean_pending_list(i.indexrelid)
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where i.indrelid = 'public.prompt_search'::regclass and a.amname = 'gin';
  return null;
end
$$;
comment on function private.merge_pending_lists is
  'Merges the pending entries into the search indexes.';
grant execute on function private.is_bulk_write to authenticated, service_role;

-- In scripts without spaces between words (Chinese, Japanese, Thai …), people look for one or two
-- characters, which an index finds. Pairs are joined from two arrays, which is faster than a window
-- function: an import makes thousands.
create function private.grams(folded text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  letters text[];
begin
  if octet_length(folded) = length(folded) then
    return '{}';
  end if;
  -- Only the ends of a run of ASCII characters are part of a pair with another character.
  folded := regexp_replace(folded, '([\x01-\x7f])[\x01-\x7f]+([\x01-\x7f])', '\1 \2', 'g');
  letters := string_to_array(translate(folded, E'\n\r\t', '   '), null);
  return coalesce((
    select array_agg(found.gram)
    from (
      select distinct gram collate "C" as gram
      from unnest(letters, letters[2:]) as pair (letter, following),
        lateral (values (letter), (letter || following)) as grams (gram)
      where strpos(gram, ' ') = 0 and octet_length(gram) > length(gram)
    ) found
  ), '{}');
end
$$;
comment on function private.grams is
  'Returns the characters of a text that are not ASCII, and the pairs that contain one.';
grant execute on function private.grams to cuebook_search;

-- The pattern of templating/variables.ts, with each character beyond ASCII for a letter:
-- what counts as a letter differs between installations of PostgreSQL. Each match takes some 15 µs,
-- whatever its length, so they end with the 10,000th braces: a million characters took 3 s.
create function private.variable_count(content text) returns integer
language sql immutable strict parallel safe set search_path = ''
as $$
  select case when pg_catalog.strpos(content, '{{') = 0 then 0 else (
    select count(distinct variable[1])::integer
    from pg_catalog.regexp_matches(
      pg_catalog.array_to_string((pg_catalog.string_to_array(content, '}}'))[:10001], '}}'),
      '\{\{[ \t]*([A-Za-z_\u0080-\U0010ffff][\w.\-\u0080-\U0010ffff]*(?: [\w.\-\u0080-\U0010ffff]+)*)[ \t]*'
        || '(?:\|[ \t]*(?:long|number|choice)[ \t]*)?(?::(?:[^{}\n]|\{(?!\{)|\}(?!\}))*)?\}\}', 'g') variable
  ) end
$$;
comment on function private.variable_count is 'Returns how many different variables a content has, before its 10,000th closing braces.';

-- The title is cut so that it fits an index, however folding lengthens it. The index of
-- community_grams holds public prompts only, so a private prompt gets them when it becomes public.
create function private.search_row(p public.prompts) returns public.prompt_search
language plpgsql immutable set search_path = ''
as $$
declare
  search_row public.prompt_search;
  title constant text := private.fold(p.title);
begin
  search_row.prompt_id := p.id;
  search_row.user_id := p.user_id;
  search_row.team_id := p.team_id;
  search_row.group_id := p.group_id;
  search_row.created_at := p.created_at;
  search_row.is_public := p.is_public;
  search_row.is_template := p.is_template;
  search_row.variable_count := private.variable_count(p.content);
  search_row.tags := array(select private.fold(tag) from unnest(p.tags) tag);
  search_row.title := left(title, 500);
  search_row.library_text := E'\n' || title || E'\n' || private.fold(private.without_reference_ids(p.content));
  search_row.community_text := E'\n' || title || E'\n' || coalesce(private.fold(p.description), '');
  search_row.library_grams := private.grams(left(search_row.library_text, 20000));
  search_row.library_grams_complete := char_length(search_row.library_text) <= 20000;
  search_row.community_grams := case when p.is_public then private.grams(search_row.community_text) else '{}' end;
  search_row.category := nullif(btrim(private.fold(coalesce(p.category, p.template_category))), '');
  return search_row;
end
$$;
comment on function private.search_row is 'Returns the search row of a prompt.';

-- Casts the new rows themselves. When they were joined to their table, to get its type, the
-- function was called for every prompt of everybody as soon as many were new.
create function private.index_new_prompts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.limit_pending_lists();
  insert into public.prompt_search
  select found.*
  from made, lateral private.search_row(row(made.*)::public.prompts) found
  where made.deleted_at is null;
  return null;
end
$$;
comment on function private.index_new_prompts is 'Adds the search rows of new prompts.';

create trigger prompts_index_new after insert on public.prompts
  referencing new table as made
  for each statement execute function private.index_new_prompts();

create function private.index_prompt() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  row public.prompt_search;
begin
  if new.deleted_at is not null then
    delete from public.prompt_search where prompt_id = new.id;
    return null;
  end if;
  perform private.limit_pending_lists();
  if old.deleted_at is null
    and (old.title, old.content, old.description) is not distinct from (new.title, new.content, new.description)
  then
    update public.prompt_search
    set user_id = new.user_id, team_id = new.team_id, group_id = new.group_id,
      is_public = new.is_public, is_template = new.is_template,
      tags = array(select private.fold(tag) from unnest(new.tags) tag),
      category = nullif(btrim(private.fold(coalesce(new.category, new.template_category))), ''),
      community_grams = case
        when new.is_public = old.is_public then community_grams
        when new.is_public then private.grams(community_text)
        else '{}'
      end
    where prompt_id = new.id;
    return null;
  end if;
  row := private.search_row(new);
  insert into public.prompt_search select row.*
  on conflict (prompt_id) do update
  set user_id = excluded.user_id, team_id = excluded.team_id, group_id = excluded.group_id,
    is_public = excluded.is_public, is_template = excluded.is_template, tags = excluded.tags,
    variable_count = excluded.variable_count, title = excluded.title, library_text = excluded.library_text,
    community_text = excluded.community_text,
    library_grams = excluded.library_grams,
    library_grams_complete = excluded.library_grams_complete,
    community_grams = excluded.community_grams, category = excluded.category;
  return null;
end
$$;
comment on function private.index_prompt is 'Updates the search row of a changed prompt.';

create trigger prompts_index after update on public.prompts
  for each row when (
    (old.title, old.content, old.description, old.tags, old.user_id, old.team_id, old.group_id,
      old.is_public, old.is_template, old.category, old.template_category, old.deleted_at is null)
    is distinct from (new.title, new.content, new.description, new.tags, new.user_id, new.team_id, new.group_id,
      new.is_public, new.is_template, new.category, new.template_category, new.deleted_at is null)
  ) execute function private.index_prompt();
-- Triggers run in alphabetical order: these come after those that write search rows.
create trigger prompts_search_merged_new after insert on public.prompts
  for each statement when (private.is_bulk_write()) execute function private.merge_pending_lists();
create trigger prompts_search_merged after update on public.prompts
  for each statement when (private.is_bulk_write()) execute function private.merge_pending_lists();
