-- The community is searched in the order that is asked for, whatever a word's place is. What is common is found by walking in
-- that order; what is less so is gathered, and put in order by an index of it, or, where few have the words, by looking up each.

-- The owner's rights, since folding needs an extension that the search role cannot reach.
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
        select btrim(private.fold(tag)) from unnest(community_filters_sql.tags) tag where btrim(tag) <> '' limit 20
      ) as tags,
      btrim(private.fold(community_filters_sql.category)) as category
  ) folded, (
    select array(
      select h.author_id from public.hidden_authors h where h.user_id = auth.uid()
    ) as authors
  ) hidden
$$;
comment on function private.community_filters_sql(text[], text) is
  'SQL: whether a row s of prompt_search has all of the tags and the category, and an author whom the caller did not hide.';

-- Also the tags and the category are found by the lists.
create function private.asked_marks(tags text[], category text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select private.community_marks(
    array(select btrim(private.fold(tag)) from unnest(asked_marks.tags) tag where btrim(tag) <> '' limit 20),
    btrim(private.fold(asked_marks.category)))
$$;
comment on function private.asked_marks(text[], text) is 'What tags and a category that are asked for are called among the words of the community.';

create function private.feed_order_sql(
  sort text, cut jsonb, filters text, size integer,
  out by_time boolean, out key text, out listed text, out in_order text, out rows text, out page text
)
language plpgsql immutable set search_path = ''
as $$
declare
  direction constant text := case when sort = 'oldest' then 'asc' else 'desc' end;
begin
  by_time := coalesce(sort, 'latest') in ('latest', 'oldest');
  key := case when by_time then 'o.created_at' when sort = 'trending' then 'o.hot' when sort = 'top' then 'o.points' end;
  if key is null then
    raise exception 'The order is latest, oldest, trending or top' using errcode = 'invalid_parameter_value';
  end if;
  listed := case when by_time then 'o.created_at <= $4' else 'o.listed' end || case when cut is null then '' else
    format(' and (%s, o.prompt_id) %s (%L, %L::uuid)', key, case direction when 'asc' then '>' else '<' end, cut ->> 'key', cut ->> 'id')
    end;
  in_order := format('(select %%s from public.%s o where %s and %%s order by %s %s, o.prompt_id %4$s limit %%s)',
    case when by_time then 'prompt_search' else 'prompt_stats' end,
    replace(listed, '%', '%%') || case when by_time then ' and o.is_public' else '' end, key, direction);
  rows := case when by_time then '%s s cross join lateral (select s.prompt_id, s.created_at) o'
    else '%s o join public.prompt_search s on s.prompt_id = o.prompt_id' end;
  page := format(
    $sql$
      select array_agg(prompt_id order by key %1$s, prompt_id %1$s) as ids,
        array_agg(to_jsonb(key) order by key %1$s, prompt_id %1$s) as keys
      from (
        select s.prompt_id, %2$s as key
        from %%s
        where s.is_public and not s.is_template and s.created_at <= $4 and (%3$s) and (%%s)
        order by %2$s %1$s, o.prompt_id %1$s
        limit %4$s
      ) best
    $sql$, direction, key, replace(filters, '%', '%%'), size);
end
$$;
comment on function private.feed_order_sql(text, jsonb, text, integer) is
  'SQL of an order of the community, in which rows o have its key, and rows s of prompt_search what is searched: what is listed '
  'behind a cursor; so many rows in_order, to be given columns, a condition and a number; rows, to be given the former; and a '
  'page of the given size under the filters, to be given rows and a condition. $4 is the instant of the first page.';
revoke all on function private.community_filters_sql(text[], text), private.asked_marks(text[], text),
  private.feed_order_sql(text, jsonb, text, integer) from public;
grant execute on function private.community_filters_sql(text[], text), private.asked_marks(text[], text),
  private.feed_order_sql(text, jsonb, text, integer) to cuebook_search;

create function public.community_feed(
  sort text default 'latest',
  query text default '',
  after text default null,
  page_size integer default 20,
  with_tags text[] default '{}',
  in_category text default null
) returns table (
  id uuid, title text, preview text, description text, tags text[], version integer, user_id uuid,
  is_template boolean, template_category text, category text, icon text,
  forked_from uuid, forked_from_version integer, created_at timestamptz, updated_at timestamptz,
  author_name text, author_avatar text, favorites_count integer, comments_count integer, forks_count integer,
  is_favorite boolean, typo_forgiven boolean, cursor text
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller uuid := private.caller_id();
  terms private.search_terms := private.parse_search(query);
  shelves constant uuid[] := array[private.community_shelf()];
  filters constant text := private.search_filters_sql(terms) || ' and ' || private.community_filters_sql(with_tags, in_category);
  marks constant text[] := private.asked_marks(with_tags || terms.tags, in_category);
  cut jsonb := private.read_cursor(after, coalesce(sort, 'latest'));
  -- Orders that change while one reads are paged as of the instant of the first page: what came
  -- later is left out. What moves may still come twice; the reader drops repeats.
  instant timestamptz := coalesce((cut ->> 'as_of')::timestamptz, now());
  forgiving boolean := coalesce((cut ->> 'forgiving')::boolean, false);
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 200);
  feed record;
  waiting uuid[];
  known record;
  condition text;
  total double precision;
  expected double precision;
  walked_from integer;
  bound double precision;
  part text;
  expected_part double precision;
  -- Of more it would cost as much to gather them as to walk through the order until a page is full.
  most constant integer := 20000;
  there text[];
  typos text[];
  what text;
  picked uuid[];
  statement text;
  best record;
begin
  select * into feed from private.feed_order_sql(sort, cut, filters, size);
  if cardinality(terms.words) > 0 or cardinality(marks) > 0 then
    waiting := private.unread(shelves);
    if waiting is not null then
      there := private.find_words(shelves, terms.words);
      total := private.expected('true');
    end if;
  end if;

  loop
    typos := case when forgiving then private.typo_regexes(terms.words, case when waiting = '{}' then there end) end;
    what := private.contains_sql('community_text', terms.words, typos);
    select null::uuid[] as ids, null::jsonb[] as keys into best;
    exit when what is null;
    picked := null;
    if waiting is not null then
      select * into known from private.find_keys_sql(shelves, terms.words, there, typos);
      if cardinality(marks) > 0 then
        known.parts := known.parts || format('k.keys @> %L::bigint[]', private.shelf_keys(shelves[1], marks));
      end if;
      condition := private.all_of_sql(known.parts);
      expected := private.expected(condition);
      -- What more have is walked for. What is new lies side by side; and a text is slowly searched for one word with a typo.
      walked_from := case when feed.by_time then 4000 else 8000 end
        + case when forgiving and cardinality(known.parts) = 1 then 4000 else 0 end;
      -- Three times as many rows as a page should need; more, while enough are found.
      bound := ceil(3 * size * total / greatest(expected, 1));
      if 'true' <> all (known.parts) and expected > walked_from then
        loop
          select * into best from private.walk(
            format(feed.page, format(feed.rows, format(feed.in_order, '*', 'true', bound)), what), caller, null, null, instant);
          exit when cardinality(best.ids) = size or coalesce(cardinality(best.ids), 0) < size / 4.0 or bound > total;
          bound := bound * 4;
        end loop;
        exit when cardinality(best.ids) = size;
      end if;
      -- Where enough of those with the rarest word have the others, these are looked for in the texts, until the page is full.
      -- The many rare words that a typo comes close to are thought to be more common than they are: fewer are worth it then.
      if cardinality(known.parts) > 1 and expected > 1000 then
        select rarest.part, rarest.expected into part, expected_part
        from (select part, private.expected(part) as expected from unnest(known.parts) part) rarest
        order by rarest.expected limit 1;
        if expected_part < least(case when forgiving then 12000 else most end, 10 * expected) then
          condition := part;
          known.unsure := terms.words;
        end if;
      end if;
      picked := private.pick(condition, null, waiting, most);
    end if;
    if picked is not null then
      what := private.is_found_sql(what, 'community_text', known.unsure, forgiving);
      -- An index of the order alone is read so much faster than each is looked up.
      while bound < 40 * cardinality(picked) loop
        select * into best from private.walk(
          format(feed.page,
            format('(select * from %s o where (o.prompt_id in (select unnest($2))) is true) o '
              'join public.prompt_search s on s.prompt_id = o.prompt_id',
              format(feed.in_order, 'o.prompt_id, ' || feed.key, 'true', bound)),
            what),
          caller, picked || waiting, waiting, instant);
        exit when cardinality(best.ids) = size;
        bound := bound * 8;
      end loop;
      if best.ids is null or cardinality(best.ids) < size then
        select * into best from private.gather(
          format(feed.page, format(feed.rows, format(feed.in_order, '*', 'o.prompt_id = any ($2)', 'null')), what),
          caller, picked || waiting, waiting, instant);
      end if;
    else
      statement := format(feed.page, format(feed.rows, case when feed.by_time then 'public.prompt_search' else 'public.prompt_stats' end),
        feed.listed || ' and (' || what || ')');
      -- Where other indexes than that of the order may help, the planner chooses.
      if statement ~ 'community_grams|s\.user_id = any|exists \(' then
        execute statement into best using caller, picked, waiting, instant;
      else
        select * into best from private.walk(statement, caller, picked, waiting, instant);
      end if;
    end if;
    exit when best.ids is not null or forgiving or cut is not null or cardinality(terms.words) = 0;
    forgiving := true;
  end loop;

  return query
    select p.id, p.title, left(p.content, 300), p.description, p.tags, p.version, p.user_id,
      p.is_template, p.template_category, p.category, p.icon,
      source.id, case when source.id is not null then p.forked_from_version end, p.created_at, p.updated_at,
      a.full_name, a.avatar_url, st.favorites_count, st.comments_count, st.forks_count,
      f.prompt_id is not null, forgiving,
      jsonb_build_object('key', b.key, 'id', p.id, 'as_of', instant, 'forgiving', forgiving)::text
    from unnest(best.ids, best.keys) with ordinality as b (prompt_id, key, place)
    join public.prompts p on p.id = b.prompt_id and p.is_public and p.deleted_at is null
    join public.prompt_stats st on st.prompt_id = p.id
    left join public.favorites f on f.prompt_id = p.id and f.user_id = caller
    left join public.profiles a on a.id = p.user_id
    -- A source is named to those who may read it. The teams are looked up only if a source needs them.
    left join lateral (
      select s.id from public.prompts s
      where s.id = p.forked_from and (
        s.user_id = caller or (s.is_public and s.deleted_at is null)
        or (s.team_id is not null and s.team_id = any ((select array(select private.my_team_ids()))::uuid[]))
      )
      offset 0
    ) source on true
    order by b.place;
end
$$;
comment on function public.community_feed(text, text, text, integer, text[], text) is
  'Public prompts but the templates and those of authors whom the caller hid, in the order latest, oldest, trending or '
  'top, narrowed to those whose title or description contains every word of the query (filters as in search_prompts), '
  'that have every tag of with_tags and the category in_category, whatever their case. The next page comes after the '
  'cursor of the last row. When nothing matches, one typo is forgiven.';
revoke all on function public.community_feed(text, text, text, integer, text[], text)
  from public, anon, authenticated, service_role;
grant execute on function public.community_feed(text, text, text, integer, text[], text)
  to authenticated, service_role;

-- An owner of a function needs the right to create in its schema, at the moment it becomes the owner.
grant create on schema public to cuebook_search;
alter function public.community_feed(text, text, text, integer, text[], text) owner to cuebook_search;
revoke create on schema public from cuebook_search;
