-- Searching a library, teams, shared prompts, templates or favourites. The best rank comes first, and
-- the newest prompt within it. Rank 3 has all words in the title, 2 in title and tags, 1 in title,
-- tags and description, 0 in title and content. A search runs in passes over ranks, best first, until
-- the page is full.

-- The visibility rule of the policies of prompts, which these functions bypass.
create function private.search_scope_sql(scope text, in_groups uuid[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  readable constant text := '(s.user_id = $1 or s.is_public or s.team_id in (select private.my_team_ids())
    or s.prompt_id in (select private.my_shared_prompt_ids()))';
  condition constant text := case coalesce(scope, 'library')
    when 'library' then 's.user_id = $1'
    when 'teams' then 's.team_id in (select private.my_team_ids())'
    when 'shared' then 's.prompt_id in (select private.my_shared_prompt_ids())'
    when 'templates' then 's.is_template and ' || readable
    when 'favorites' then
      'exists (select from public.favorites f where f.user_id = $1 and f.prompt_id = s.prompt_id) and ' || readable
    else case when scope ~ '^team:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      -- Membership stands apart from the rows, so that it is read once.
      format('s.team_id = %1$L and exists (select from private.my_team_ids() team where team = %1$L)', substr(scope, 6)) end
  end;
begin
  if condition is null then
    raise exception 'The scope is library, teams, team: and an id, shared, templates or favorites'
      using errcode = 'invalid_parameter_value';
  end if;
  return concat_ws(' and ', condition,
    case when in_groups is not null then format(
      's.group_id = any (%L::uuid[]) and (s.user_id = $1 or s.team_id in (select private.my_team_ids()))', in_groups) end,
    case when private.token_group_id() is not null then
      format('s.group_id = any (%L::uuid[])', private.token_group_ids()) end,
    case when private.token_team_id() is not null then format('s.team_id = %L', private.token_team_id()) end);
end
$$;
comment on function private.search_scope_sql is
  'Returns SQL: whether a row s of prompt_search is in the scope and groups, within the limits of an access token, and visible to '
  'the caller, $1.';
create function private.chosen_groups(in_group uuid, and_below boolean) returns uuid[]
language sql stable set search_path = ''
as $$
  select case when in_group is not null then
    case when and_below then private.group_tree(array[in_group]) else array[in_group] end
  end
$$;
comment on function private.chosen_groups is
  'Returns the groups of a list or search: the one that was chosen, or it and those below; null for all prompts.';
grant execute on function private.search_scope_sql, private.chosen_groups to cuebook_search;

create type private.search_request as (
  caller uuid,
  words text[],
  partition_sql text,
  scope_sql text,
  cursor_key jsonb,
  page_size integer,
  lookup private.word_lookup
);
comment on type private.search_request is
  'A call of search_prompts, parsed. scope_sql includes the filters.';
comment on column private.search_request.partition_sql is
  'SQL: whether a row of prompt_search is in the library or team that is searched, whose rows an index has newest first; '
  'null for other scopes.';

create function private.plan_search(
  caller uuid, query text, scope text, in_groups uuid[], after text, page_size integer
) returns private.search_request
language plpgsql stable set search_path = ''
as $$
declare
  is_library constant boolean := coalesce(scope, 'library') = 'library';
  team_ids constant uuid[] := case when scope like 'team%' then array(
    select team from private.my_team_ids() team where scope = 'teams' or team::text = substr(scope, 6)
  ) end;
  terms constant private.search_terms := private.parse_search(query, team_ids);
  request private.search_request;
begin
  request.caller := caller;
  request.words := terms.words;
  request.partition_sql := case
    when is_library then 'user_id = $1'
    when scope like 'team:%' and team_ids <> '{}' then format('team_id = %L', team_ids[1])
  end;
  request.cursor_key := private.read_cursor(after, 'prompts');
  request.page_size := least(greatest(coalesce(page_size, 50), 1), 200);
  request.scope_sql := private.search_scope_sql(scope, in_groups) || ' and '
    || private.search_filters_sql(terms);
  -- Shared prompts, templates and favourites come from many people's libraries: no word list
  -- covers them.
  if caller is not null and terms.words <> '{}' and (is_library or team_ids is not null) then
    request.lookup := private.look_up_words(
      case when is_library then array[caller] else team_ids end, terms.words);
  end if;
  return request;
end
$$;
comment on function private.plan_search is
  'Parses a call of search_prompts, and looks its words up where the scope has word lists.';

create type private.rank_plan as (
  lowest_ranks integer[],
  matching_ids uuid[],
  described_ids uuid[],
  title_sql text,
  rank_sql text
);
comment on type private.rank_plan is 'The passes of an attempt.';
comment on column private.rank_plan.lowest_ranks is
  'The lowest rank of each pass; a pass goes from there up to the one before. Empty if no prompt '
  'has the words.';
comment on column private.rank_plan.matching_ids is
  'The indexed prompts of any rank; null if too many or unknown.';
comment on column private.rank_plan.described_ids is
  'Those of rank 1 or better, selected only if matching_ids are many; null if too many or unknown.';

create function private.plan_ranks(request private.search_request, attempt private.search_attempt)
returns private.rank_plan
language plpgsql stable set search_path = ''
as $$
declare
  limits constant record := private.search_thresholds();
  unindexed_ids constant uuid[] := (request.lookup).unindexed_ids;
  plan private.rank_plan;
begin
  plan.lowest_ranks := '{0}';
  if unindexed_ids is not null then
    plan.matching_ids := private.select_ids(attempt.keys_sql, null, unindexed_ids,
      limits.max_matching_ids);
    if plan.matching_ids = '{}' and unindexed_ids = '{}' then
      plan.lowest_ranks := '{}';
    elsif request.partition_sql is not null
      and coalesce(cardinality(plan.matching_ids) > limits.max_ranked_ids, true) then
      -- Too many to rank each: fetch the better ranks by key, then scan for rank 0.
      plan.described_ids := private.select_ids(attempt.keys_sql, '{1,2,3}', unindexed_ids,
        limits.max_ranked_ids);
      plan.lowest_ranks := case
        when plan.described_ids is not null then '{1,0}'
        when attempt.keys_sql = 'true' then '{3,0}'
        else '{3,2,1,0}'
      end;
    end if;
  elsif request.partition_sql is not null and request.words <> '{}' then
    -- An index holds the titles of a library or team. All other ranks take one pass over its texts.
    plan.lowest_ranks := '{3,0}';
  end if;
  if plan.lowest_ranks <> '{}' and request.words <> '{}' then
    select r.title_sql, r.rank_sql into plan.title_sql, plan.rank_sql
    from private.rank_sql(request.words, attempt.typos) r;
  end if;
  return plan;
end
$$;
comment on function private.plan_ranks is 'Divides the ranks of an attempt into passes.';

create type private.rank_pass as (
  lowest integer,
  highest integer,
  ids uuid[],
  strategy text
);
comment on type private.rank_pass is
  'A pass over the prompts of some ranks. ids are those to look at besides the unindexed ones; '
  'null for all of the scope.';

create function private.plan_pass(
  request private.search_request, attempt private.search_attempt, plan private.rank_plan,
  lowest integer, highest integer
) returns private.rank_pass
language plpgsql stable set search_path = ''
as $$
declare
  limits constant record := private.search_thresholds();
  unindexed_ids constant uuid[] := (request.lookup).unindexed_ids;
  has_one_rank constant boolean := lowest = highest or request.words = '{}';
  pass private.rank_pass;
begin
  pass.lowest := lowest;
  pass.highest := highest;
  pass.ids := case
    when lowest = 0 or unindexed_ids is null then plan.matching_ids
    when lowest = 1 and highest = 3 then plan.described_ids
    else private.select_ids(
      case when lowest = 1 then private.also_in_text_sql(attempt.keys_sql) else attempt.keys_sql end,
      array(select generate_series(lowest, 3)), unindexed_ids, limits.max_ranked_ids)
  end;
  pass.strategy := case
    when pass.ids = '{}' and unindexed_ids = '{}' then 'skip'
    when request.partition_sql is not null and has_one_rank and cardinality(pass.ids) > limits.max_ranked_ids then 'scan index for ids'
    when pass.ids is not null then 'fetch by key'
    -- Pairs of characters have an index of their own.
    when request.partition_sql is not null and has_one_rank and strpos(attempt.text_sql, 'library_grams') = 0 then 'scan index'
    else 'as planned'
  end;
  return pass;
end
$$;
comment on function private.plan_pass is
  'Chooses the strategy of a pass; docs/search.md has a table of them.';

create function private.pass_sql(
  request private.search_request, attempt private.search_attempt, plan private.rank_plan, pass private.rank_pass,
  max_rows integer
) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  has_words constant boolean := request.words <> '{}';
  has_one_rank constant boolean := pass.lowest = pass.highest or not has_words;
  rank_sql constant text := case
    when not has_words then '0' when has_one_rank then pass.lowest::text else plan.rank_sql end;
  source_sql constant text := case when pass.strategy = 'scan index for ids' then $sql$
    (
      select created_at, prompt_id from public.prompt_search
      where $sql$ || request.partition_sql || $sql$ and (prompt_id in (select unnest($2 || $3))) is true
    ) newest join public.prompt_search using (created_at, prompt_id)
  $sql$ else 'public.prompt_search' end;
  match_sql constant text := case
    when pass.ids is not null then 's.prompt_id = any ($2 || $3) and ' || private.is_match_sql(
      attempt.text_sql, 'library_text',
      case when pass.lowest = 0 then attempt.unverified_words else request.words end, attempt.forgiving)
    -- The text includes the title, which an index holds.
    when pass.lowest = 3 and request.partition_sql is not null then 'true'
    else attempt.text_sql
  end;
  in_ranks_sql constant text := case
    when pass.lowest = 3 then plan.title_sql
    when not has_words or pass.lowest = 0 and pass.highest = 3 then 'true'
    else format('%s between %s and %s', plan.rank_sql, pass.lowest, pass.highest)
  end;
  cursor_key constant jsonb := request.cursor_key;
  after_cursor_sql constant text := case
    when cursor_key is null or (cursor_key ->> 'rank')::integer > pass.highest then 'true'
    when has_one_rank then
      format('(s.created_at, s.prompt_id) < (%L::timestamptz, %L::uuid)', cursor_key ->> 'at',
        cursor_key ->> 'id')
    else format('(%s, s.created_at, s.prompt_id) < (%L::integer, %L::timestamptz, %L::uuid)',
      plan.rank_sql, cursor_key ->> 'rank', cursor_key ->> 'at', cursor_key ->> 'id')
  end;
begin
  return format(
    $sql$
      select coalesce(array_agg(prompt_id order by rank desc, created_at desc, prompt_id desc), '{}') as ids,
        coalesce(array_agg(to_jsonb(rank) order by rank desc, created_at desc, prompt_id desc),
          '{}') as keys
      from (
        select s.prompt_id, s.created_at, %1$s as rank
        from (
          select *, title || E'\n' || array_to_string(tags, E'\n') as title_and_tags,
            community_text || E'\n' || array_to_string(tags, E'\n') as without_content
          from %2$s
        ) s
        where (%3$s) and (%4$s) and (%5$s) and (%6$s)
        order by %7$s s.created_at desc, s.prompt_id desc
        limit %8$s
      ) best
    $sql$,
    rank_sql, source_sql, match_sql, request.scope_sql, in_ranks_sql, after_cursor_sql,
    case when has_one_rank then '' else 'rank desc,' end, max_rows);
end
$$;
comment on function private.pass_sql is
  'Returns SQL: the ids and ranks of a pass. Its parameters are those of private.run_by_key.';

create function private.run_passes(
  request private.search_request, attempt private.search_attempt, out ids uuid[], out ranks jsonb[],
  out strategies text[]
)
language plpgsql stable set search_path = ''
as $$
declare
  plan constant private.rank_plan := private.plan_ranks(request, attempt);
  unindexed_ids constant uuid[] := (request.lookup).unindexed_ids;
  cursor_rank constant integer := request.cursor_key ->> 'rank';
  lowest integer;
  highest integer := 3;
  pass private.rank_pass;
  pass_sql text;
  found record;
begin
  ids := '{}';
  ranks := '{}';
  if plan.lowest_ranks = '{}' then
    strategies := array['ranks 3 to 0: skip'];
  end if;
  foreach lowest in array plan.lowest_ranks loop
    exit when cardinality(ids) = request.page_size;
    -- Passes above the cursor's rank were on earlier pages.
    if lowest <= coalesce(cursor_rank, 3) then
      pass := private.plan_pass(request, attempt, plan, lowest, highest);
      strategies := strategies || format('ranks %s to %s: %s', highest, lowest, pass.strategy);
      if pass.strategy <> 'skip' then
        pass_sql := private.pass_sql(request, attempt, plan, pass,
          request.page_size - cardinality(ids));
        if pass.strategy like 'scan index%' then
          found := private.run_in_index_order(pass_sql, request.caller, pass.ids, unindexed_ids,
            null);
        else
          found := private.run_as_planned(pass_sql, request.caller, pass.ids, unindexed_ids, null);
        end if;
        ids := ids || found.page_ids;
        ranks := ranks || found.page_keys;
      end if;
    end if;
    highest := lowest - 1;
  end loop;
end
$$;
comment on function private.run_passes is
  'Runs the passes of an attempt, best ranks first, until the page is full.';

create function private.find_prompts(
  request private.search_request, out ids uuid[], out ranks jsonb[], out forgiving boolean, out typos text[],
  out strategies text[]
)
language plpgsql stable set search_path = ''
as $$
declare
  attempt private.search_attempt;
  found record;
begin
  forgiving := coalesce((request.cursor_key ->> 'forgiving')::boolean, false);
  loop
    attempt := private.plan_attempt('library_text', request.words, request.lookup, null, forgiving);
    exit when attempt.text_sql is null;
    if forgiving then
      strategies := strategies || 'forgive a typo'::text;
    end if;
    found := private.run_passes(request, attempt);
    ids := found.ids;
    ranks := found.ranks;
    typos := attempt.typos;
    strategies := strategies || found.strategies;
    -- A typo is forgiven where nothing matches exactly, on the first page.
    exit when ids <> '{}' or forgiving or request.cursor_key is not null or request.words = '{}';
    forgiving := true;
  end loop;
end
$$;
comment on function private.find_prompts is
  'Finds a page of prompts, exactly or with a typo, and tells by which strategies.';

create function public.search_prompts(
  query text default '',
  scope text default 'library',
  in_group uuid default null,
  after text default null,
  page_size integer default 50,
  and_below boolean default false
) returns table (
  id uuid, title text, preview text, excerpt text, variable_count integer, description text, tags text[], is_public boolean, version integer,
  user_id uuid, team_id uuid, group_id uuid, group_name text, is_template boolean, template_category text,
  category text, icon text, forked_from uuid, created_at timestamptz, updated_at timestamptz,
  last_used_at timestamptz, is_favorite boolean, favorites_count integer,
  author_name text, author_avatar text, title_matches boolean, typo_forgiven boolean, cursor text
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller constant uuid := private.caller_id('prompts:read');
  request constant private.search_request := private.plan_search(caller, query, scope,
    private.chosen_groups(in_group, and_below), after, page_size);
  found record;
begin
  if caller is null then
    return;
  end if;
  found := private.find_prompts(request);
  -- Planning the query below takes time even if there is nothing to present.
  if coalesce(cardinality(found.ids), 0) = 0 then
    return;
  end if;
  return query
    select p.id, p.title, left(private.without_reference_ids(left(p.content, 10000)), 300),
      case when t.library_text is not null then
        private.excerpt(private.without_reference_ids(p.content), t.library_text,
          concat_ws(E'\n', t.community_text, array_to_string(t.tags, E'\n')),
          request.words, found.typos) end,
      p.variable_count, p.description, p.tags, p.is_public, p.version, p.user_id, p.team_id, p.group_id, p.group_name,
      p.is_template, p.template_category, p.category, p.icon, p.forked_from, p.created_at, p.updated_at,
      p.last_used_at, p.is_favorite, p.favorites_count, p.author_name, p.author_avatar,
      found.ranks[p.place] = '3', found.forgiving,
      jsonb_build_object(
        'rank', found.ranks[p.place], 'at', p.created_at, 'id', p.id, 'forgiving',
        found.forgiving)::text
    from private.present_prompts(found.ids, caller) p
    -- Only rank 0 has matches that the row doesn't show anyway. Counting characters of short texts
    -- is spared.
    left join lateral (
      select s.community_text, s.tags,
        case when octet_length(s.library_text) <= 20000 then s.library_text else left(s.library_text, 20000) end
          as library_text
      from public.prompt_search s
      where request.words <> '{}' and found.ranks[p.place] = '0' and s.prompt_id = p.id
    ) t on true
    order by p.place;
end
$$;
comment on function public.search_prompts is
  'Returns prompts of a scope (library: own, teams, team: and the id of one, shared, templates, favorites) whose title or content contains '
  'every word of the query: those with all words in the title first, then in title and tags, then '
  'with the description, then the rest, each newest first; filters tag: category: group: in: is: has: '
  'used: author:. Searches one group with in_group, and those below it with and_below. The next page comes after the '
  'cursor of the last row. When nothing matches, one typo is forgiven. excerpt is where a word stands that neither the row''s other texts nor the preview '
  'have.';

create function private.explain_search(
  query text default '', scope text default 'library', in_group uuid default null, after text default null,
  page_size integer default 50
) returns table (step bigint, strategy text)
language sql stable security definer set search_path = ''
as $$
  select s.step, s.strategy
  from private.find_prompts(private.plan_search(private.caller_id('prompts:read'), query, scope, private.chosen_groups(in_group, false), after, page_size)) found,
    unnest(found.strategies) with ordinality s (strategy, step)
$$;
comment on function private.explain_search is
  'Runs search_prompts with these arguments, and returns the strategies it takes, for debugging. '
  'docs/search.md has an example.';

grant execute on function private.plan_search, private.plan_ranks, private.plan_pass,
  private.pass_sql, private.run_passes, private.find_prompts to cuebook_search;
grant execute on function public.search_prompts to authenticated, service_role;

-- An owner of a function needs the right to create in its schema, at the moment it becomes the
-- owner.
grant create on schema public, private to cuebook_search;
alter function public.search_prompts owner to cuebook_search;
alter function private.explain_search owner to cuebook_search;
revoke create on schema public, private from cuebook_search;
