-- Searching the community, in the chosen order: latest, oldest, trending or top. Words narrow the
-- feed and don't rank it.

-- Runs with the rights of its owner, since folding needs an extension that the search role can't
-- reach.
create function private.community_filters_sql(tags text[], category text) returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(' and ',
    case when cardinality(folded.tags) > 0 then format('s.tags @> %L::text[]', folded.tags) end,
    case when folded.category <> '' then format('s.category = %L', folded.category) end,
    case when cardinality(hidden.authors) > 0 then format('s.user_id <> all (%L::uuid[])', hidden.authors) end,
    'true')
  from (
    select
      array(
        select btrim(private.fold(tag)) from unnest(community_filters_sql.tags) tag
          where btrim(tag) <> '' limit 20
      ) as tags,
      btrim(private.fold(community_filters_sql.category)) as category
  ) folded, (
    select array(
      select h.author_id from public.hidden_authors h where h.user_id = auth.uid()
    ) as authors
  ) hidden
$$;
comment on function private.community_filters_sql is
  'Returns SQL: whether a row s of prompt_search has all of the tags and the category, and an '
  'author whom the caller did not hide.';

create function private.requested_labels(tags text[], category text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select private.label_words(
    array(select btrim(private.fold(tag)) from unnest(requested_labels.tags) tag
      where btrim(tag) <> '' limit 20),
    btrim(private.fold(requested_labels.category)))
$$;
comment on function private.requested_labels is
  'Returns the words by which the community''s word list names the requested tags and category.';

create type private.feed_request as (
  caller uuid,
  words text[],
  labels_sql text,
  filters_sql text,
  is_by_time boolean,
  key_sql text,
  direction text,
  listed_sql text,
  after_sql text,
  cursor_key jsonb,
  as_of timestamptz,
  page_size integer,
  lookup private.word_lookup,
  indexed_prompts double precision
);
comment on type private.feed_request is
  'A call of community_feed, parsed. In its SQL, rows o have the key of the order, and rows s are '
  'those of prompt_search.';
comment on column private.feed_request.labels_sql is
  'Condition on search_keys k: has the requested tags and category; null without any.';
comment on column private.feed_request.key_sql is
  'The column by which the feed is ordered, and then by prompt_id.';
comment on column private.feed_request.listed_sql is 'Condition on o: listed in the order.';
comment on column private.feed_request.after_sql is 'Condition on o: behind the cursor.';
comment on column private.feed_request.as_of is
  'The instant of the first page. Later prompts are left out. Rows that move may come twice; the '
  'reader drops repeats.';
comment on column private.feed_request.indexed_prompts is
  'How many prompts have keys; null if the word list is not used.';

create function private.plan_feed(
  caller uuid, sort text, query text, after text, page_size integer, with_tags text[],
  in_category text
) returns private.feed_request
language plpgsql stable set search_path = ''
as $$
declare
  community constant uuid := private.community_partition();
  terms constant private.search_terms := private.parse_search(query);
  labels constant text[] := private.requested_labels(with_tags || terms.tags, in_category);
  request private.feed_request;
begin
  request.caller := caller;
  request.words := terms.words;
  request.filters_sql := private.search_filters_sql(terms) || ' and '
    || private.community_filters_sql(with_tags, in_category);
  request.cursor_key := private.read_cursor(after, coalesce(sort, 'latest'));
  request.as_of := coalesce((request.cursor_key ->> 'as_of')::timestamptz, now());
  request.page_size := least(greatest(coalesce(page_size, 20), 1), 200);
  request.is_by_time := coalesce(sort, 'latest') in ('latest', 'oldest');
  request.direction := case when sort = 'oldest' then 'asc' else 'desc' end;
  request.key_sql := case
    when request.is_by_time then 'o.created_at' when sort = 'trending' then 'o.hot' when sort = 'top' then 'o.points' end;
  if request.key_sql is null then
    raise exception 'The order is latest, oldest, trending or top'
      using errcode = 'invalid_parameter_value';
  end if;
  request.listed_sql := case when request.is_by_time then 'o.is_public and o.created_at <= $4' else 'o.listed' end;
  request.after_sql := case when request.cursor_key is null then 'true' else
    format('(%s, o.prompt_id) %s (%L, %L::uuid)',
      request.key_sql, case request.direction when 'asc' then '>' else '<' end,
      request.cursor_key ->> 'key', request.cursor_key ->> 'id') end;
  if labels <> '{}' then
    request.labels_sql := format('k.keys @> %L::bigint[]',
      private.partition_keys(community, labels));
  end if;
  if terms.words <> '{}' or labels <> '{}' then
    request.lookup := private.look_up_words(array[community], terms.words);
    if (request.lookup).unindexed_ids is not null then
      request.indexed_prompts := private.estimated_matches('true');
    end if;
  end if;
  return request;
end
$$;
comment on function private.plan_feed is
  'Parses a call of community_feed, and looks its words up in the community''s word list.';

create function private.feed_order_sql(
  request private.feed_request, columns_sql text, condition text, max_rows double precision
) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return format('(select %s from public.%s o where %s and %s order by %s %s, o.prompt_id %6$s limit %7$s)',
    columns_sql,
    case when request.is_by_time then 'prompt_search' else 'prompt_stats' end,
    request.after_sql, condition, request.key_sql, request.direction, coalesce(max_rows::text, 'null'));
end
$$;
comment on function private.feed_order_sql is
  'Returns SQL: the first max_rows rows o of the order, after the cursor, that meet a condition; all '
  'of them if it is null.';

create function private.feed_source_sql(request private.feed_request, order_sql text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return order_sql || case when request.is_by_time
    then ' s cross join lateral (select s.prompt_id, s.created_at, s.is_public) o'
    else ' o join public.prompt_search s on s.prompt_id = o.prompt_id' end;
end
$$;
comment on function private.feed_source_sql is
  'Returns SQL: rows of the order (o), all columns of its table, and their rows of prompt_search '
  '(s).';

create function private.feed_page_sql(request private.feed_request, source_sql text, condition text)
  returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return format(
    $sql$
      select array_agg(prompt_id order by key %1$s, prompt_id %1$s) as ids,
        array_agg(to_jsonb(key) order by key %1$s, prompt_id %1$s) as keys
      from (
        select s.prompt_id, %2$s as key
        from %3$s
        where s.is_public and not s.is_template and s.created_at <= $4 and (%4$s) and (%5$s)
        order by %2$s %1$s, o.prompt_id %1$s
        limit %6$s
      ) best
    $sql$, request.direction, request.key_sql, source_sql, request.filters_sql, condition,
    request.page_size);
end
$$;
comment on function private.feed_page_sql is
  'Returns SQL: the ids and keys of a page, of the source''s rows that meet a condition. Its '
  'parameters are those of private.run_by_key.';

-- Each strategy below returns a page, and which strategy it was. A page may have fewer rows than it
-- should: then the next strategy is tried. Strategies that follow a scan go on with as many rows as
-- it had come to.

create function private.scan_feed(
  request private.feed_request, text_sql text, inout scan_rows double precision,
  out page_ids uuid[], out page_keys jsonb[], out strategy text
)
language plpgsql stable set search_path = ''
as $$
declare
  limits constant record := private.search_thresholds();
  page_sql text;
  page record;
begin
  loop
    page_sql := private.feed_page_sql(
      request, private.feed_source_sql(request,
        private.feed_order_sql(request, '*', request.listed_sql, scan_rows)), text_sql);
    page := private.run_in_index_order(page_sql, request.caller, null, null, request.as_of);
    page_ids := page.page_ids;
    page_keys := page.page_keys;
    strategy := format('scan %s rows of the order', scan_rows);
    exit when cardinality(page_ids) = request.page_size
      or coalesce(cardinality(page_ids), 0) < request.page_size * limits.min_scan_yield
      or scan_rows > request.indexed_prompts;
    scan_rows := scan_rows * limits.scan_growth;
  end loop;
end
$$;
comment on function private.scan_feed is
  'Scans the order and its texts, in steps that grow while they find enough.';

create function private.choose_feed_keys(
  request private.feed_request, attempt private.search_attempt, matches double precision,
  out keys_sql text, out unverified_words text[]
)
language plpgsql stable set search_path = ''
as $$
declare
  limits constant record := private.search_thresholds();
  rarest_first text[];
  rarest_matches double precision;
begin
  keys_sql := attempt.keys_sql;
  unverified_words := attempt.unverified_words;
  if cardinality(attempt.key_conditions) > 1 then
    select array_agg(condition order by estimate), min(estimate) into rarest_first, rarest_matches
    from (
      select condition, private.estimated_matches(condition) as estimate
      from unnest(attempt.key_conditions) condition
    ) estimated;
    -- The index takes the first condition's prompts one after the other, and looks for each in the
    -- next conditions.
    keys_sql := private.all_of_sql(rarest_first);
    if matches > limits.min_matches_for_rarest_word and rarest_matches < least(
      case when attempt.forgiving then limits.max_rarest_typo_ids else limits.max_feed_ids end,
      limits.max_rarest_word_ratio * matches
    ) then
      keys_sql := rarest_first[1];
      unverified_words := request.words;
    end if;
  end if;
end
$$;
comment on function private.choose_feed_keys is
  'Returns the keys by which to select ids: all of the attempt, rarest first, or those of the rarest '
  'word, if enough of its prompts have the others.';

create function private.order_feed_ids(
  request private.feed_request, ids uuid[], match_sql text, scan_rows double precision,
  out page_ids uuid[], out page_keys jsonb[], out strategy text
)
language plpgsql stable set search_path = ''
as $$
declare
  limits constant record := private.search_thresholds();
  unindexed_ids constant uuid[] := (request.lookup).unindexed_ids;
  all_ids constant uuid[] := ids || unindexed_ids;
  -- Indexes alone have the columns of the order. Texts are read for the first ids only.
  columns_sql constant text := 'o.prompt_id, ' || request.key_sql;
  texts_sql constant text := ' o join public.prompt_search s on s.prompt_id = o.prompt_id';
  order_sql text;
  page_sql text;
  page record;
begin
  while scan_rows < limits.max_scan_rows_per_id * cardinality(ids) loop
    order_sql := private.feed_order_sql(request, columns_sql, request.listed_sql, scan_rows);
    page_sql := private.feed_page_sql(
      request,
      format('(select * from %s o where (o.prompt_id in (select unnest($2))) is true)', order_sql) || texts_sql,
      match_sql);
    page := private.run_in_index_order(page_sql, request.caller, all_ids, unindexed_ids,
      request.as_of);
    page_ids := page.page_ids;
    page_keys := page.page_keys;
    strategy := format('scan %s rows of the order for ids', scan_rows);
    exit when cardinality(page_ids) = request.page_size;
    scan_rows := scan_rows * limits.id_scan_growth;
  end loop;
  if coalesce(cardinality(page_ids), 0) < request.page_size then
    order_sql := private.feed_order_sql(request, columns_sql, 'o.prompt_id = any ($2)', null);
    page_sql := private.feed_page_sql(request, order_sql || texts_sql, match_sql);
    page := private.run_by_key(page_sql, request.caller, all_ids, unindexed_ids, request.as_of);
    page_ids := page.page_ids;
    page_keys := page.page_keys;
    strategy := 'fetch by key';
  end if;
end
$$;
comment on function private.order_feed_ids is
  'Puts ids in order: by scanning the order''s index alone while that costs less than looking up '
  'each id, then by key.';

-- The first matches of an order are most often in its first months, or among the prompts with most
-- points. Matches in those parts of the community are tried before all matches.

create function private.feed_key_number(request private.feed_request, key jsonb) returns double precision
language sql stable set search_path = ''
as $$
  select case when request.is_by_time then extract(epoch from (key #>> '{}')::timestamptz)::double precision
    else (key #>> '{}')::double precision end
$$;
comment on function private.feed_key_number is 'Returns a key of the order as a number; a time in seconds.';

create function private.feed_parts(request private.feed_request)
returns table (parts integer[], last_key double precision)
language plpgsql stable set search_path = ''
as $$
declare
  limits constant record := private.search_thresholds();
  cursor_number constant double precision := private.feed_key_number(request, request.cursor_key -> 'key');
  -- A prompt is at least as hot as one of its age without points.
  cursor_epoch constant double precision := cursor_number * case when request.is_by_time then 1 else 45000 end;
  max_points constant integer := coalesce((select max(st.points) from public.prompt_stats st where st.listed), 0);
  first_points integer;
  oldest timestamptz;
  newest timestamptz;
  first_month timestamp;
begin
  if request.key_sql = 'o.points' then
    first_points := least(max_points, cursor_number);
    return query
      select array(select generate_series(private.points_part(points), private.points_part(first_points))), points::double precision
      from unnest(limits.part_points) points where points <= first_points;
    return;
  end if;
  oldest := (select min(s.created_at) from public.prompt_search s where s.is_public and not s.is_template);
  newest := (select max(s.created_at) from public.prompt_search s where s.is_public and not s.is_template);
  if newest is not null then
    -- A cursor can have any key, also an infinite one.
    first_month := date_trunc('month', to_timestamp(least(extract(epoch from newest), greatest(extract(epoch from oldest),
      case request.direction when 'asc' then cursor_epoch else least(extract(epoch from request.as_of), cursor_epoch) end
    ))) at time zone 'UTC');
    return query
      select array(select private.month_part(first_month at time zone 'UTC') + step * number from generate_series(0, months - 1) number),
        case when request.is_by_time then extract(epoch from edge)::double precision else private.hot_score(max_points, edge) end
      from unnest(limits.part_months) months,
        lateral (select case request.direction when 'asc' then 1 else -1 end as step) direction,
        lateral (
          select (first_month + interval '1 month' * case step when 1 then months else 1 - months end) at time zone 'UTC' as edge
        ) last;
  end if;
end
$$;
comment on function private.feed_parts is
  'Returns parts of the community in which an order begins, after the cursor, each with more than the one before. No other '
  'prompt comes before last_key (private.feed_key_number).';

create function private.scan_feed_texts(
  request private.feed_request, text_sql text, out page_ids uuid[], out page_keys jsonb[],
  out strategy text
)
language plpgsql stable set search_path = ''
as $$
declare
  page_sql constant text := private.feed_page_sql(
    request,
    private.feed_source_sql(request, case when request.is_by_time then 'public.prompt_search' else 'public.prompt_stats' end),
    request.listed_sql || ' and ' || request.after_sql || ' and (' || text_sql || ')');
  page record;
begin
  -- The planner may choose an index of pairs of characters, authors or favourites instead of the
  -- order's.
  if page_sql ~ 'community_grams|s\.user_id = any|exists \(' then
    strategy := 'as planned';
    page := private.run_as_planned(page_sql, request.caller, null, null, request.as_of);
  else
    strategy := 'scan the order';
    page := private.run_in_index_order(page_sql, request.caller, null, null, request.as_of);
  end if;
  page_ids := page.page_ids;
  page_keys := page.page_keys;
end
$$;
comment on function private.scan_feed_texts is
  'Scans the whole order and its texts until the page is full.';

create function private.run_feed_attempt(
  request private.feed_request, attempt private.search_attempt,
  out page_ids uuid[], out page_keys jsonb[], out strategies text[]
)
language plpgsql stable set search_path = ''
as $$
declare
  limits constant record := private.search_thresholds();
  unindexed_ids constant uuid[] := (request.lookup).unindexed_ids;
  -- Words have keys for parts of the community; tags and categories don't.
  has_parts constant boolean := strpos(attempt.keys_sql, '$1') > 0;
  matches double precision;
  last_key double precision;
  min_scan_matches integer;
  scan_rows double precision;
  keys record;
  match_sql text;
  part record;
  ids uuid[];
  page record;
begin
  if attempt.keys_sql is not null then
    matches := private.estimated_matches(attempt.keys_sql);
    -- Prompts with many points are scattered over the table, so reading their texts costs more. The
    -- more prompts there are, the more rows a scan reads for a page.
    min_scan_matches := greatest(1, request.indexed_prompts / 1000000) * case when request.key_sql = 'o.points' and has_parts
        then limits.min_scan_matches_by_points else limits.min_scan_matches_by_time end
      + case when attempt.forgiving and cardinality(attempt.key_conditions) = 1
        then limits.extra_scan_matches_for_typo else 0 end;
    scan_rows := ceil(limits.scan_rows_per_page_row * request.page_size * request.indexed_prompts / greatest(matches, 1));
    if 'true' <> all (attempt.key_conditions) and matches > min_scan_matches then
      page := private.scan_feed(request, attempt.text_sql, scan_rows);
      scan_rows := page.scan_rows;
      strategies := strategies || page.strategy;
      if cardinality(page.page_ids) = request.page_size then
        page_ids := page.page_ids;
        page_keys := page.page_keys;
        return;
      end if;
    end if;
    keys := private.choose_feed_keys(request, attempt, matches);
    match_sql := private.is_match_sql(attempt.text_sql, 'community_text', keys.unverified_words, attempt.forgiving);
    for part in select * from private.feed_parts(request) where has_parts and matches > limits.min_part_matches loop
      ids := private.select_ids(keys.keys_sql, part.parts, unindexed_ids, limits.max_feed_ids);
      exit when ids is null;
      continue when cardinality(ids) + cardinality(unindexed_ids) < request.page_size;
      page := private.order_feed_ids(request, ids, match_sql, scan_rows);
      continue when coalesce(cardinality(page.page_ids), 0) < request.page_size;
      last_key := private.feed_key_number(request, page.page_keys[request.page_size]);
      if (case request.direction when 'asc' then last_key <= part.last_key else last_key >= part.last_key end) then
        page_ids := page.page_ids;
        page_keys := page.page_keys;
        strategies := strategies || (page.strategy || format(', in %s parts', cardinality(part.parts)));
        return;
      end if;
    end loop;
    -- Not returned by a function with other values: each copy of 20,000 ids takes 0.1 ms.
    ids := private.select_ids(keys.keys_sql, null, unindexed_ids, limits.max_feed_ids);
  end if;
  if ids is not null then
    page := private.order_feed_ids(request, ids, match_sql, scan_rows);
  else
    page := private.scan_feed_texts(request, attempt.text_sql);
  end if;
  page_ids := page.page_ids;
  page_keys := page.page_keys;
  strategies := strategies || page.strategy;
end
$$;
comment on function private.run_feed_attempt is
  'Tries the strategies for an attempt in turn, until one fills the page or reads everything.';

create function private.find_in_feed(
  request private.feed_request, out page_ids uuid[], out page_keys jsonb[], out forgiving boolean,
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
    attempt := private.plan_attempt('community_text', request.words, request.lookup,
      request.labels_sql, forgiving);
    exit when attempt.text_sql is null;
    if forgiving then
      strategies := strategies || 'forgive a typo'::text;
    end if;
    found := private.run_feed_attempt(request, attempt);
    page_ids := found.page_ids;
    page_keys := found.page_keys;
    strategies := strategies || found.strategies;
    -- A typo is forgiven where nothing matches exactly, on the first page.
    exit when page_ids is not null or forgiving or request.cursor_key is not null
      or request.words = '{}';
    forgiving := true;
  end loop;
end
$$;
comment on function private.find_in_feed is
  'Finds a page of the community, exactly or with a typo, and tells by which strategies.';

create function public.community_feed(
  sort text default 'latest',
  query text default '',
  after text default null,
  page_size integer default 20,
  with_tags text[] default '{}',
  in_category text default null
) returns table (
  id uuid, title text, preview text, variable_count integer, description text, tags text[], version integer, user_id uuid,
  is_template boolean, template_category text, category text, icon text,
  forked_from uuid, forked_from_version integer, created_at timestamptz, updated_at timestamptz,
  author_name text, author_avatar text, favorites_count integer, comments_count integer, forks_count integer,
  is_favorite boolean, typo_forgiven boolean, cursor text
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller constant uuid := private.caller_id('prompts:read');
  request constant private.feed_request :=
    private.plan_feed(caller, sort, query, after, page_size, with_tags, in_category);
  found record;
begin
  found := private.find_in_feed(request);
  -- Planning the query below takes time even if there is nothing to present.
  if found.page_ids is null then
    return;
  end if;
  return query
    select p.id, p.title, left(private.without_reference_ids(left(p.content, 10000)), 300), p.variable_count,
      p.description, p.tags, p.version, p.user_id,
      p.is_template, p.template_category, p.category, p.icon, p.forked_from, p.forked_from_version,
      p.created_at, p.updated_at, p.author_name, p.author_avatar,
      p.favorites_count, p.comments_count, p.forks_count, p.is_favorite, found.forgiving,
      jsonb_build_object(
        'key', found.page_keys[p.place], 'id', p.id, 'as_of', request.as_of, 'forgiving',
        found.forgiving)::text
    from private.present_prompts(found.page_ids, caller) p
    where p.is_public
    order by p.place;
end
$$;
comment on function public.community_feed is
  'Returns public prompts but the templates and those of authors whom the caller hid, in the order latest, '
  'oldest, trending or top, narrowed to those whose title or description contains every word of '
  'the query (filters as in search_prompts), that have every tag of with_tags and the category '
  'in_category, whatever their case. The next page comes after the cursor of the last row. When '
  'nothing matches, one typo is forgiven.';

-- The public page /explore, readable without an account. It shows nobody's favourites and hides
-- nobody's prompts. A text over 4,000 characters is cut, since a page has many.
create function public.explore_prompts(query text default '', after text default null, page_size integer default 24)
returns table (
  id uuid, title text, description text, content text, is_cut boolean, tags text[], category text, template_category text,
  icon text, version integer, user_id uuid, created_at timestamptz, updated_at timestamptz,
  author_name text, author_avatar text, favorites_count integer, comments_count integer, forks_count integer, cursor text
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  request constant private.feed_request := private.plan_feed(null, 'latest', query, after, page_size, '{}', null);
  found constant record := private.find_in_feed(request);
begin
  return query
    select p.id, p.title, p.description,
      case when length(p.content) > 4000 then left(p.content, 300) else p.content end, length(p.content) > 4000,
      p.tags, p.category, p.template_category, p.icon, p.version, p.user_id, p.created_at, p.updated_at,
      a.full_name, a.avatar_url, s.favorites_count, s.comments_count, s.forks_count,
      jsonb_build_object(
        'key', page.key, 'id', p.id, 'as_of', request.as_of, 'forgiving', found.forgiving)::text
    from unnest(found.page_ids, found.page_keys) with ordinality page (id, key, place)
    join public.prompts p on p.id = page.id and p.is_public and p.deleted_at is null and not p.is_template
    join public.prompt_stats s on s.prompt_id = p.id
    left join public.profiles a on a.id = p.user_id
    order by page.place;
end
$$;
comment on function public.explore_prompts is
  'Returns public prompts but the templates, newest first, for anybody, narrowed to those whose title or description contains every word '
  'of the query. The next page comes after the cursor of the last row.';

create function private.explain_feed(
  sort text default 'latest', query text default '', after text default null, page_size integer default 20,
  with_tags text[] default '{}', in_category text default null
) returns table (step bigint, strategy text)
language sql stable security definer set search_path = ''
as $$
  select s.step, s.strategy
  from private.find_in_feed(
      private.plan_feed(private.caller_id('prompts:read'), sort, query, after, page_size, with_tags, in_category)) found,
    unnest(found.strategies) with ordinality s (strategy, step)
$$;
comment on function private.explain_feed is
  'Runs community_feed with these arguments, and returns the strategies it takes, for debugging. '
  'docs/search.md has an example.';

grant execute on function private.community_filters_sql, private.requested_labels,
  private.plan_feed, private.feed_order_sql, private.feed_source_sql, private.feed_page_sql,
  private.scan_feed, private.choose_feed_keys, private.order_feed_ids, private.scan_feed_texts,
  private.hot_score, private.feed_key_number, private.feed_parts, private.run_feed_attempt, private.find_in_feed
  to cuebook_search;
grant execute on function public.community_feed to authenticated, service_role;
grant execute on function public.explore_prompts to anon, authenticated, service_role;

-- An owner of a function needs the right to create in its schema, at the moment it becomes the
-- owner.
grant create on schema public, private to cuebook_search;
alter function public.community_feed owner to cuebook_search;
alter function public.explore_prompts owner to cuebook_search;
alter function private.explain_feed owner to cuebook_search;
revoke create on schema public, private from cuebook_search;
