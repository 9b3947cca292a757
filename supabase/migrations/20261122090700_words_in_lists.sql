-- Words looked for in the lists of words, which gives conditions on the keys of a row k of search_keys.

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

-- What more than 300 words contain, such as one or two letters, is soon found by looking: true.
create or replace function private.has_containing(shelves uuid[], word text) returns text
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

create or replace function private.is_certain(word text, condition text) returns boolean
language sql immutable set search_path = ''
as $$ select condition <> 'true' and length(word) <= 32 and private.words(word) = array[word] $$;
comment on function private.is_certain(text, text) is 'Whether what has_containing found for a word need not be looked at again.';

create or replace function private.has_typo(shelves uuid[], word text, typo text) returns text
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
  return case when cardinality(lines) <= 500 then private.has_some(shelves, lines) else 'true' end;
end
$$;
comment on function private.has_typo(uuid[], text, text) is
  'SQL: whether a row k of search_keys contains the word with its typo; true where that has to be looked at.';

create or replace function private.find_words(shelves uuid[], words text[]) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select private.has_containing(shelves, word) from unnest(words) with ordinality w (word, place) order by place
  );
end
$$;
comment on function private.find_words(uuid[], text[]) is 'private.has_containing of each word.';

create or replace function private.find_keys(
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

-- Of many words the index would look for each prompt which of them it has, twice.
create or replace function private.also_in_text(condition text) returns text
language sql immutable set search_path = ''
as $$
  select case when length(condition) < 600 then condition || ' and ' || replace(condition, '$1', 'null') else condition end
$$;
comment on function private.also_in_text(text) is
  'SQL: a condition that find_keys gives, and, where it names few words, the same for anywhere: most that have a word in their '
  'description need not have it in their text.';

revoke all on function private.has_some(uuid[], text[]), private.has_containing(uuid[], text),
  private.is_certain(text, text), private.has_typo(uuid[], text, text), private.find_words(uuid[], text[]),
  private.find_keys(uuid[], text[], text[], text[]), private.also_in_text(text) from public;
grant execute on function private.has_some(uuid[], text[]), private.has_containing(uuid[], text),
  private.is_certain(text, text), private.has_typo(uuid[], text, text), private.find_words(uuid[], text[]),
  private.find_keys(uuid[], text[], text[], text[]), private.also_in_text(text) to cuebook_search;
