-- A library's results are ranked: all words in the title, then in title and tags, then in title, tags and description,
-- then what has them in its content; each newest first. What is common in a large library is found by where a word
-- stands: the lists of words know it.

-- The rule of who may see what, as the policies of prompts say it, which are passed over.
create function private.search_scope_sql(scope text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  readable constant text := '(s.user_id = $1 or s.is_public or s.team_id in (select private.my_team_ids()))';
  condition constant text := case coalesce(scope, 'library')
    when 'library' then 's.user_id = $1'
    when 'teams' then 's.team_id in (select private.my_team_ids())'
    when 'templates' then 's.is_template and ' || readable
    when 'favorites' then
      'exists (select from public.favorites f where f.user_id = $1 and f.prompt_id = s.prompt_id) and ' || readable
  end;
begin
  if condition is null then
    raise exception 'The scope is library, teams, templates or favorites' using errcode = 'invalid_parameter_value';
  end if;
  return condition;
end
$$;
comment on function private.search_scope_sql(text) is
  'SQL: whether a row s of prompt_search is in the scope and may be seen by the caller, $1.';
revoke all on function private.search_scope_sql(text) from public;
grant execute on function private.search_scope_sql(text) to cuebook_search;

-- A list shows the beginning of a content. Where a word that was searched for stands further on, it shows that place.
create function private.excerpt(content text, folded text, beside text, words text[], typos text[]) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  -- Behind a line feed, the title and another.
  start constant integer := char_length(split_part(folded, E'\n', 2)) + 2;
  -- Of the 300 letters that a list has from the beginning, the last are no place to begin at.
  seen constant integer := start + 200;
  shown constant text := concat_ws(E'\n', beside, left(folded, seen));
  place integer;
begin
  for number in 1..cardinality(words) loop
    continue when strpos(shown, words[number]) > 0;
    place := strpos(folded, words[number]);
    if place = 0 and typos[number] is not null then
      -- Where a match may begin with any letter, it would be tried from each one on.
      place := regexp_instr(folded, regexp_replace(typos[number], '^[.]', ''));
      continue when place + length(words[number]) <= seen or beside ~ typos[number];
    end if;
    if place > start then
      -- Folding may have moved it by some letters.
      return substr(content, greatest(place - start - 80, 1), 300);
    end if;
  end loop;
  return null;
end
$$;
comment on function private.excerpt(text, text, text, text[], text[]) is
  '300 characters of a content around the first of the words (or what comes near it: typos, where not null) that stands in folded, '
  'a library_text, and neither in the 200 that its content begins with nor beside, in what else is seen of the prompt, folded; null '
  'where all is seen.';
revoke all on function private.excerpt(text, text, text, text[], text[]) from public;
grant execute on function private.excerpt(text, text, text, text[], text[]) to cuebook_search;

create function public.search_prompts(
  query text default '',
  scope text default 'library',
  in_group uuid default null,
  after text default null,
  page_size integer default 50
) returns table (
  id uuid, title text, preview text, excerpt text, description text, tags text[], is_public boolean, version integer,
  user_id uuid, team_id uuid, group_id uuid, group_name text, is_template boolean, template_category text,
  category text, icon text, forked_from uuid, created_at timestamptz, updated_at timestamptz,
  last_used_at timestamptz, is_favorite boolean, favorites_count integer,
  author_name text, author_avatar text, title_matches boolean, typo_forgiven boolean, cursor text
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller uuid := private.caller_id();
  terms private.search_terms := private.parse_search(query);
  worded constant boolean := cardinality(terms.words) > 0;
  cut jsonb := private.read_cursor(after, 'prompts');
  forgiving boolean := coalesce((cut ->> 'forgiving')::boolean, false);
  wanted constant integer := least(greatest(coalesce(page_size, 50), 1), 200);
  -- To look at each of so many costs as much as to walk through the newest for them, in an index that holds no texts …
  gathered constant integer := 350;
  newest_named constant text := $sql$
    (
      select user_id, created_at, prompt_id from public.prompt_search
      where user_id = $1 and (prompt_id in (select unnest($2 || $3))) is true
    ) named join public.prompt_search using (user_id, created_at, prompt_id)
  $sql$;
  -- … and to name so many as much as to walk through the texts of the newest, until a page is full.
  named constant integer := 1000;
  -- A page: its prompts and their ranks; best first, each newest first.
  page constant text := $sql$
    select coalesce(array_agg(prompt_id order by rank desc, created_at desc, prompt_id desc), '{}') as ids,
      coalesce(array_agg(to_jsonb(rank) order by rank desc, created_at desc, prompt_id desc), '{}') as keys
    from (
      select s.prompt_id, s.created_at, %s as rank
      from (
        select *, title || E'\n' || array_to_string(tags, E'\n') as title_and_tags,
          community_text || E'\n' || array_to_string(tags, E'\n') as without_content
        from %s
      ) s
      where (%s) and (%s) and (%s) and (%s)
      order by %s s.created_at desc, s.prompt_id desc
      limit %s
    ) best
  $sql$;
  own constant boolean := coalesce(scope, 'library') = 'library';
  shelves constant uuid[] := case
    when own then array[caller]
    when scope = 'teams' then array(select private.my_team_ids()) end;
  waiting uuid[];
  there text[];
  who text;
  typos text[];
  what text;
  ranked record;
  known record;
  condition text;
  -- Ranks that are found together: the lowest ones. What has the words, where it can be named.
  lows integer[];
  low integer;
  high integer;
  found uuid[];
  at_hand uuid[];
  ids uuid[];
  walked boolean;
  statement text;
  more record;
  picked uuid[] := '{}';
  ranks jsonb[] := '{}';
begin
  who := private.search_scope_sql(scope) || ' and ' || private.search_filters_sql(terms);
  if caller is null then
    return;
  end if;
  if in_group is not null then
    who := who || format(' and s.group_id = %L and (s.user_id = $1 or s.team_id in (select private.my_team_ids()))', in_group);
  end if;
  if worded and shelves is not null then
    waiting := private.unread(shelves);
    if waiting is not null then
      there := private.find_words(shelves, terms.words);
    end if;
  end if;

  -- Exactly first; on the first page, with a typo when that finds nothing.
  loop
    typos := case when forgiving then private.typo_regexes(terms.words, case when waiting = '{}' then there end) end;
    what := private.contains_sql('library_text', terms.words, typos);
    exit when what is null;
    select null::text[] as parts, null::text[] as unsure into known;
    lows := '{0}';
    found := null;
    if waiting is not null then
      select * into known from private.find_keys_sql(shelves, terms.words, there, typos);
      condition := private.all_of_sql(known.parts);
      found := private.pick(condition, null, waiting, named);
      if found = '{}' and waiting = '{}' then
        lows := '{}';
      elsif own and coalesce(cardinality(found) > gathered, true) then
        -- What more have than are worth to look at is walked through, but for those that have it in a better place.
        at_hand := private.pick(condition, 1, waiting, gathered);
        lows := case when at_hand is not null then '{1,0}' when condition = 'true' then '{3,0}' else '{3,2,1,0}' end;
      end if;
    elsif own and worded then
      lows := '{3,0}';
    end if;
    if lows <> '{}' then
      select * into ranked from private.rank_sql(terms.words, typos);
    end if;
    high := 3;
    foreach low in array lows loop
      exit when cardinality(picked) = wanted;
      if (cut ->> 'rank')::integer < low then
        high := low - 1;
        continue;
      end if;
      ids := case when low = 0 or waiting is null then found when low = 1 and high = 3 then at_hand
        else private.pick(case when low = 1 then private.also_in_text_sql(condition) else condition end, low, waiting, gathered) end;
      continue when ids = '{}' and waiting = '{}';
      walked := own and (low = high or not worded)
        and case when ids is null then strpos(what, 'library_grams') = 0 else cardinality(ids) > gathered end;
      statement := format(page,
        case when not worded then '0' when low = high then low::text else ranked.rank end,
        case when walked and ids is not null then newest_named else 'public.prompt_search' end,
        case
          when ids is not null then 's.prompt_id = any ($2 || $3) and '
            || private.is_found_sql(what, 'library_text', case when low = 0 then known.unsure else terms.words end, forgiving)
          -- Whatever its title contains, a text contains; a library's titles are read from an index alone.
          when low = 3 and own then 'true'
          else what end,
        who,
        case when low = 3 then ranked.title when not worded or low = 0 and high = 3 then 'true'
          else format('%s between %s and %s', ranked.rank, low, high) end,
        case when cut is null or (cut ->> 'rank')::integer > high then 'true'
          when low = high or not worded then format('(s.created_at, s.prompt_id) < (%L::timestamptz, %L::uuid)', cut ->> 'at', cut ->> 'id')
          else format('(%s, s.created_at, s.prompt_id) < (%L::integer, %L::timestamptz, %L::uuid)',
            ranked.rank, cut ->> 'rank', cut ->> 'at', cut ->> 'id') end,
        case when low < high and worded then 'rank desc,' end,
        wanted - cardinality(picked));
      if walked then
        select * into more from private.walk(statement, caller, ids, waiting, null);
      else
        execute statement into more using caller, ids, waiting;
      end if;
      picked := picked || more.ids;
      ranks := ranks || more.keys;
      high := low - 1;
    end loop;
    exit when cardinality(picked) > 0 or forgiving or cut is not null or not worded;
    forgiving := true;
  end loop;

  -- Nothing need be planned for nothing.
  if picked = '{}' then
    return;
  end if;
  return query
    select p.id, p.title, left(p.content, 300),
      case when t.folded is not null then
        private.excerpt(p.content, t.folded, concat_ws(E'\n', t.community_text, array_to_string(t.tags, E'\n')), terms.words, typos) end,
      p.description, p.tags, p.is_public, p.version,
      p.user_id, case when shown.ids then p.team_id end, case when shown.ids then p.group_id end, g.name,
      p.is_template, p.template_category, p.category, p.icon, source.id, p.created_at, p.updated_at,
      u.used_at, f.prompt_id is not null, st.favorites_count,
      a.full_name, a.avatar_url, b.rank = '3', forgiving,
      jsonb_build_object('rank', b.rank, 'at', p.created_at, 'id', p.id, 'forgiving', forgiving)::text
    from unnest(picked, ranks) with ordinality as b (prompt_id, rank, place)
    join public.prompts p on p.id = b.prompt_id and p.deleted_at is null
    -- Strangers do not learn the group and team of a prompt; a source is named to those who may read it. The teams are
    -- looked up only if a row needs them.
    cross join lateral (
      select p.user_id = caller
        or (p.team_id is not null and p.team_id = any ((select array(select private.my_team_ids()))::uuid[])) as ids
    ) shown
    left join lateral (
      select s.id from public.prompts s
      where s.id = p.forked_from and (
        s.user_id = caller or (s.is_public and s.deleted_at is null)
        or (s.team_id is not null and s.team_id = any ((select array(select private.my_team_ids()))::uuid[]))
      )
      offset 0
    ) source on true
    -- Of so much of a text a place is shown, which is not counted where a text has less; better ranks are those of what is
    -- shown anyhow.
    left join lateral (
      select s.community_text, s.tags,
        case when octet_length(s.library_text) <= 20000 then s.library_text else left(s.library_text, 20000) end as folded
      from public.prompt_search s
      where worded and b.rank = '0' and s.prompt_id = p.id
    ) t on true
    join public.prompt_stats st on st.prompt_id = p.id
    left join public.groups g on g.id = p.group_id and g.user_id = caller
    left join public.prompt_uses u on u.prompt_id = p.id and u.user_id = caller
    left join public.favorites f on f.prompt_id = p.id and f.user_id = caller
    left join public.profiles a on a.id = p.user_id
    order by b.place;
end
$$;
comment on function public.search_prompts(text, text, uuid, text, integer) is
  'Prompts of a scope (library: own, teams, templates, favorites) whose title or content contains every word of the query: those '
  'with all words in the title first, then in title and tags, then with the description, then the rest, each newest first; filters '
  'tag: group: is: has: used: author:. The next page comes after the cursor of the last row. When nothing matches, one typo is '
  'forgiven. excerpt is where a word stands that neither the row''s other texts nor the preview have.';
revoke all on function public.search_prompts(text, text, uuid, text, integer) from public, anon;
grant execute on function public.search_prompts(text, text, uuid, text, integer) to authenticated, service_role;

-- An owner of a function needs the right to create in its schema, at the moment it becomes the owner.
grant create on schema public to cuebook_search;
alter function public.search_prompts(text, text, uuid, text, integer) owner to cuebook_search;
revoke create on schema public from cuebook_search;
