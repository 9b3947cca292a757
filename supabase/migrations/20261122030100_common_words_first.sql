-- What is common in the community is found among the first of the order, before anything is counted; and what the lists of
-- words gave is looked up, row by row: the planner thinks so little of a list of ids that it read all counts instead.

create function private.gather(
  statement text, caller uuid, found_ids uuid[], waiting uuid[], instant timestamptz, out ids uuid[], out keys jsonb[]
)
language plpgsql stable set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  set max_parallel_workers_per_gather = 0
as $$
begin
  execute statement into ids, keys using caller, found_ids, waiting, instant;
end
$$;
comment on function private.gather(text, uuid, uuid[], uuid[], timestamptz) is
  'Runs a statement over the prompts that are named in it, each looked up by its key.';
revoke all on function private.gather(text, uuid, uuid[], uuid[], timestamptz) from public;
grant execute on function private.gather(text, uuid, uuid[], uuid[], timestamptz) to cuebook_search;

-- Whoever replaces a function needs its owner's right to have things here.
grant create on schema public to cuebook_search;
create or replace function public.community_feed(
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
  filters text := private.search_filters(terms) || ' and ' || private.community_filters(with_tags, in_category);
  marks constant text[] := private.asked_marks(with_tags || terms.tags, in_category);
  cut jsonb := after::jsonb;
  -- Orders that change while one reads are paged as of the instant of the first page: what came
  -- later is left out. What moves may still come twice; the reader drops repeats.
  instant timestamptz := coalesce((cut ->> 'as_of')::timestamptz, now());
  forgiving boolean := coalesce((cut ->> 'forgiving')::boolean, false);
  key text;
  direction text := case when sort is not distinct from 'oldest' then 'asc' else 'desc' end;
  what text;
  by_words record;
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 200);
  place text;
  in_order text;
  page text;
  statement text;
  best record;
begin
  key := case
    when coalesce(sort, 'latest') in ('latest', 'oldest') then 's.created_at'
    when sort = 'trending' then 'st.hot'
    when sort = 'top' then 'st.points' end;
  if key is null then
    raise exception 'The order is latest, oldest, trending or top' using errcode = 'invalid_parameter_value';
  end if;

  place := case
    when cut is null and key = 's.created_at' then 'true'
    when cut is null then 'st.listed'
    when key = 's.created_at' then format('(s.created_at, s.prompt_id) %s (%L::timestamptz, %L::uuid)',
      case direction when 'asc' then '>' else '<' end, cut ->> 'key', cut ->> 'id')
    else format('st.listed and (%s, st.prompt_id) < (%L, %L::uuid)', key, cut ->> 'key', cut ->> 'id') end;
  -- Rows in the order of the feed: from where, a condition and a number are still to be put in.
  in_order := format(
    $sql$
      select s.*, %2$s as key
      from %3$s %%s s %4$s
      where s.is_public and not s.is_template and s.created_at <= $4 and (%5$s) and (%%s)
      order by %2$s %1$s, %6$s %1$s
      limit %%s
    $sql$,
    direction, key,
    case when key <> 's.created_at' then 'public.prompt_stats st join' end,
    case when key <> 's.created_at' then 'using (prompt_id)' end,
    replace(place, '%', '%%'),
    case when key = 's.created_at' then 's.prompt_id' else 'st.prompt_id' end
  );
  page := format(
    $sql$
      select array_agg(prompt_id order by key %1$s, prompt_id %1$s) as ids,
        array_agg(to_jsonb(key) order by key %1$s, prompt_id %1$s) as keys
      from (%%s) best
    $sql$, direction);

  loop
    if not forgiving and (cardinality(terms.words) > 0 or cardinality(marks) > 0) then
      -- What is common fills a page from the first thousand.
      statement := format(page, format('select * from (%s) s where (%s) and (%s) order by key %s, prompt_id %4$s limit %s',
        format(in_order, 'public.prompt_search', 'true', 1000), filters, private.contains_all('community_text', terms.words), direction, size));
      select * into best from private.walk(statement, caller, instant);
      exit when cardinality(best.ids) = size;
    end if;
    select null::uuid[] as ids, null::uuid[] as waiting, null::text[] as unsure into by_words;
    if cardinality(terms.words) > 0 or cardinality(marks) > 0 then
      select * into by_words
      from private.find_by_words(array[private.community_shelf()], terms.words, marks, forgiving,
        -- To go on in an order by counts costs twice as much for each row.
        case when key = 's.created_at' then 2000 else 4000 end);
    end if;
    what := case
      when by_words.ids is not null and by_words.waiting = '{}' and by_words.unsure = '{}' then 'true'
      when forgiving then private.contains_nearly_all('community_text', terms.words)
      else private.contains_all('community_text', terms.words) end;
    exit when what is null;
    if by_words.ids is not null then
      -- Behind offset 0 they come first, and their counts are looked up; not all counts in their order.
      statement := format(page, format(in_order,
        format('(select * from public.prompt_search s where %s offset 0)',
          private.is_found(what, 'community_text', by_words.unsure, forgiving)), filters, size));
      select * into best from private.gather(statement, caller, by_words.ids, by_words.waiting, instant);
    else
      statement := format(page, format(in_order, 'public.prompt_search', filters || ' and (' || what || ')', size));
      -- Where other indexes than that of the order may help, the planner chooses.
      if statement ~ 'community_grams|s\.user_id = any|exists \(' then
        execute statement into best using caller, null::uuid[], null::uuid[], instant;
      else
        select * into best from private.walk(statement, caller, instant);
      end if;
    end if;
    exit when best.ids is not null or forgiving or cut is not null or cardinality(terms.words) = 0;
    forgiving := true;
  end loop;

  return query
    select p.id, p.title, left(p.content, 300), p.description, p.tags, p.version, p.user_id,
      p.is_template, p.template_category, p.category, p.icon,
      p.forked_from, p.forked_from_version, p.created_at, p.updated_at,
      a.full_name, a.avatar_url, st.favorites_count, st.comments_count, st.forks_count,
      f.prompt_id is not null, forgiving,
      jsonb_build_object('key', b.key, 'id', p.id, 'as_of', instant, 'forgiving', forgiving)::text
    from unnest(best.ids, best.keys) with ordinality as b (prompt_id, key, place)
    join public.prompts p on p.id = b.prompt_id and p.is_public and p.deleted_at is null
    join public.prompt_stats st on st.prompt_id = p.id
    left join public.favorites f on f.prompt_id = p.id and f.user_id = caller
    left join public.profiles a on a.id = p.user_id
    order by b.place;
end
$$;
revoke create on schema public from cuebook_search;
