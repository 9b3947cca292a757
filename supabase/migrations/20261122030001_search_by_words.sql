-- Search goes by the lists of words where there are any, and otherwise through the texts, newest first. No index of
-- texts is left, which was most of what a save cost.

drop index if exists public.prompt_search_library_idx;
drop index if exists public.prompt_search_community_idx;
drop index if exists public.prompt_search_public_tags_idx;
drop index if exists public.prompt_search_public_category_idx;

-- Pairs of characters are for scripts without spaces: what has words is found by them.
create or replace function private.contains_all(field text, words text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select coalesce(string_agg(
      format('s.%I like %L', field, private.like_pattern(word)) || case
        when known.grams = '{}' or private.words(word) <> '{}' then ''
        when field = 'community_text' then format(' and s.community_grams @> %L::text[]', known.grams)
        when field = 'library_text' then
          format(' and (s.library_grams <> ''{}'' and s.library_grams @> %L::text[] or not s.library_grams_complete)', known.grams)
        else '' end,
      ' and '), 'true')
    from unnest(words) word, lateral (select private.grams(word, false) as grams) known
  );
end
$$;

-- Written once more in a language that keeps its plans: to plan them anew took longer than to run them. No index has to
-- understand their patterns any more: a typo is forgiven wherever it stands, by one expression.

create or replace function private.typo_patterns(word text) returns text[]
language plpgsql immutable strict set search_path = ''
as $$
begin
  return (
    with cut as (
      select length(word) as n, at,
        regexp_replace(left(word, at - 1), '([\\%_])', '\\\1', 'g') as before,
        regexp_replace(substr(word, at, 1), '([\\%_])', '\\\1', 'g') as here,
        regexp_replace(substr(word, at + 1, 1), '([\\%_])', '\\\1', 'g') as next,
        regexp_replace(substr(word, at + 1), '([\\%_])', '\\\1', 'g') as rest,
        regexp_replace(substr(word, at + 2), '([\\%_])', '\\\1', 'g') as later
      from generate_series(1, length(word)) at
      where length(word) between 4 and 40
    ), variants as (
      select before || '_' || rest as variant from cut
      union select before || next || here || later from cut where at < n
      union select before || rest from cut where n > 4
      union select before || '_' || here || rest from cut where at > 1
    )
    select coalesce(array_agg('%' || variant || '%'), '{}') from variants
  );
end
$$;

create or replace function private.typo_regex(word text) returns text
language plpgsql immutable strict set search_path = ''
as $$
begin
  return (
    select string_agg(replace(replace(replace(
      regexp_replace(regexp_replace(pattern, '^%|%$', '', 'g'), '([.*+?()\[\]{}^$|])', '\\\1', 'g'),
      '\_', E'\x01'), '_', '.'), E'\x01', '_'), '|')
    from unnest(private.typo_patterns(word)) pattern
  );
end
$$;

create or replace function private.contains_typo(field text, word text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select case
      when patterns = '{}' then null
      when strpos(word, '\') = 0 then format('s.%I ~ %L', field, private.typo_regex(word))
      else (select string_agg(format('s.%I like %L', field, pattern), ' or ') from unnest(patterns) pattern) end
    from (select private.typo_patterns(word) as patterns) known
  );
end
$$;
drop function private.half_patterns(text);

create or replace function private.contains_nearly_all(field text, words text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select string_agg(format('(%s and (%s))', others.condition, typos.condition), ' or ')
    from unnest(words) with ordinality as w (word, place),
      lateral (
        select private.contains_all(field, array(
          select o.word from unnest(words) with ordinality as o (word, place) where o.place <> w.place
        )) as condition
      ) others,
      lateral (select private.contains_typo(field, w.word) as condition) typos
    where cardinality(words) <= 8 and typos.condition is not null
  );
end
$$;

-- Conditions as text, in which true and false have been worked out.
create function private.all_of(conditions text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select case when 'false' = any (conditions) then 'false'
      else coalesce(nullif(array_to_string(array_remove(conditions, 'true'), ' and '), ''), 'true') end
  );
end
$$;
comment on function private.all_of(text[]) is 'SQL: the conditions joined by and.';
revoke all on function private.all_of(text[]) from public;

create function private.has_some(shelves uuid[], words text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select case when words = '{}' then 'false' else format('k.keys && %L::bigint[]',
      array(select unnest(private.shelf_keys(shelf, words)) from unnest(shelves) shelf)) end
  );
end
$$;
comment on function private.has_some(uuid[], text[]) is 'SQL: whether a row k of search_keys has any of the words on any of the shelves.';
revoke all on function private.has_some(uuid[], text[]) from public;

-- What more than 300 words contain, such as one or two letters, is soon found by looking: true.
create function private.has_containing(shelves uuid[], word text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  piece text;
  pattern text;
  line text;
  lines text[];
  conditions text[] := '{}';
begin
  foreach piece in array private.words(word) loop
    pattern := '%' || left(piece, 32) || '%';
    line := '[^\n]*' || left(piece, 32) || '[^\n]*';
    lines := array(
      select said[1] from private.search_words w, regexp_matches(w.words, line, 'g') said
      where w.shelf = any (shelves) and w.words like pattern
      limit 301
    );
    if cardinality(lines) <= 300 then
      conditions := conditions || private.has_some(shelves, lines);
    end if;
  end loop;
  return private.all_of(conditions);
end
$$;
comment on function private.has_containing(uuid[], text) is
  'SQL: whether a row k of search_keys can contain the word; certain where private.is_certain says so.';
revoke all on function private.has_containing(uuid[], text) from public;

create function private.is_certain(word text, condition text) returns boolean
language sql immutable set search_path = ''
as $$ select condition <> 'true' and length(word) <= 32 and private.words(word) = array[word] $$;
comment on function private.is_certain(text, text) is 'Whether what has_containing found for a word need not be looked at again.';
revoke all on function private.is_certain(text, text) from public;

create function private.has_typo(shelves uuid[], word text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when private.typo_patterns(word) = '{}' then 'false'
      when private.words(word) <> array[word] then 'true'
      else (
        select private.has_some(shelves, coalesce(array_agg(distinct line[1]), '{}'))
        from private.search_words w,
          regexp_matches(w.words, '(?n)[^\n]*(?:' || private.typo_regex(word) || ')[^\n]*', 'g') line
        where w.shelf = any (shelves)
      ) end
  );
end
$$;
comment on function private.has_typo(uuid[], text) is
  'SQL: whether a row k of search_keys contains the word with a typo; true where that has to be looked at.';
revoke all on function private.has_typo(uuid[], text) from public;

create function private.find_keys(shelves uuid[], words text[], forgiving boolean, out condition text, out unsure text[])
language plpgsql stable set search_path = ''
as $$
declare
  exact constant text[] := array(
    select private.has_containing(shelves, word) from unnest(words) with ordinality w (word, place) order by place
  );
  others text;
  typo text;
  ways text[] := '{}';
begin
  unsure := array(
    select w.word from unnest(words, exact) w (word, there) where not private.is_certain(w.word, w.there)
  );
  if not forgiving then
    condition := private.all_of(exact);
    return;
  end if;
  for place in 1..least(cardinality(words), 8) loop
    others := private.all_of(exact[:place - 1] || exact[place + 1:]);
    continue when others = 'false';
    typo := private.has_typo(shelves, words[place]);
    continue when typo = 'false';
    ways := ways || private.all_of(array[others, typo]);
  end loop;
  condition := case when 'true' = any (ways) then 'true' when ways = '{}' then 'false'
    else '((' || array_to_string(ways, ') or (') || '))' end;
end
$$;
comment on function private.find_keys(uuid[], text[], boolean) is
  'SQL: which rows k of search_keys have every word, one of them with a typo where that is forgiven; true where it cannot '
  'tell. unsure are the words that have to be looked for in what is found.';
revoke all on function private.find_keys(uuid[], text[], boolean) from public;

-- Null where so many wait that it is as well to look at everything.
create function private.unread(shelves uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  small constant uuid[] := array(
    select shelf from unnest(shelves) shelf where not exists (select from private.search_words w where w.shelf = shelf.shelf)
  );
  waiting constant uuid[] := array(
    select prompt_id from (
      select q.prompt_id from private.search_queue q where q.shelf = any (shelves)
      union all select s.prompt_id from public.prompt_search s where s.user_id = any (small)
      union all select s.prompt_id from public.prompt_search s where s.team_id = any (small)
      union all select s.prompt_id from public.prompt_search s where s.is_public and private.community_shelf() = any (small)
    ) them limit 1001
  );
begin
  return case when cardinality(waiting) <= 1000 then waiting end;
end
$$;
comment on function private.unread(uuid[]) is 'Prompts of the shelves whose words are not in the lists, or not as they are now.';
revoke all on function private.unread(uuid[]) from public;

-- The prompts that can have every word: by their words, and those to be looked at. ids is null where it is better to go
-- through all of them: where more than so many have the words, a page is soon full.
create function private.find_by_words(
  shelves uuid[], words text[], marks text[], forgiving boolean, most integer,
  out ids uuid[], out waiting uuid[], out unsure text[]
)
-- Of an array's elements the planner has no statistics worth the name: it would look through all rows for a thousand.
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  condition text;
begin
  waiting := private.unread(shelves);
  if waiting is null then
    return;
  end if;
  select k.condition, k.unsure into condition, unsure from private.find_keys(shelves, words, forgiving) k;
  if cardinality(marks) > 0 then
    condition := private.all_of(array[
      condition, format('k.keys @> %L::bigint[]', private.shelf_keys(shelves[1], marks))]);
  end if;
  if condition = 'false' then
    ids := '{}';
  elsif condition <> 'true' then
    -- What waits may have lost the words that its keys tell of.
    execute format('select array(select k.prompt_id from private.search_keys k where %s and k.prompt_id <> all ($1) limit %s)',
      condition, most + 1) into ids using waiting;
    if cardinality(ids) > most then
      ids := null;
    end if;
  end if;
end
$$;
comment on function private.find_by_words(uuid[], text[], text[], boolean, integer) is
  'Prompts on the shelves that can have every word and mark: ids from the lists, and waiting ones.';
revoke all on function private.find_by_words(uuid[], text[], text[], boolean, integer) from public;

create function private.is_found(what text, field text, unsure text[], forgiving boolean) returns text
language sql immutable set search_path = ''
as $$
  select format('(s.prompt_id = any ($2) and (%s) or s.prompt_id = any ($3) and (%s))',
    case when unsure = '{}' then 'true' when forgiving then what else private.contains_all(field, unsure) end, what)
$$;
comment on function private.is_found(text, text, text[], boolean) is
  'SQL: whether a row s of prompt_search is what find_by_words gave, $2 found and $3 waiting, looked at where that is needed; '
  'what is the condition that looks for every word.';
revoke all on function private.is_found(text, text, text[], boolean) from public;

-- No statistics know how common a word is in a text, so the planner could not choose this: it would gather, then sort.
create function private.walk(statement text, caller uuid, instant timestamptz, out ids uuid[], out keys jsonb[])
language plpgsql stable set search_path = '' set enable_bitmapscan = off set enable_sort = off
  set max_parallel_workers_per_gather = 0
as $$
begin
  execute statement into ids, keys using caller, null::uuid[], null::uuid[], instant;
end
$$;
comment on function private.walk(text, uuid, timestamptz) is 'Runs a statement in the order of an index, whatever is thought to be found.';
revoke all on function private.walk(text, uuid, timestamptz) from public;

create or replace function public.search_prompts(
  query text default '',
  scope text default 'library',
  in_group uuid default null,
  after text default null,
  page_size integer default 50
) returns table (
  id uuid, title text, preview text, description text, tags text[], is_public boolean, version integer,
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
  cut jsonb := after::jsonb;
  forgiving boolean := coalesce((cut ->> 'forgiving')::boolean, false);
  readable constant text := '(s.user_id = $1 or s.is_public or s.team_id in (select private.my_team_ids()))';
  wanted constant integer := least(greatest(coalesce(page_size, 50), 1), 200);
  -- A page: its prompts, and whether all words stand in their titles; such first, each newest first.
  page constant text := $sql$
    select coalesce(array_agg(prompt_id order by in_title desc, created_at desc, prompt_id desc), '{}') as ids,
      coalesce(array_agg(to_jsonb(in_title) order by in_title desc, created_at desc, prompt_id desc), '{}') as keys
    from (
      select s.prompt_id, s.created_at, %s as in_title
      from public.prompt_search s
      where (%s) and (%s) and (%s)
      order by %s s.created_at desc, s.prompt_id desc
      limit %s
    ) best
  $sql$;
  own constant boolean := coalesce(scope, 'library') = 'library';
  shelves constant uuid[] := case
    when own then array[caller]
    when scope = 'teams' then array(select private.my_team_ids()) end;
  who text;
  what text;
  titled text;
  in_title boolean;
  by_words record;
  statement text;
  more record;
  picked uuid[] := '{}';
  matching jsonb[] := '{}';
begin
  who := case coalesce(scope, 'library')
    when 'library' then 's.user_id = $1'
    when 'teams' then 's.team_id in (select private.my_team_ids())'
    when 'templates' then 's.is_template and ' || readable
    when 'favorites' then
      'exists (select from public.favorites f where f.user_id = $1 and f.prompt_id = s.prompt_id) and ' || readable
  end;
  if who is null then
    raise exception 'The scope is library, teams, templates or favorites' using errcode = 'invalid_parameter_value';
  end if;
  if caller is null then
    return;
  end if;
  who := who || ' and ' || private.search_filters(terms);
  if in_group is not null then
    who := who || format(' and s.group_id = %L', in_group);
  end if;

  -- Exactly first; on the first page, with a typo when that finds nothing.
  loop
    titled := case when forgiving or cardinality(terms.words) = 0 then 'false'
      else private.contains_all('title', terms.words) end;
    select null::uuid[] as ids, null::uuid[] as waiting, null::text[] as unsure into by_words;
    if shelves is not null and cardinality(terms.words) > 0 then
      select * into by_words from private.find_by_words(shelves, terms.words, '{}', forgiving, 1000);
    end if;
    what := case
      when by_words.ids is not null and by_words.waiting = '{}' and by_words.unsure = '{}' then 'true'
      when forgiving then private.contains_nearly_all('library_text', terms.words)
      else private.contains_all('library_text', terms.words) end;
    exit when what is null;
    if by_words.ids is not null then
      execute format(page, titled,
        private.is_found(what, 'library_text', by_words.unsure, forgiving), who,
        case when cut is null then 'true' else format('(%s, s.created_at, s.prompt_id) < (%L::boolean, %L::timestamptz, %L::uuid)',
          titled, cut ->> 'title', cut ->> 'at', cut ->> 'id') end,
        'in_title desc,', wanted
      ) into picked, matching using caller, by_words.ids, by_words.waiting;
    else
      foreach in_title in array case titled when 'false' then array[false] else array[true, false] end loop
        continue when cardinality(picked) >= wanted or (in_title and (cut ->> 'title')::boolean is false);
        statement := format(page, in_title::text,
          -- Whatever its title contains, a text contains; a library's titles are read from an index alone.
          case when in_title and own then 'true' else what end,
          who || case when in_title then ' and ' || titled when titled <> 'false' then ' and not (' || titled || ')' else '' end,
          case when (cut ->> 'title')::boolean is not distinct from in_title
            then format('(s.created_at, s.prompt_id) < (%L::timestamptz, %L::uuid)', cut ->> 'at', cut ->> 'id')
            else 'true' end,
          '', wanted - cardinality(picked));
        if own and strpos(what, 'library_grams') = 0 then
          select * into more from private.walk(statement, caller, null);
        else
          execute statement into more using caller;
        end if;
        picked := picked || more.ids;
        matching := matching || more.keys;
      end loop;
    end if;
    exit when cardinality(picked) > 0 or forgiving or cut is not null or cardinality(terms.words) = 0;
    forgiving := true;
  end loop;

  return query
    select p.id, p.title, left(p.content, 300), p.description, p.tags, p.is_public, p.version,
      p.user_id, p.team_id, p.group_id, g.name, p.is_template, p.template_category,
      p.category, p.icon, p.forked_from, p.created_at, p.updated_at,
      u.used_at, f.prompt_id is not null, st.favorites_count,
      a.full_name, a.avatar_url, b.in_title::boolean, forgiving,
      jsonb_build_object('title', b.in_title, 'at', p.created_at, 'id', p.id, 'forgiving', forgiving)::text
    from unnest(picked, matching) with ordinality as b (prompt_id, in_title, place)
    join public.prompts p on p.id = b.prompt_id and p.deleted_at is null
    join public.prompt_stats st on st.prompt_id = p.id
    left join public.groups g on g.id = p.group_id and g.user_id = caller
    left join public.prompt_uses u on u.prompt_id = p.id and u.user_id = caller
    left join public.favorites f on f.prompt_id = p.id and f.user_id = caller
    left join public.profiles a on a.id = p.user_id
    order by b.place;
end
$$;

-- Also the tags and the category are found by the lists. The owner's rights, since folding needs an extension that the
-- search role cannot reach.
create function private.asked_marks(tags text[], category text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select private.community_marks(
    array(select btrim(private.fold(tag)) from unnest(asked_marks.tags) tag where btrim(tag) <> '' limit 20),
    btrim(private.fold(asked_marks.category)))
$$;
comment on function private.asked_marks(text[], text) is 'What tags and a category that are asked for are called among the words of the community.';
revoke all on function private.asked_marks(text[], text) from public;

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

  page := format(
    $sql$
      select array_agg(prompt_id order by key %1$s, prompt_id %1$s) as ids,
        array_agg(to_jsonb(key) order by key %1$s, prompt_id %1$s) as keys
      from (
        select s.prompt_id, %2$s as key
        from %3$s public.prompt_search s %4$s
        where s.is_public and not s.is_template and s.created_at <= $4 and (%5$s) and (%6$s) and (%%s)
        order by %2$s %1$s, %7$s %1$s
        limit %8$s
      ) best
    $sql$,
    direction, key,
    case when key <> 's.created_at' then 'public.prompt_stats st join' end,
    case when key <> 's.created_at' then 'using (prompt_id)' end,
    replace(filters, '%', '%%'),
    replace(case
      when cut is null and key = 's.created_at' then 'true'
      when cut is null then 'st.listed'
      when key = 's.created_at' then format('(s.created_at, s.prompt_id) %s (%L::timestamptz, %L::uuid)',
        case direction when 'asc' then '>' else '<' end, cut ->> 'key', cut ->> 'id')
      else format('st.listed and (%s, st.prompt_id) < (%L, %L::uuid)', key, cut ->> 'key', cut ->> 'id') end, '%', '%%'),
    case when key = 's.created_at' then 's.prompt_id' else 'st.prompt_id' end,
    least(greatest(coalesce(page_size, 20), 1), 200)
  );

  loop
    select null::uuid[] as ids, null::uuid[] as waiting, null::text[] as unsure into by_words;
    if cardinality(terms.words) > 0 or cardinality(marks) > 0 then
      select * into by_words
      from private.find_by_words(array[private.community_shelf()], terms.words, marks, forgiving, 2000);
    end if;
    what := case
      when by_words.ids is not null and by_words.waiting = '{}' and by_words.unsure = '{}' then 'true'
      when forgiving then private.contains_nearly_all('community_text', terms.words)
      else private.contains_all('community_text', terms.words) end;
    exit when what is null;
    statement := format(page, case when by_words.ids is null then what
      else private.is_found(what, 'community_text', by_words.unsure, forgiving) end);
    -- Where other indexes than that of the order may help, the planner chooses.
    if by_words.ids is null and statement !~ 'community_grams|s\.user_id = any|exists \(' then
      select * into best from private.walk(statement, caller, instant);
    else
      execute statement into best using caller, by_words.ids, by_words.waiting, instant;
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

grant execute on function private.words(text), private.community_shelf(), private.shelf_keys(uuid, text[]),
  private.community_marks(text[], text), private.all_of(text[]), private.has_some(uuid[], text[]),
  private.has_containing(uuid[], text), private.is_certain(text, text), private.has_typo(uuid[], text),
  private.find_keys(uuid[], text[], boolean), private.unread(uuid[]),
  private.find_by_words(uuid[], text[], text[], boolean, integer), private.is_found(text, text, text[], boolean),
  private.walk(text, uuid, timestamptz), private.asked_marks(text[], text)
  to cuebook_search;

-- Pairs of ASCII characters had an index in the community: words have it now.
create or replace function private.search_row(p public.prompts) returns public.prompt_search
language plpgsql immutable set search_path = ''
as $$
declare
  made public.prompt_search;
  title constant text := private.fold(p.title);
begin
  made.prompt_id := p.id;
  made.user_id := p.user_id;
  made.team_id := p.team_id;
  made.group_id := p.group_id;
  made.created_at := p.created_at;
  made.is_public := p.is_public;
  made.is_template := p.is_template;
  made.tags := array(select private.fold(tag) from unnest(p.tags) tag);
  made.title := left(title, 500);
  made.library_text := E'\n' || title || E'\n' || private.fold(p.content);
  made.community_text := E'\n' || title || E'\n' || coalesce(private.fold(p.description), '');
  made.library_grams := private.grams(left(made.library_text, 20000), false);
  made.library_grams_complete := char_length(made.library_text) <= 20000;
  made.community_grams := case when p.is_public then private.grams(made.community_text, false) else '{}' end;
  made.category := nullif(btrim(private.fold(p.category)), '');
  return made;
end
$$;

create or replace function private.index_prompt() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  row public.prompt_search;
begin
  if new.deleted_at is not null then
    delete from public.prompt_search where prompt_id = new.id;
    return null;
  end if;
  perform private.set_search_list();
  if old.deleted_at is null
    and (old.title, old.content, old.description) is not distinct from (new.title, new.content, new.description)
  then
    update public.prompt_search
    set user_id = new.user_id, team_id = new.team_id, group_id = new.group_id,
      is_public = new.is_public, is_template = new.is_template,
      tags = array(select private.fold(tag) from unnest(new.tags) tag),
      category = nullif(btrim(private.fold(new.category)), ''),
      community_grams = case
        when new.is_public = old.is_public then community_grams
        when new.is_public then private.grams(community_text, false)
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
    title = excluded.title, library_text = excluded.library_text,
    community_text = excluded.community_text,
    library_grams = excluded.library_grams, library_grams_complete = excluded.library_grams_complete,
    community_grams = excluded.community_grams, category = excluded.category;
  return null;
end
$$;

comment on column public.prompt_search.community_grams is
  'Those of community_text while the prompt is public, see private.grams.';

-- What there is already.
insert into private.search_queue
select shelf, s.prompt_id from public.prompt_search s, unnest(private.shelves(s)) shelf;
select public.read_search_queue(null);
create index search_keys_idx on private.search_keys using gin (keys) with (fastupdate = off);
analyze private.search_words, private.search_keys;
