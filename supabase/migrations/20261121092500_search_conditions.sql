-- What somebody wrote into a search box: words, and the filters tag: group: is: has:variable, used:<7d (or >7d, never;
-- h d w m y) and author:.

create type private.search_terms as (
  words text[],
  tags text[],
  group_ids uuid[],
  flags text[],
  author_ids uuid[],
  used text[]
);
comment on type private.search_terms is
  'What a search box asks for: words, and the filters tag: (all of them), group: and author: (any of those named), is:, '
  'has: and used:.';

create function private.like_pattern(word text) returns text
language sql immutable strict set search_path = ''
as $$ select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' $$;
comment on function private.like_pattern(text) is 'The LIKE pattern of a text that contains word.';
revoke all on function private.like_pattern(text) from public;

create function private.parse_search(query text) returns private.search_terms
language plpgsql stable security definer set search_path = ''
as $$
declare
  terms private.search_terms := (array[]::text[], array[]::text[], null, array[]::text[], null, array[]::text[]);
  part text[];
  name text;
  value text;
begin
  for part in
    select regexp_matches(left(coalesce(query, ''), 1000), '(?:(tag|group|is|has|used|author):)?("([^"]+)"|\S+)', 'gi')
  loop
    name := lower(part[1]);
    value := btrim(private.fold(coalesce(part[3], part[2])));
    if name = 'is' and value in ('favorite', 'favourite') then
      terms.flags := terms.flags || 'favorite'::text;
    elsif name = 'is' and value in ('public', 'private', 'template') then
      terms.flags := terms.flags || value;
    elsif name = 'has' and value in ('variable', 'variables') then
      terms.flags := terms.flags || 'variable'::text;
    elsif name = 'used' and value ~ '^([<>][0-9]{1,4}[hdwmy]|never)$' then
      terms.used := terms.used || value;
    elsif name = 'tag' then
      terms.tags := terms.tags || value;
    elsif name = 'group' then
      select coalesce(terms.group_ids, '{}') || coalesce(array_agg(g.id), '{}') into terms.group_ids
      from public.groups g
      where g.user_id = auth.uid() and g.deleted_at is null and strpos(private.fold(g.name), value) > 0;
    elsif name = 'author' then
      select coalesce(terms.author_ids, '{}') || coalesce(array_agg(a.id), '{}') into terms.author_ids
      from public.profiles a
      where private.fold(a.full_name) like private.like_pattern(value);
    elsif name is null and value in ('tag:', 'group:', 'is:', 'has:', 'used:', 'author:', '') then
      null; -- a filter that is still being typed
    else
      terms.words := terms.words || (coalesce(name || ':', '') || value);
    end if;
  end loop;
  return terms;
end
$$;
comment on function private.parse_search(text) is 'Reads a search box; words and tags come folded.';

create function private.search_filters_sql(terms private.search_terms) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ',
    case when cardinality(terms.tags) > 0 then format('s.tags @> %L::text[]', terms.tags) end,
    case when terms.group_ids is not null then format('s.group_id = any (%L::uuid[])', terms.group_ids) end,
    case when terms.author_ids is not null then format('s.user_id = any (%L::uuid[])', terms.author_ids) end,
    case when 'public' = any (terms.flags) then 's.is_public' end,
    case when 'private' = any (terms.flags) then 'not s.is_public' end,
    case when 'template' = any (terms.flags) then 's.is_template' end,
    case when 'favorite' = any (terms.flags) then
      'exists (select from public.favorites f where f.user_id = $1 and f.prompt_id = s.prompt_id)' end,
    -- {{name}}, its type and default behind it; the name begins with a letter of any script. Not in the title.
    case when 'variable' = any (terms.flags) then format(
      's.library_text like %L and substr(s.library_text, strpos(substr(s.library_text, 2), %L) + 2) ~ %L',
      '%{{%}}%', E'\n', '\{\{[ \t]*[^\x01-@\[-^`\{-\x7f][^\x01-\x1f!-,/:-@\[-^`\{-\x7f]*(\|[ \t]*(long|number|choice)[ \t]*)?(:[^\n]*)?\}\}')
      end,
    (
      select string_agg(
        case when left(value, 1) = '<' then 'exists' else 'not exists' end
          || ' (select from public.prompt_uses u where u.user_id = $1 and u.prompt_id = s.prompt_id'
          || case when value = 'never' then '' else format(' and u.used_at > now() - %L::interval',
            -- A timestamp reaches back some 6,700 years from now.
            least(regexp_replace(value, '\D', '', 'g')::integer, case right(value, 1) when 'y' then 6000 else 9999 end)
              || case right(value, 1)
              when 'h' then ' hours' when 'd' then ' days' when 'w' then ' weeks' when 'm' then ' months' else ' years' end
            ) end || ')', ' and ')
      from unnest(terms.used) value
    ),
    'true')
$$;
comment on function private.search_filters_sql(private.search_terms) is 'SQL: the filters of a search on prompt_search s; $1 is the caller.';

create function private.read_cursor(after text, list text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  cut jsonb;
  is_valid boolean;
begin
  if after is null then
    return null;
  end if;
  cut := after::jsonb;
  is_valid := jsonb_typeof(cut -> 'forgiving') = 'boolean' and (cut ->> 'id')::uuid is not null
    and case list
      when 'prompts' then (cut ->> 'rank')::integer between 0 and 3 and (cut ->> 'at')::timestamptz is not null
      else (cut ->> 'as_of')::timestamptz is not null
        and case list
          when 'trending' then (cut ->> 'key')::double precision is not null
          when 'top' then (cut ->> 'key')::integer is not null
          else (cut ->> 'key')::timestamptz is not null
        end
    end;
  if is_valid then
    return cut;
  end if;
  raise data_exception;
exception when data_exception then
  raise exception 'The cursor does not belong to this list' using errcode = 'invalid_parameter_value',
    hint = 'Pass the cursor of the last row unchanged, with the same order.';
end
$$;
comment on function private.read_cursor(text, text) is
  'Reads the cursor of a row of search_prompts (list: prompts) or of community_feed (list: its order), and refuses any other text.';
revoke all on function private.read_cursor(text, text) from public;
grant execute on function private.read_cursor(text, text) to cuebook_search;

revoke all on function private.parse_search(text), private.search_filters_sql(private.search_terms) from public;
grant execute on function private.parse_search(text), private.like_pattern(text),
  private.search_filters_sql(private.search_terms) to cuebook_search;

-- Words looked for in the texts themselves, as conditions on a row s of prompt_search. Written with literals in them: only so
-- does the planner see how common each word is. In a language that keeps its plans: to plan them anew takes longer than to
-- run them.

-- Pairs of characters are for scripts without spaces: what has words is found by them.
create function private.contains_all_sql(field text, words text[]) returns text
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
    from unnest(words) word, lateral (select private.grams(word) as grams) known
  );
end
$$;
comment on function private.contains_all_sql(text, text[]) is 'SQL: whether a field of prompt_search s contains every word.';

-- A typo is one regular expression, made from the word itself.
create function private.typo_regex(word text) returns text
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

-- Conditions as text, in which true and false have been worked out.
create function private.all_of_sql(conditions text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select case when 'false' = any (conditions) then 'false'
      else coalesce(nullif(array_to_string(array_remove(conditions, 'true'), ' and '), ''), 'true') end
  );
end
$$;
comment on function private.all_of_sql(text[]) is 'SQL: the conditions joined by and.';

create function private.typo_regexes(words text[], there text[]) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select array_agg(
      case when cardinality(words) <= 8 and (there is null or private.all_of_sql(there[:place - 1] || there[place + 1:]) <> 'false')
        then private.typo_regex(word) end order by place)
    from unnest(words) with ordinality w (word, place)
  );
end
$$;
comment on function private.typo_regexes(text[], text[]) is
  'private.typo_regex of each word that can have the typo: of up to eight words, and, where it is known what find_words says of '
  'them, only if all the others are there.';

-- typos: of each word, where one is forgiven; otherwise null.
create function private.contains_sql(field text, words text[], typos text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if typos is null then
    return private.contains_all_sql(field, words);
  end if;
  return (
    select string_agg(
      format('(%s and s.%I ~ %L)', private.contains_all_sql(field, words[:place - 1] || words[place + 1:]), field, typos[place]),
      ' or ')
    from generate_subscripts(words, 1) place
    where typos[place] is not null
  );
end
$$;
comment on function private.contains_sql(text, text[], text[]) is
  'SQL: whether a field of prompt_search s contains every word, one of them with a typo where that is forgiven; null where no '
  'word is long enough.';

create function private.is_found_sql(what text, field text, unsure text[], forgiving boolean) returns text
language sql immutable set search_path = ''
as $$
  select format('case when s.prompt_id = any ($3) then (%s) else (%s) end', what,
    case when unsure = '{}' then 'true' when forgiving then what else private.contains_all_sql(field, unsure) end)
$$;
comment on function private.is_found_sql(text, text, text[], boolean) is
  'SQL: whether a row s of prompt_search that was picked, or waits ($3), has every word, looked at where that is needed; what is '
  'the condition that looks for every word.';

create function private.rank_sql(words text[], typos text[], out title text, out rank text)
language plpgsql immutable set search_path = ''
as $$
declare
  conditions constant text[] := array(
    select coalesce(private.contains_sql(field, words, typos), 'false')
    from unnest(array['title', 'title_and_tags', 'without_content']) field
  );
begin
  title := conditions[1];
  rank := format('(case when %s then 3 when %s then 2 when %s then 1 else 0 end)', variadic conditions);
end
$$;
comment on function private.rank_sql(text[], text[]) is
  'SQL on a row s of prompt_search: whether the title has every word; and 3 for that, 2 where title and tags have them, 1 with the '
  'description, otherwise 0.';
revoke all on function private.typo_regex(text), private.all_of_sql(text[]), private.typo_regexes(text[], text[]),
  private.contains_sql(text, text[], text[]), private.is_found_sql(text, text, text[], boolean), private.rank_sql(text[], text[]) from public;
grant execute on function private.typo_regex(text), private.all_of_sql(text[]), private.typo_regexes(text[], text[]),
  private.contains_sql(text, text[], text[]), private.is_found_sql(text, text, text[], boolean), private.rank_sql(text[], text[])
  to cuebook_search;

revoke all on function private.contains_all_sql(text, text[]) from public;
grant execute on function private.contains_all_sql(text, text[]) to cuebook_search;

-- Words looked for in the lists of words, which gives conditions on the keys of a row k of search_keys.

create function private.has_some_sql(shelves uuid[], words text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select case when words = '{}' then 'false' else format('k.keys && private.at_place(%L::bigint[], $1)',
      array(select unnest(private.shelf_keys(shelf, words)) from unnest(shelves) shelf)) end
  );
end
$$;
comment on function private.has_some_sql(uuid[], text[]) is
  'SQL: whether a row k of search_keys has any of the words on any of the shelves; $1 is the lowest place, null for anywhere.';

-- What more than 300 words contain, such as one or two letters, is soon found by looking: true.
create function private.has_containing_sql(shelves uuid[], word text) returns text
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
      conditions := conditions || private.has_some_sql(shelves, lines);
    end if;
  end loop;
  return private.all_of_sql(conditions);
end
$$;
comment on function private.has_containing_sql(uuid[], text) is
  'SQL: whether a row k of search_keys can contain the word; certain where private.is_certain says so.';

create function private.is_certain(word text, condition text) returns boolean
language sql immutable set search_path = ''
as $$ select condition <> 'true' and length(word) <= 32 and private.words(word) = array[word] $$;
comment on function private.is_certain(text, text) is 'Whether what has_containing_sql found for a word need not be looked at again.';

create function private.has_typo_sql(shelves uuid[], word text, typo text) returns text
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
  return case when cardinality(lines) <= 500 then private.has_some_sql(shelves, lines) else 'true' end;
end
$$;
comment on function private.has_typo_sql(uuid[], text, text) is
  'SQL: whether a row k of search_keys contains the word with its typo; true where that has to be looked at.';

create function private.find_words(shelves uuid[], words text[]) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select private.has_containing_sql(shelves, word) from unnest(words) with ordinality w (word, place) order by place
  );
end
$$;
comment on function private.find_words(uuid[], text[]) is 'private.has_containing_sql of each word.';

create function private.find_keys_sql(
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
    typo := private.has_typo_sql(shelves, words[place], typos[place]);
    continue when typo = 'false';
    if typo = 'true' then
      unsure := unsure || words[place];
    end if;
    parts := others || typo;
    ways := ways || private.all_of_sql(parts);
  end loop;
  if cardinality(ways) <> 1 then
    parts := array[case when 'true' = any (ways) then 'true' when ways = '{}' then 'false'
      else '((' || array_to_string(ways, ') or (') || '))' end];
  end if;
end
$$;
comment on function private.find_keys_sql(uuid[], text[], text[], text[]) is
  'SQL, to be joined by and: which rows k of search_keys have every word, one of them with its typo if there are any; true where '
  'it cannot tell. there is what find_words says; unsure are the words that have to be looked for in what is found.';

-- Of many words the index would look for each prompt which of them it has, twice.
create function private.also_in_text_sql(condition text) returns text
language sql immutable set search_path = ''
as $$
  select case when length(condition) < 600 then condition || ' and ' || replace(condition, '$1', 'null') else condition end
$$;
comment on function private.also_in_text_sql(text) is
  'SQL: a condition that find_keys_sql gives, and, where it names few words, the same for anywhere: most that have a word in their '
  'description need not have it in their text.';
revoke all on function private.has_some_sql(uuid[], text[]), private.has_containing_sql(uuid[], text),
  private.is_certain(text, text), private.has_typo_sql(uuid[], text, text), private.find_words(uuid[], text[]),
  private.find_keys_sql(uuid[], text[], text[], text[]), private.also_in_text_sql(text) from public;
grant execute on function private.has_some_sql(uuid[], text[]), private.has_containing_sql(uuid[], text),
  private.is_certain(text, text), private.has_typo_sql(uuid[], text, text), private.find_words(uuid[], text[]),
  private.find_keys_sql(uuid[], text[], text[], text[]), private.also_in_text_sql(text) to cuebook_search;

-- What is rare is gathered by its keys and then put in order; what is common is soon found by walking in the order that is
-- asked for. How common something is, statistics know.

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
  'The prompts whose words find_keys_sql has named, at a place or a better one, but for those that wait; null where they are more '
  'than so many, or cannot be named.';

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
comment on function private.expected(text) is 'How many prompts will have the words that find_keys_sql has named, from statistics.';

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
revoke all on function private.unread(uuid[]), private.pick(text, integer, uuid[], integer), private.expected(text),
  private.gather(text, uuid, uuid[], uuid[], timestamptz), private.walk(text, uuid, uuid[], uuid[], timestamptz)
  from public;
grant execute on function private.unread(uuid[]), private.pick(text, integer, uuid[], integer), private.expected(text),
  private.gather(text, uuid, uuid[], uuid[], timestamptz), private.walk(text, uuid, uuid[], uuid[], timestamptz)
  to cuebook_search;
