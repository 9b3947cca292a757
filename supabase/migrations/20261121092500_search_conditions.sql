-- Reads a search box: words, and the filters tag: category: group: in: is: has:variable, used:<7d (or
-- >7d, never; h d w m y) and author:. Reads cursors, too.

create type private.search_terms as (
  words text[],
  tags text[],
  categories text[],
  group_ids uuid[],
  within_group_ids uuid[],
  flags text[],
  author_ids uuid[],
  used text[]
);
comment on type private.search_terms is
  'A parsed search box: words, and the filters tag: (all of them), category:, group:, in: and author: '
  '(any that match), is:, has: and used:.';

create function private.like_pattern(word text) returns text
language sql immutable strict set search_path = ''
as $$ select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' $$;
comment on function private.like_pattern is
  'Returns the LIKE pattern of a text that contains the word.';

create function private.path_names(path text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(btrim(private.fold(replace(replace(part, e'\x01', '\'), e'\x02', '/'))) order by place), '{}')
  from string_to_table(
    replace(replace(replace(replace(path, '\\', e'\x01'), '\/', e'\x02'), '\"', '"'), '\', e'\x01'), '/'
  ) with ordinality as parts (part, place)
  where btrim(part) <> ''
$$;
comment on function private.path_names is
  'Returns the folded names of a path of groups such as Work/Mail. In a name, \/ stands for a slash, \" for a quotation mark '
  'and \\ for a backslash.';

create function private.groups_at_paths(paths text[], person uuid, team_ids uuid[]) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with recursive matching as (
    select g.id, g.parent_id, wanted.names, cardinality(wanted.names) - 1 as names_left
    from (select distinct private.path_names(path) as names from unnest(paths) path) wanted
    join public.groups g on btrim(private.fold(g.name)) = wanted.names[cardinality(wanted.names)]
    where (g.user_id = person or g.team_id = any (team_ids)) and g.deleted_at is null
    union all
    select m.id, g.parent_id, m.names, m.names_left - 1
    from matching m join public.groups g on g.id = m.parent_id
    where m.names_left > 0 and btrim(private.fold(g.name)) = m.names[m.names_left]
  )
  select coalesce(array_agg(distinct id), '{}') from matching where names_left = 0
$$;
comment on function private.groups_at_paths is
  'Returns the groups of a person and of teams whose path is, or ends in, one of these paths. Person or teams may be null.';

create function private.my_groups_in(path text) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select private.group_tree(private.groups_at_paths(
    array[path], private.caller_id('prompts:read'), array(select private.my_team_ids())))
$$;
comment on function private.my_groups_in is
  'Returns the groups of the caller and of their teams whose path is, or ends in, this one, and those below them; null if there is '
  'none.';
grant execute on function private.my_groups_in to authenticated;

create function private.parse_search(query text, team_ids uuid[] default null) returns private.search_terms
language plpgsql stable security definer set search_path = ''
as $$
declare
  terms private.search_terms := (array[]::text[], array[]::text[], array[]::text[], null, null,
    array[]::text[], null, array[]::text[]);
  -- group: and in: name groups of the library that is searched.
  group_owner constant uuid := case when team_ids is null then auth.uid() end;
  -- Many names are looked for at once: a search has up to a hundred.
  group_patterns text[];
  group_paths text[];
  author_patterns text[];
  part text[];
  name text;
  written text;
  value text;
begin
  for part in
    select regexp_matches(left(coalesce(query, ''), 1000), '(?:(in):"((?:[^"\\]|\\.)+)"|(?:(tag|category|group|in|is|has|used|author):)?("([^"]+)"|\S+))', 'gi')
  loop
    -- Only the path of in: has escaped quotation marks.
    name := lower(coalesce(part[1], part[3]));
    written := coalesce(part[2], part[5], part[4]);
    value := btrim(private.fold(written));
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
    elsif name = 'category' then
      terms.categories := terms.categories || value;
    elsif name = 'group' then
      group_patterns := group_patterns || private.like_pattern(value);
    elsif name = 'in' then
      group_paths := group_paths || written;
    elsif name = 'author' then
      author_patterns := author_patterns || private.like_pattern(value);
    elsif name is null and value in ('tag:', 'category:', 'group:', 'in:', 'is:', 'has:', 'used:', 'author:', '') then
      null; -- a filter that is still being typed
    else
      terms.words := terms.words || (coalesce(name || ':', '') || value);
    end if;
  end loop;
  if group_patterns is not null then
    terms.group_ids := array(
      select g.id from public.groups g
      where (g.user_id = group_owner or g.team_id = any (team_ids)) and g.deleted_at is null
        and private.fold(g.name) like any (group_patterns)
    );
  end if;
  if group_paths is not null then
    terms.within_group_ids := coalesce(
      private.group_tree(private.groups_at_paths(group_paths, group_owner, team_ids)), '{}');
  end if;
  if author_patterns is not null then
    -- Planned for these names, since the index suits long ones only.
    execute 'select array(select a.id from public.profiles a where private.fold(a.full_name) like any ($1))'
      into terms.author_ids using author_patterns;
  end if;
  return terms;
end
$$;
comment on function private.parse_search is 'Parses a search box; words and tags are folded. Its groups are '
  'the caller''s, or those of the teams that are searched.';

create function private.search_filters_sql(terms private.search_terms) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ',
    case when cardinality(terms.tags) > 0 then format('s.tags @> %L::text[]', terms.tags) end,
    case when cardinality(terms.categories) > 0 then format('s.category = any (%L::text[])', terms.categories) end,
    case when terms.group_ids is not null then format('s.group_id = any (%L::uuid[])', terms.group_ids) end,
    case when terms.within_group_ids is not null then format('s.group_id = any (%L::uuid[])', terms.within_group_ids) end,
    case when terms.author_ids is not null then format('s.user_id = any (%L::uuid[])', terms.author_ids) end,
    case when 'public' = any (terms.flags) then 's.is_public' end,
    case when 'private' = any (terms.flags) then 'not s.is_public' end,
    case when 'template' = any (terms.flags) then 's.is_template' end,
    case when 'favorite' = any (terms.flags) then
      'exists (select from public.favorites f where f.user_id = $1 and f.prompt_id = s.prompt_id)' end,
    case when 'variable' = any (terms.flags) then 's.variable_count > 0' end,
    (
      select string_agg(
        case when left(value, 1) = '<' then 'exists' else 'not exists' end
          || ' (select from public.prompt_uses u where u.user_id = $1 and u.prompt_id = s.prompt_id'
          || case when value = 'never' then '' else format(' and u.used_at > now() - %L::interval',
            -- A timestamp can be some 6,700 years in the past at most.
            least(regexp_replace(value, '\D', '', 'g')::integer, case right(value, 1) when 'y' then 6000 else 9999 end)
              || case right(value, 1)
              when 'h' then ' hours' when 'd' then ' days' when 'w' then ' weeks' when 'm' then ' months' else ' years' end
            ) end || ')', ' and ')
      from unnest(terms.used) value
    ),
    'true')
$$;
comment on function private.search_filters_sql is
  'Returns SQL: the filters of a search on a row s of prompt_search; $1 is the caller.';

create function private.read_cursor(after text, list text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  parsed jsonb;
  is_valid boolean;
begin
  if after is null then
    return null;
  end if;
  parsed := after::jsonb;
  is_valid := jsonb_typeof(parsed -> 'forgiving') = 'boolean' and (parsed ->> 'id')::uuid is not null
    and case list
      when 'prompts' then (parsed ->> 'rank')::integer between 0 and 3 and (parsed ->> 'at')::timestamptz is not null
      else (parsed ->> 'as_of')::timestamptz is not null
        and case list
          when 'trending' then (parsed ->> 'key')::double precision is not null
          when 'top' then (parsed ->> 'key')::integer is not null
          else (parsed ->> 'key')::timestamptz is not null
        end
    end;
  if is_valid then
    return parsed;
  end if;
  raise data_exception;
exception when data_exception then
  raise exception 'The cursor does not belong to this list'
    using errcode = 'invalid_parameter_value',
    hint = 'Pass the cursor of the last row unchanged, with the same order.';
end
$$;
comment on function private.read_cursor is
  'Parses a cursor of search_prompts (list: prompts) or of community_feed (list: its order); '
  'raises 22023 for any other text.';
grant execute on function private.read_cursor to cuebook_search;

grant execute on function private.parse_search, private.like_pattern, private.search_filters_sql
  to cuebook_search;

-- Conditions that find words: first in the texts of a row s of prompt_search, then in the keys of a
-- row k of search_keys. They are SQL with literals, since only then does the planner know how
-- common each word is. The functions are in PL/pgSQL, which caches plans: planning them each time
-- takes longer than running them.

-- Pairs of characters serve scripts without spaces. Words of other scripts have keys.
create function private.contains_all_sql(field text, words text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select coalesce(string_agg(
      format('s.%I like %L', field, private.like_pattern(word)) || case
        when pairs.grams = '{}' or private.split_words(word) <> '{}' then ''
        when field = 'community_text' then format(' and s.community_grams @> %L::text[]', pairs.grams)
        when field = 'library_text' then
          format(' and (s.library_grams <> ''{}'' and s.library_grams @> %L::text[] or not s.library_grams_complete)', pairs.grams)
        else '' end,
      ' and '), 'true')
    from unnest(words) word, lateral (select private.grams(word) as grams) pairs
  );
end
$$;
comment on function private.contains_all_sql is
  'Returns SQL: whether a field of prompt_search s contains every word.';

-- A typo is one regular expression, made from the word itself.
create function private.typo_regex(word text) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  letters constant text[] := array(
    select regexp_replace(letter, '([.*+?()\[\]{}^$|\\])', '\\\1') from string_to_table(word, null) letter
  );
  variants text;
begin
  variants := (
    select string_agg(array_to_string(variant, ''), '|')
    from generate_series(1, cardinality(letters)) at, lateral (
      values (letters[:at - 1] || '.'::text || letters[at + 1:], true),
        (letters[:at - 1] || letters[at + 1] || letters[at] || letters[at + 2:], at < cardinality(letters)),
        (letters[:at - 1] || letters[at + 1:], cardinality(letters) > 4),
        (letters[:at - 1] || '.'::text || letters[at:], at > 1)
    ) candidates (variant, is_allowed)
    where is_allowed and cardinality(letters) between 4 and 40
  );
  -- Within longer words, too many come close to four letters.
  return case when word ~ '^[a-z0-9]{4}$' then '\m(?:' || variants || ')' else variants end;
end
$$;
comment on function private.typo_regex is
  'Returns a regular expression for a word with one letter wrong, missing, extra, or two swapped; '
  'null for fewer than four letters. Four Latin letters match at the start of a word only.';

create function private.all_of_sql(conditions text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select case when 'false' = any (conditions) then 'false'
      else coalesce(nullif(array_to_string(array_remove(conditions, 'true'), ' and '), ''),
        'true') end
  );
end
$$;
comment on function private.all_of_sql is
  'Returns SQL: the conditions joined by and, without redundant true and false.';

create function private.typo_regexes(words text[], word_conditions text[]) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select array_agg(
      case when cardinality(words) <= 8 and (
          word_conditions is null
            or private.all_of_sql(word_conditions[:number - 1]
              || word_conditions[number + 1:]) <> 'false'
        )
        then private.typo_regex(word) end order by number)
    from unnest(words) with ordinality w (word, number)
  );
end
$$;
comment on function private.typo_regexes is
  'Returns private.typo_regex of each word that may have the typo: of up to eight words, and only '
  'if all the others exist. word_conditions comes from private.find_words, or is null where no '
  'word list tells.';

create function private.contains_sql(field text, words text[], typos text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if typos is null then
    return private.contains_all_sql(field, words);
  end if;
  return (
    select string_agg(
      format('(%s and s.%I ~ %L)',
        private.contains_all_sql(field, words[:number - 1] || words[number + 1:]), field, typos[number]),
      ' or ')
    from generate_subscripts(words, 1) number
    where typos[number] is not null
  );
end
$$;
comment on function private.contains_sql is
  'Returns SQL: whether a field of prompt_search s contains every word, one of them with a typo if '
  'typos (of each word) is not null. Returns null where no word is long enough for a typo.';

create function private.is_match_sql(text_sql text, field text, unverified_words text[],
  forgiving boolean) returns text
language sql immutable set search_path = ''
as $$
  select format('case when s.prompt_id = any ($3) then (%s) else (%s) end', text_sql,
    case when unverified_words = '{}' then 'true' when forgiving then text_sql
      else private.contains_all_sql(field, unverified_words) end)
$$;
comment on function private.is_match_sql is
  'Returns SQL: whether a row s of prompt_search whose id was selected has every word. Checks '
  'text_sql for unindexed prompts ($3); for others only the words that their keys leave open.';

create function private.rank_sql(words text[], typos text[], out title_sql text, out rank_sql text)
language plpgsql immutable set search_path = ''
as $$
declare
  conditions constant text[] := array(
    select coalesce(private.contains_sql(field, words, typos), 'false')
    from unnest(array['title', 'title_and_tags', 'without_content']) field
  );
begin
  title_sql := conditions[1];
  rank_sql := format('(case when %s then 3 when %s then 2 when %s then 1 else 0 end)', variadic conditions);
end
$$;
comment on function private.rank_sql is
  'Returns SQL on a row s of prompt_search: whether the title has every word; and the rank: 3 for '
  'that, 2 where title and tags have them, 1 with the description, otherwise 0.';

grant execute on function private.contains_all_sql, private.typo_regex, private.all_of_sql,
  private.typo_regexes, private.contains_sql, private.is_match_sql, private.rank_sql
  to cuebook_search;

-- Conditions on keys. true means that the word list can't tell, and false that no prompt has the
-- word.

create function private.has_some_sql(partitions uuid[], words text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select case when words = '{}' then 'false' else format('k.keys && private.keys_in(%L::bigint[], $1)',
      array(select unnest(private.partition_keys(partition_id, words)) from unnest(partitions) partition_id)) end
  );
end
$$;
comment on function private.has_some_sql is
  'Returns SQL: whether a row k of search_keys has any of the words in any of the partitions; $1 '
  'are parts of them, or null for all.';

create function private.words_containing(partitions uuid[], part text, max_words integer)
returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  like_pattern constant text := '%' || part || '%';
begin
  -- A single letter has no pairs.
  if partitions = array[private.community_partition()] and length(part) > 1 then
    return array(
      select w.words from private.search_words w
      where w.partition_id = private.community_partition()
        and private.letter_runs(w.words) @> private.longest_runs(part) and w.words like like_pattern
      limit max_words
    );
  end if;
  return array(
    select line[1]
    from private.search_words w, regexp_matches(w.words, '[^\n]*' || part || '[^\n]*', 'g') line
    where w.partition_id = any (partitions) and w.words like like_pattern
    limit max_words
  );
end
$$;
comment on function private.words_containing is
  'Returns up to max_words words of the partitions that contain a part, which private.split_words returned.';

create function private.has_containing_sql(partitions uuid[], word text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  limits constant record := private.search_thresholds();
  part text;
  containing_words text[];
  conditions text[] := '{}';
begin
  foreach part in array private.split_words(word) loop
    containing_words := private.words_containing(partitions, left(part, 32), limits.max_containing_words + 1);
    if cardinality(containing_words) <= limits.max_containing_words then
      conditions := conditions || private.has_some_sql(partitions, containing_words);
    end if;
  end loop;
  return private.all_of_sql(conditions);
end
$$;
comment on function private.has_containing_sql is
  'Returns SQL: whether a row k of search_keys can contain the word; private.is_certain tells '
  'whether it does.';

create function private.is_certain(word text, condition text) returns boolean
language sql immutable set search_path = ''
as $$ select condition <> 'true' and length(word) <= 32
  and private.split_words(word) = array[word] $$;
comment on function private.is_certain is
  'Returns whether the condition from has_containing_sql suffices, so that the text need not be '
  'checked.';

-- A typo in the start, the middle or the end of a word leaves the other two as they are, unless
-- letters are swapped where they meet.
create function private.words_with_typo(partitions uuid[], word text, typo text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  -- Some typos are looked for at the start of words only.
  whole constant text := case when starts_with(typo, '\m') then ' ' else '' end || word;
  -- The start and the end have as many letters, a third at least: two suffice for a pair, and three
  -- are in far fewer words.
  start_length constant integer := (length(whole) + 2) / 3;
  rest_length constant integer := length(whole) - start_length;
  without_start constant text[] := private.longest_runs(right(whole, rest_length));
  without_middle constant text[] :=
    private.longest_runs(left(whole, start_length)) || private.longest_runs(right(whole, start_length));
  without_end constant text[] := private.longest_runs(left(whole, rest_length));
  swapped_first constant text[] := private.longest_runs(overlay(whole
    placing reverse(substr(whole, start_length, 2)) from start_length for 2));
  swapped_last constant text[] := private.longest_runs(overlay(whole
    placing reverse(substr(whole, rest_length, 2)) from rest_length for 2));
begin
  if partitions = array[private.community_partition()] then
    return array(
      select w.words from private.search_words w
      where w.partition_id = private.community_partition()
        and (private.letter_runs(w.words) @> without_start
          or private.letter_runs(w.words) @> without_middle
          or private.letter_runs(w.words) @> without_end
          or private.letter_runs(w.words) @> swapped_first
          or private.letter_runs(w.words) @> swapped_last)
        and w.words ~ typo
    );
  end if;
  return array(
    select distinct line[1]
    from private.search_words w,
    regexp_matches(w.words, '(?n)[^\n]*(?:' || typo || ')[^\n]*', 'g') line
    where w.partition_id = any (partitions)
  );
end
$$;
comment on function private.words_with_typo is
  'Returns the words of the partitions that contain the word with its typo, from private.typo_regex.';

create function private.has_typo_sql(partitions uuid[], word text, typo text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  limits constant record := private.search_thresholds();
  similar_words text[];
begin
  if typo is null then
    return 'false';
  elsif private.split_words(word) <> array[word] then
    return 'true';
  end if;
  similar_words := private.words_with_typo(partitions, word, typo);
  return case when cardinality(similar_words) <= limits.max_typo_words
    then private.has_some_sql(partitions, similar_words) else 'true' end;
end
$$;
comment on function private.has_typo_sql is
  'Returns SQL: whether a row k of search_keys contains the word with its typo; true where only '
  'the text can tell.';

create function private.find_words(partitions uuid[], words text[]) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select private.has_containing_sql(partitions, word) from unnest(words) with ordinality w (word, number) order by number
  );
end
$$;
comment on function private.find_words is 'Returns private.has_containing_sql of each word.';

create function private.find_keys_sql(
  partitions uuid[], words text[], word_conditions text[], typos text[],
  out key_conditions text[], out unverified_words text[]
)
language plpgsql stable set search_path = ''
as $$
declare
  other_conditions text[];
  typo_condition text;
  alternatives text[] := '{}';
begin
  key_conditions := word_conditions;
  unverified_words := array(
    select w.word from unnest(words, word_conditions) w (word, condition)
      where not private.is_certain(w.word, w.condition)
  );
  if typos is null then
    return;
  end if;
  for number in 1..cardinality(words) loop
    other_conditions := word_conditions[:number - 1] || word_conditions[number + 1:];
    continue when 'false' = any (other_conditions);
    typo_condition := private.has_typo_sql(partitions, words[number], typos[number]);
    continue when typo_condition = 'false';
    if typo_condition = 'true' then
      unverified_words := unverified_words || words[number];
    end if;
    key_conditions := other_conditions || typo_condition;
    alternatives := alternatives || private.all_of_sql(key_conditions);
  end loop;
  if cardinality(alternatives) <> 1 then
    key_conditions := array[case when 'true' = any (alternatives) then 'true' when alternatives = '{}' then 'false'
      else '((' || array_to_string(alternatives, ') or (') || '))' end];
  end if;
end
$$;
comment on function private.find_keys_sql is
  'Returns SQL conditions, to be joined by and: which rows k of search_keys have every word, one '
  'of them with its typo if typos is not null. unverified_words have to be checked in the texts.';

-- With many words, the index would check each prompt for each of them, twice.
create function private.also_in_text_sql(condition text) returns text
language sql immutable set search_path = ''
as $$
  select case when length(condition) < (private.search_thresholds()).max_repeated_condition_length
    then condition || ' and ' || replace(condition, '$1', 'null') else condition end
$$;
comment on function private.also_in_text_sql is
  'Returns SQL: a condition of find_keys_sql, and, if it names few words, the same for anywhere in '
  'the text. Most prompts with a word in their description don''t have it in their text.';

grant execute on function private.has_some_sql, private.words_containing,
  private.has_containing_sql, private.is_certain, private.words_with_typo, private.has_typo_sql, private.find_words, private.find_keys_sql, private.also_in_text_sql
  to cuebook_search;
