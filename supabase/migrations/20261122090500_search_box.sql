-- What somebody wrote into a search box: words, and the filters tag: group: is: has:variable, used:<7d (or >7d, never;
-- h d w m y) and author:.

create or replace function private.parse_search(query text) returns private.search_terms
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

create or replace function private.search_filters(terms private.search_terms) returns text
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
            regexp_replace(value, '\D', '', 'g') || case right(value, 1)
              when 'h' then ' hours' when 'd' then ' days' when 'w' then ' weeks' when 'm' then ' months' else ' years' end
            ) end || ')', ' and ')
      from unnest(terms.used) value
    ),
    'true')
$$;
comment on function private.search_filters(private.search_terms) is 'SQL: the filters of a search on prompt_search s; $1 is the caller.';
