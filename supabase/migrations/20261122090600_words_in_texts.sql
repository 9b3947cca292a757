-- Words looked for in the texts themselves, as conditions on a row s of prompt_search. Written with literals in them: only so
-- does the planner see how common each word is. In a language that keeps its plans: to plan them anew takes longer than to
-- run them.

drop function if exists private.contains_nearly_all(text, text[]);
drop function if exists private.typo_patterns(text);

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
    from unnest(words) word, lateral (select private.grams(word) as grams) known
  );
end
$$;
comment on function private.contains_all(text, text[]) is 'SQL: whether a field of prompt_search s contains every word.';

-- A typo is one regular expression, made from the word itself.
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

-- Conditions as text, in which true and false have been worked out.
create or replace function private.all_of(conditions text[]) returns text
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

create or replace function private.typo_regexes(words text[], there text[]) returns text[]
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

-- typos: of each word, where one is forgiven; otherwise null.
create or replace function private.contains(field text, words text[], typos text[]) returns text
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

create or replace function private.is_found(what text, field text, unsure text[], forgiving boolean) returns text
language sql immutable set search_path = ''
as $$
  select format('case when s.prompt_id = any ($3) then (%s) else (%s) end', what,
    case when unsure = '{}' then 'true' when forgiving then what else private.contains_all(field, unsure) end)
$$;
comment on function private.is_found(text, text, text[], boolean) is
  'SQL: whether a row s of prompt_search that was picked, or waits ($3), has every word, looked at where that is needed; what is '
  'the condition that looks for every word.';

create or replace function private.rank(words text[], typos text[], out title text, out rank text)
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

revoke all on function private.typo_regex(text), private.all_of(text[]), private.typo_regexes(text[], text[]),
  private.contains(text, text[], text[]), private.is_found(text, text, text[], boolean), private.rank(text[], text[]) from public;
grant execute on function private.typo_regex(text), private.all_of(text[]), private.typo_regexes(text[], text[]),
  private.contains(text, text[], text[]), private.is_found(text, text, text[], boolean), private.rank(text[], text[])
  to cuebook_search;
