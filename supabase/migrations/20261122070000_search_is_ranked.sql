-- A library's results are ranked: all words in the title, then in title and tags, then in title, tags and description,
-- then what has them in its content; each newest first. What is common in a large library is found by where a word
-- stands: the lists of words know it.

-- The planner may look into its statistics only for an owner, as with prompt_search: how many prompts have a word decides
-- whether to gather those or to walk in the order that is asked for.
grant create on schema private to cuebook_search;
drop policy "search reads what has words" on private.search_keys;
alter table private.search_keys owner to cuebook_search;
revoke create on schema private from cuebook_search;
do $$
begin
  execute format('grant select, insert, update, delete on table private.search_keys to %I', current_user);
  execute format(
    'create policy "the queue writes words" on private.search_keys to %I using (true) with check (true)', current_user);
end
$$;
revoke insert, update, truncate, references, trigger on table private.search_keys from cuebook_search;

-- Where a word stands, best first: 3 the title, 2 the tags, 1 the description.
create function private.at_place(keys bigint[], lowest integer) returns bigint[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when lowest is null then keys
    else (select array(select key # place::bigint from unnest(keys) key, generate_series(lowest, 3) place)) end;
end
$$;
comment on function private.at_place(bigint[], integer) is
  'What the same words are called where they stand at that place or a better one; as they are for null: anywhere in the text.';
revoke all on function private.at_place(bigint[], integer) from public;

create function private.library_keys(shelf uuid, s public.prompt_search) returns bigint[]
language plpgsql immutable set search_path = ''
as $$
begin
  return private.shelf_keys(shelf, private.words(s.library_text)) || array(
    select key # max(place)::bigint
    from (
      select unnest(private.shelf_keys(shelf, private.words(s.title))) as key, 3 as place
      union all select unnest(private.shelf_keys(shelf, private.words(array_to_string(s.tags, ' ')))), 2
      union all select unnest(private.shelf_keys(shelf, private.words(s.community_text))), 1
    ) said group by key
  );
end
$$;
comment on function private.library_keys(uuid, public.prompt_search) is
  'What the words of a prompt are called in the list of its owner or team, each also by the best place where it stands.';
revoke all on function private.library_keys(uuid, public.prompt_search) from public;

create or replace function private.add_words(prompts uuid[], large uuid[]) returns void
language sql set search_path = ''
as $$
  with short as (
    delete from private.search_words w where w.shelf = any (large) and length(w.words) < 3000 returning w.shelf, w.words
  ), said as (
    select k.shelf, word
    from public.prompt_search s, unnest(private.shelves(s)) k (shelf),
      unnest(private.words(case k.shelf when private.community_shelf() then s.community_text
        else concat_ws(' ', s.library_text, s.community_text, array_to_string(s.tags, ' ')) end)) word
    where s.prompt_id = any (prompts) and k.shelf = any (large)
    union
    select shelf, word from short, string_to_table(words, E'\n') word
    except
    select w.shelf, word from private.search_words w, string_to_table(w.words, E'\n') word
    where w.shelf = any (large) and length(w.words) >= 3000
  ), cut as (
    select shelf, word, sum(length(word) + 1) over (partition by shelf order by word) / 7000 as part from said
  )
  insert into private.search_words
  select shelf, string_agg(word, E'\n' order by word) from cut group by shelf, part
$$;

create or replace function public.read_search_queue(most integer default 2000, large_from integer default 300) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  waiting uuid[];
  prompts uuid[];
  shelves uuid[];
  grown uuid[];
  large uuid[];
begin
  -- One at a time; who comes second finds less to do later.
  if not pg_try_advisory_xact_lock(hashtextextended('private.search_queue', 0)) then
    return 0;
  end if;
  with taken as (
    delete from private.search_queue
    where ctid = any (array(select ctid from private.search_queue limit most))
    returning shelf, prompt_id
  )
  select array_agg(prompt_id), array_agg(distinct shelf) into waiting, shelves from taken;
  -- What is smaller is looked through at once; a shelf that has grown is read from its first prompt on.
  select coalesce(array_agg(shelf), '{}') into grown
  from unnest(shelves) shelf
  where not exists (select from private.search_words w where w.shelf = shelf.shelf)
    and large_from = (
      select count(*) from (
        select from public.prompt_search s where s.user_id = shelf
        union all select from public.prompt_search s where s.team_id = shelf
        union all select from public.prompt_search s where s.is_public and shelf = private.community_shelf()
        limit large_from
      ) first_ones
    );
  prompts := array(
    select unnest(waiting)
    union select s.prompt_id from public.prompt_search s where s.user_id = any (grown)
    union select s.prompt_id from public.prompt_search s where s.team_id = any (grown)
    union select s.prompt_id from public.prompt_search s where s.is_public and private.community_shelf() = any (grown)
  );
  large := grown || array(
    select shelf from unnest(shelves) shelf
    where shelf <> all (grown) and exists (select from private.search_words w where w.shelf = shelf.shelf)
  );
  perform private.add_words(prompts, large);
  insert into private.search_keys
  select s.prompt_id, array_agg(distinct key)
  from public.prompt_search s, unnest(private.shelves(s)) k (shelf),
    unnest(case k.shelf
      when private.community_shelf() then private.shelf_keys(k.shelf,
        private.words(s.community_text) || private.community_marks(s.tags, s.category))
      else private.library_keys(k.shelf, s) end) key
  where s.prompt_id = any (prompts) and exists (select from private.search_words w where w.shelf = k.shelf)
  group by s.prompt_id
  on conflict (prompt_id) do update set keys = excluded.keys;
  return coalesce(cardinality(waiting), 0);
end
$$;

-- Large libraries and teams are read again, for the places of their words.
insert into private.search_queue
select shelf, s.prompt_id
from public.prompt_search s, unnest(array[s.user_id, s.team_id]) shelf
where exists (select from private.search_words w where w.shelf = shelf.shelf);
select public.read_search_queue(null);

-- So that it is known how common words are that one prompt in a thousand has, and that an order is read from its index alone.
alter table private.search_keys alter column keys set statistics 500;
alter table private.search_keys set (autovacuum_vacuum_scale_factor = 0.005);
alter table public.prompt_stats set (autovacuum_vacuum_scale_factor = 0.01);
analyze private.search_keys;

-- A typo's regular expression is made once, from the word itself.
drop function private.contains_nearly_all(text, text[]);
drop function private.contains_typo(text, text);
drop function private.has_typo(uuid[], text);
drop function private.find_keys(uuid[], text[], boolean);
create or replace function private.typo_regex(word text) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  letters constant text[] := array(
    select regexp_replace(letter, '([.*+?()\[\]{}^$|\\])', '\\\1') from string_to_table(word, null) letter
  );
  forms text;
begin
  forms := (
    select string_agg(array_to_string(variant, ''), '|')
    from generate_series(1, cardinality(letters)) at, lateral (
      values (letters[:at - 1] || '.'::text || letters[at + 1:], true),
        (letters[:at - 1] || letters[at + 1] || letters[at] || letters[at + 2:], at < cardinality(letters)),
        (letters[:at - 1] || letters[at + 1:], cardinality(letters) > 4),
        (letters[:at - 1] || '.'::text || letters[at:], at > 1)
    ) variants (variant, fits)
    where fits and cardinality(letters) between 4 and 40
  );
  -- Nearly four letters are in too many longer words.
  return case when word ~ '^[a-z0-9]{4}$' then '\m(?:' || forms || ')' else forms end;
end
$$;
comment on function private.typo_regex(text) is
  'A regular expression for word with one letter wrong, missing, too many, or two swapped; null for fewer than four letters. '
  'Four Latin letters are looked for where a word begins.';
drop function private.typo_patterns(text);

create function private.typo_regexes(words text[], there text[]) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select array_agg(
      case when cardinality(words) <= 8 and (there is null or private.all_of(there[:place - 1] || there[place + 1:]) <> 'false')
        then private.typo_regex(word) end order by place)
    from unnest(words) with ordinality w (word, place)
  );
end
$$;
comment on function private.typo_regexes(text[], text[]) is
  'private.typo_regex of each word that can have the typo: of up to eight words, and, where it is known what find_words says of '
  'them, only if all the others are there.';
revoke all on function private.typo_regexes(text[], text[]) from public;

-- typos: of each word, where one is forgiven; otherwise null.
create function private.contains(field text, words text[], typos text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if typos is null then
    return private.contains_all(field, words);
  end if;
  return (
    select string_agg(
      format('(%s and s.%I ~ %L)', private.contains_all(field, words[:place - 1] || words[place + 1:]), field, typos[place]),
      ' or ')
    from generate_subscripts(words, 1) place
    where typos[place] is not null
  );
end
$$;
comment on function private.contains(text, text[], text[]) is
  'SQL: whether a field of prompt_search s contains every word, one of them with a typo where that is forgiven; null where no '
  'word is long enough.';
revoke all on function private.contains(text, text[], text[]) from public;

create or replace function private.has_some(shelves uuid[], words text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select case when words = '{}' then 'false' else format('k.keys && private.at_place(%L::bigint[], $1)',
      array(select unnest(private.shelf_keys(shelf, words)) from unnest(shelves) shelf)) end
  );
end
$$;
comment on function private.has_some(uuid[], text[]) is
  'SQL: whether a row k of search_keys has any of the words on any of the shelves; $1 is the lowest place, null for anywhere.';

create function private.has_typo(shelves uuid[], word text, typo text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  lines text[];
begin
  if typo is null then
    return 'false';
  elsif private.words(word) <> array[word] then
    return 'true';
  end if;
  lines := array(
    select distinct line[1]
    from private.search_words w, regexp_matches(w.words, '(?n)[^\n]*(?:' || typo || ')[^\n]*', 'g') line
    where w.shelf = any (shelves)
  );
  -- What many words come close to, such as four letters, is soon found by looking.
  return case when cardinality(lines) <= 100 then private.has_some(shelves, lines) else 'true' end;
end
$$;
comment on function private.has_typo(uuid[], text, text) is
  'SQL: whether a row k of search_keys contains the word with its typo; true where that has to be looked at.';
revoke all on function private.has_typo(uuid[], text, text) from public;

create function private.find_words(shelves uuid[], words text[]) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select private.has_containing(shelves, word) from unnest(words) with ordinality w (word, place) order by place
  );
end
$$;
comment on function private.find_words(uuid[], text[]) is 'private.has_containing of each word.';
revoke all on function private.find_words(uuid[], text[]) from public;

create function private.find_keys(
  shelves uuid[], words text[], there text[], typos text[], out parts text[], out unsure text[]
)
language plpgsql stable set search_path = ''
as $$
declare
  others text[];
  typo text;
  ways text[] := '{}';
begin
  parts := there;
  unsure := array(
    select w.word from unnest(words, there) w (word, there) where not private.is_certain(w.word, w.there)
  );
  if typos is null then
    return;
  end if;
  for place in 1..cardinality(words) loop
    others := there[:place - 1] || there[place + 1:];
    continue when 'false' = any (others);
    typo := private.has_typo(shelves, words[place], typos[place]);
    continue when typo = 'false';
    if typo = 'true' then
      unsure := unsure || words[place];
    end if;
    parts := others || typo;
    ways := ways || private.all_of(parts);
  end loop;
  if cardinality(ways) <> 1 then
    parts := array[case when 'true' = any (ways) then 'true' when ways = '{}' then 'false'
      else '((' || array_to_string(ways, ') or (') || '))' end];
  end if;
end
$$;
comment on function private.find_keys(uuid[], text[], text[], text[]) is
  'SQL, to be joined by and: which rows k of search_keys have every word, one of them with its typo if there are any; true where '
  'it cannot tell. there is what find_words says; unsure are the words that have to be looked for in what is found.';
revoke all on function private.find_keys(uuid[], text[], text[], text[]) from public;

drop function private.find_by_words(uuid[], text[], text[], boolean, integer);
create function private.pick(condition text, place integer, waiting uuid[], most integer) returns uuid[]
-- An array's elements seem more common than they are: it would look through all rows for a thousand.
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  -- Where any of some words is enough, the index is asked for each of them until there are too many; asked for all at
  -- once, it would look for each prompt which of them it has.
  either constant bigint[] := substring(condition from '^k\.keys && private\.at_place\(''(\{[-0-9,]*\})''::bigint\[\], \$1\)$');
  ids uuid[] := '{}';
begin
  if condition = 'true' or waiting is null then
    return null;
  elsif either is not null then
    ids := array(
      select k.prompt_id
      from unnest(private.at_place(either, place)) key,
        lateral (select prompt_id from private.search_keys where keys @> array[key] offset 0) k
      -- What waits may have lost the words that its keys tell of.
      where k.prompt_id <> all (waiting)
      limit most + 1
    );
  elsif condition <> 'false' then
    execute format('select array(select k.prompt_id from private.search_keys k where %s and k.prompt_id <> all ($2) limit %s)',
      condition, most + 1) into ids using place, waiting;
  end if;
  return case when cardinality(ids) <= most then ids end;
end
$$;
comment on function private.pick(text, integer, uuid[], integer) is
  'The prompts whose words find_keys has named, at a place or a better one, but for those that wait; null where they are more '
  'than so many, or cannot be named.';
revoke all on function private.pick(text, integer, uuid[], integer) from public;

create function private.expected(condition text) returns double precision
-- It changes nothing, but stable functions may not explain.
language plpgsql volatile set search_path = ''
as $$
declare
  plan jsonb;
begin
  if condition = 'false' then
    return 0;
  end if;
  execute 'explain (format json) select from private.search_keys k where ' || condition into plan using null::integer;
  return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::double precision;
end
$$;
comment on function private.expected(text) is 'How many prompts will have the words that find_keys has named, from statistics.';
revoke all on function private.expected(text) from public;

drop function private.is_found(text, text, text[], boolean);
create function private.is_found(what text, field text, unsure text[], forgiving boolean) returns text
language sql immutable set search_path = ''
as $$
  select format('case when s.prompt_id = any ($3) then (%s) else (%s) end', what,
    case when unsure = '{}' then 'true' when forgiving then what else private.contains_all(field, unsure) end)
$$;
comment on function private.is_found(text, text, text[], boolean) is
  'SQL: whether a row s of prompt_search that was picked, or waits ($3), has every word, looked at where that is needed; what is '
  'the condition that looks for every word.';
revoke all on function private.is_found(text, text, text[], boolean) from public;

create function private.rank(words text[], typos text[], out title text, out rank text)
language plpgsql immutable set search_path = ''
as $$
declare
  conditions constant text[] := array(
    select coalesce(private.contains(field, words, typos), 'false')
    from unnest(array['title', 'title_and_tags', 'without_content']) field
  );
begin
  title := conditions[1];
  rank := format('(case when %s then 3 when %s then 2 when %s then 1 else 0 end)', variadic conditions);
end
$$;
comment on function private.rank(text[], text[]) is
  'SQL on a row s of prompt_search: whether the title has every word; and 3 for that, 2 where title and tags have them, 1 with the '
  'description, otherwise 0.';
revoke all on function private.rank(text[], text[]) from public;

-- Whoever replaces a function needs its owner's right to have things here.
grant create on schema public to cuebook_search;
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
  worded constant boolean := cardinality(terms.words) > 0;
  cut jsonb := after::jsonb;
  forgiving boolean := coalesce((cut ->> 'forgiving')::boolean, false);
  readable constant text := '(s.user_id = $1 or s.is_public or s.team_id in (select private.my_team_ids()))';
  wanted constant integer := least(greatest(coalesce(page_size, 50), 1), 200);
  -- Of so many it costs as much to look at each as to walk through the newest until a page is full.
  gathered constant integer := 350;
  -- A page: its prompts and their ranks; best first, each newest first.
  page constant text := $sql$
    select coalesce(array_agg(prompt_id order by rank desc, created_at desc, prompt_id desc), '{}') as ids,
      coalesce(array_agg(to_jsonb(rank) order by rank desc, created_at desc, prompt_id desc), '{}') as keys
    from (
      select s.prompt_id, s.created_at, %s as rank
      from (
        select *, s.title || E'\n' || array_to_string(s.tags, E'\n') as title_and_tags,
          s.community_text || E'\n' || array_to_string(s.tags, E'\n') as without_content
        from public.prompt_search s
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
  ids uuid[];
  at_hand uuid[];
  statement text;
  more record;
  picked uuid[] := '{}';
  ranks jsonb[] := '{}';
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
  if worded and shelves is not null then
    waiting := private.unread(shelves);
    if waiting is not null then
      there := private.find_words(shelves, terms.words);
    end if;
  end if;

  -- Exactly first; on the first page, with a typo when that finds nothing.
  loop
    typos := case when forgiving then private.typo_regexes(terms.words, case when waiting = '{}' then there end) end;
    what := private.contains('library_text', terms.words, typos);
    exit when what is null;
    select * into ranked from private.rank(terms.words, typos);
    select null::text[] as parts, null::text[] as unsure into known;
    lows := '{0}';
    ids := null;
    if waiting is not null then
      select * into known from private.find_keys(shelves, terms.words, there, typos);
      condition := private.all_of(known.parts);
      ids := private.pick(condition, null, waiting, gathered);
      if ids is null and own then
        -- What more have than are worth to look at is walked through, but for those that have it in a better place.
        at_hand := private.pick(condition, 1, waiting, gathered);
        lows := case when at_hand is not null then '{1,0}' when condition = 'true' then '{3,0}' else '{3,2,1,0}' end;
      end if;
    elsif own and worded then
      lows := '{3,0}';
    end if;
    high := 3;
    foreach low in array lows loop
      exit when cardinality(picked) = wanted;
      if (cut ->> 'rank')::integer < low then
        high := low - 1;
        continue;
      end if;
      if waiting is not null and low > 0 then
        ids := case when low = 1 and high = 3 then at_hand else private.pick(condition, low, waiting, gathered) end;
      elsif lows <> '{0}' then
        ids := null;
      end if;
      continue when ids = '{}' and waiting = '{}';
      statement := format(page,
        case when not worded then '0' when low = high then low::text else ranked.rank end,
        case
          when ids is not null then 's.prompt_id = any ($2 || $3) and '
            || private.is_found(what, 'library_text', case when low = 0 then known.unsure else terms.words end, forgiving)
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
      if own and ids is null and (low = high or not worded) and strpos(what, 'library_grams') = 0 then
        select * into more from private.walk(statement, caller, null, waiting, null);
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

  return query
    select p.id, p.title, left(p.content, 300), p.description, p.tags, p.is_public, p.version,
      p.user_id, p.team_id, p.group_id, g.name, p.is_template, p.template_category,
      p.category, p.icon, p.forked_from, p.created_at, p.updated_at,
      u.used_at, f.prompt_id is not null, st.favorites_count,
      a.full_name, a.avatar_url, b.rank = '3', forgiving,
      jsonb_build_object('rank', b.rank, 'at', p.created_at, 'id', p.id, 'forgiving', forgiving)::text
    from unnest(picked, ranks) with ordinality as b (prompt_id, rank, place)
    join public.prompts p on p.id = b.prompt_id and p.deleted_at is null
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
  'forgiven.';

-- The community is searched in the order that is asked for, whatever a word's place is. What is common is found by walking in
-- that order; what is less so is gathered, and put in order by an index of it, or, where few have the words, by looking up each.
drop function private.gather(text, uuid, uuid[], uuid[], timestamptz);
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

drop function private.walk(text, uuid, timestamptz);
create function private.walk(
  statement text, caller uuid, found_ids uuid[], waiting uuid[], instant timestamptz, out ids uuid[], out keys jsonb[]
)
-- No statistics know how common a word is in a text, so the planner could not choose this: it would gather, then sort.
language plpgsql stable set search_path = '' set enable_bitmapscan = off set enable_sort = off set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set max_parallel_workers_per_gather = 0
as $$
begin
  execute statement into ids, keys using caller, found_ids, waiting, instant;
end
$$;
comment on function private.walk(text, uuid, uuid[], uuid[], timestamptz) is
  'Runs a statement in the order of an index, whatever is thought to be found.';
revoke all on function private.walk(text, uuid, uuid[], uuid[], timestamptz) from public;

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
  shelves constant uuid[] := array[private.community_shelf()];
  filters constant text := private.search_filters(terms) || ' and ' || private.community_filters(with_tags, in_category);
  marks constant text[] := private.asked_marks(with_tags || terms.tags, in_category);
  cut jsonb := after::jsonb;
  -- Orders that change while one reads are paged as of the instant of the first page: what came
  -- later is left out. What moves may still come twice; the reader drops repeats.
  instant timestamptz := coalesce((cut ->> 'as_of')::timestamptz, now());
  forgiving boolean := coalesce((cut ->> 'forgiving')::boolean, false);
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 200);
  by_time constant boolean := coalesce(sort, 'latest') in ('latest', 'oldest');
  direction constant text := case when sort = 'oldest' then 'asc' else 'desc' end;
  key constant text := case when by_time then 'o.created_at' when sort = 'trending' then 'o.hot' when sort = 'top' then 'o.points' end;
  -- Rows o have the key of the order, rows s what is searched.
  listed text;
  in_order text;
  rows text;
  page text;
  waiting uuid[];
  known record;
  condition text;
  total constant double precision := private.expected('true');
  expected double precision;
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
  if cardinality(terms.words) > 0 or cardinality(marks) > 0 then
    waiting := private.unread(shelves);
    if waiting is not null then
      there := private.find_words(shelves, terms.words);
    end if;
  end if;

  loop
    typos := case when forgiving then private.typo_regexes(terms.words, case when waiting = '{}' then there end) end;
    what := private.contains('community_text', terms.words, typos);
    exit when what is null;
    select null::uuid[] as ids, null::jsonb[] as keys into best;
    picked := null;
    if waiting is not null then
      select * into known from private.find_keys(shelves, terms.words, there, typos);
      if cardinality(marks) > 0 then
        known.parts := known.parts || format('k.keys @> %L::bigint[]', private.shelf_keys(shelves[1], marks));
      end if;
      condition := private.all_of(known.parts);
      expected := private.expected(condition);
      -- Three times as many rows as a page should need; more, while enough are found.
      bound := ceil(3 * size * total / greatest(expected, 1));
      if 'true' <> all (known.parts) and expected > (case when by_time then 4000 else 8000 end) then
        loop
          select * into best from private.walk(
            format(page, format(rows, format(in_order, '*', 'true', bound)), what), caller, null, null, instant);
          exit when cardinality(best.ids) = size or coalesce(cardinality(best.ids), 0) < size / 4.0 or bound > total;
          bound := bound * 4;
        end loop;
        exit when cardinality(best.ids) = size;
      end if;
      -- Where enough of those with the rarest word have the others, these are looked for in the texts, until the page is full.
      if cardinality(known.parts) > 1 and expected > 1000 then
        select rarest.part, rarest.expected into part, expected_part
        from (select part, private.expected(part) as expected from unnest(known.parts) part) rarest
        order by rarest.expected limit 1;
        if expected_part < least(most, 10 * expected) then
          condition := part;
          known.unsure := terms.words;
        end if;
      end if;
      picked := private.pick(condition, null, waiting, most);
    end if;
    if picked is not null then
      what := private.is_found(what, 'community_text', known.unsure, forgiving);
      -- An index of the order alone is read so much faster than each is looked up.
      while bound < 40 * cardinality(picked) loop
        select * into best from private.walk(
          format(page,
            format('(select * from %s o where (o.prompt_id in (select unnest($2))) is true) o '
              'join public.prompt_search s on s.prompt_id = o.prompt_id',
              format(in_order, 'o.prompt_id, ' || key, 'true', bound)),
            what),
          caller, picked || waiting, waiting, instant);
        exit when cardinality(best.ids) = size;
        bound := bound * 8;
      end loop;
      if best.ids is null or cardinality(best.ids) < size then
        select * into best from private.gather(
          format(page, format(rows, format(in_order, '*', 'o.prompt_id = any ($2)', 'null')), what),
          caller, picked || waiting, waiting, instant);
      end if;
    else
      statement := format(page, format(rows, case when by_time then 'public.prompt_search' else 'public.prompt_stats' end),
        listed || ' and (' || what || ')');
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

grant execute on function private.typo_regexes(text[], text[]), private.contains(text, text[], text[]),
  private.at_place(bigint[], integer), private.has_typo(uuid[], text, text), private.find_words(uuid[], text[]),
  private.find_keys(uuid[], text[], text[], text[]),
  private.pick(text, integer, uuid[], integer), private.expected(text), private.is_found(text, text, text[], boolean),
  private.rank(text[], text[]), private.gather(text, uuid, uuid[], uuid[], timestamptz),
  private.walk(text, uuid, uuid[], uuid[], timestamptz)
  to cuebook_search;
