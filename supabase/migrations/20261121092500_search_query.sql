-- Reads a search box: words, and the filters tag: group: is: has:variable, used:<7d (or >7d, never; h d w m y) and
-- author:. Reads cursors, too.

create type private.search_terms as (
  words text[],
  tags text[],
  group_ids uuid[],
  flags text[],
  author_ids uuid[],
  used text[]
);
comment on type private.search_terms is
  'A parsed search box: words, and the filters tag: (all of them), group: and author: (any that match), is:, has: and '
  'used:.';

create function private.like_pattern(word text) returns text
language sql immutable strict set search_path = ''
as $$ select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' $$;
comment on function private.like_pattern(text) is 'Returns the LIKE pattern of a text that contains the word.';
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
comment on function private.parse_search(text) is 'Parses a search box; words and tags are folded.';

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
    -- {{name}}, optionally with type and default. The name begins with a letter of any script. Titles don't count.
    case when 'variable' = any (terms.flags) then format(
      's.library_text like %L and substr(s.library_text, strpos(substr(s.library_text, 2), %L) + 2) ~ %L',
      '%{{%}}%', E'\n', '\{\{[ \t]*[^\x01-@\[-^`\{-\x7f][^\x01-\x1f!-,/:-@\[-^`\{-\x7f]*(\|[ \t]*(long|number|choice)[ \t]*)?(:[^\n]*)?\}\}')
      end,
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
comment on function private.search_filters_sql(private.search_terms) is
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
  raise exception 'The cursor does not belong to this list' using errcode = 'invalid_parameter_value',
    hint = 'Pass the cursor of the last row unchanged, with the same order.';
end
$$;
comment on function private.read_cursor(text, text) is
  'Parses a cursor of search_prompts (list: prompts) or of community_feed (list: its order); raises 22023 for any other '
  'text.';
revoke all on function private.read_cursor(text, text) from public;
grant execute on function private.read_cursor(text, text) to cuebook_search;

revoke all on function private.parse_search(text), private.search_filters_sql(private.search_terms) from public;
grant execute on function private.parse_search(text), private.like_pattern(text),
  private.search_filters_sql(private.search_terms) to cuebook_search;
