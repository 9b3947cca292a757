-- Search: what contains every word, best first, a page at a time. One typo is forgiven when nothing does.

create type private.search_terms as (
  words text[],
  tags text[],
  group_ids uuid[],
  flags text[]
);
comment on type private.search_terms is
  'What a search box asks for: words, and the filters tag: (all of them), group: (any of those named) and is:.';

create function private.parse_search(query text) returns private.search_terms
language plpgsql stable security definer set search_path = ''
as $$
declare
  terms private.search_terms := (array[]::text[], array[]::text[], null, array[]::text[]);
  part text[];
  name text;
  value text;
begin
  for part in
    select regexp_matches(left(coalesce(query, ''), 1000), '(?:(tag|group|is):)?("([^"]+)"|\S+)', 'gi')
  loop
    name := lower(part[1]);
    value := btrim(private.fold(coalesce(part[3], part[2])));
    if name = 'is' and value in ('favorite', 'favourite') then
      terms.flags := terms.flags || 'favorite'::text;
    elsif name = 'is' and value in ('public', 'private', 'template') then
      terms.flags := terms.flags || value;
    elsif name = 'tag' then
      terms.tags := terms.tags || value;
    elsif name = 'group' then
      select coalesce(terms.group_ids, '{}') || coalesce(array_agg(g.id), '{}') into terms.group_ids
      from public.groups g
      where g.user_id = auth.uid() and g.deleted_at is null and strpos(private.fold(g.name), value) > 0;
    elsif name is null and value in ('tag:', 'group:', 'is:', '') then
      null; -- a filter that is still being typed
    else
      terms.words := terms.words || (coalesce(name || ':', '') || value);
    end if;
  end loop;
  return terms;
end
$$;
comment on function private.parse_search(text) is 'Reads a search box; words and tags come folded.';
revoke all on function private.parse_search(text) from public;

create function private.like_pattern(word text) returns text
language sql immutable strict set search_path = ''
as $$ select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' $$;
comment on function private.like_pattern(text) is 'The LIKE pattern of a text that contains word.';
revoke all on function private.like_pattern(text) from public;

-- Every pattern has three letters in a row, or begins with a word, so that the trigram index knows it.
create function private.typo_patterns(word text) returns text[]
language sql immutable strict set search_path = ''
as $$
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
  select coalesce(array_agg(pattern), '{}')
  from variants, lateral (
    select '%' || variant || '%' where variant ~ '[[:alnum:]]{3}'
    union all select unnest(array['% ' || variant || '%', E'%\n' || variant || '%'])
      where variant !~ '[[:alnum:]]{3}' and variant ~ '^[[:alnum:]]'
  ) as patterns (pattern)
$$;
comment on function private.typo_patterns(text) is
  'LIKE patterns of texts that contain word with one letter wrong, missing, too many, or two swapped; none for fewer than four letters.';
revoke all on function private.typo_patterns(text) from public;

-- Conditions as text with literals in them: only so does the planner see how common each word is.
create function private.contains_all(field text, words text[]) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(string_agg(
    format('s.%I like %L', field, private.like_pattern(word)) || case
      when word ~ '[[:alnum:]]{3}' then ''
      when field = 'community_text' and known.all_grams <> '{}' then
        format(' and s.community_grams @> %L::text[]', known.all_grams)
      when field = 'library_text' and known.grams <> '{}' then
        format(' and (s.library_grams <> ''{}'' and s.library_grams @> %L::text[] or not s.library_grams_complete)', known.grams)
      else '' end,
    ' and '), 'true')
  from unnest(words) word,
    lateral (select private.grams(word, false) as grams, private.grams(word, true) as all_grams) known
$$;
comment on function private.contains_all(text, text[]) is 'SQL: whether a field of prompt_search s contains every word.';
revoke all on function private.contains_all(text, text[]) from public;

create function private.contains_nearly_all(field text, words text[]) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(format('(%s and (%s))', others.condition, typos.condition), ' or ')
  from unnest(words) with ordinality as w (word, place),
    lateral (
      select private.contains_all(field, array(
        select o.word from unnest(words) with ordinality as o (word, place) where o.place <> w.place
      )) as condition
    ) others,
    lateral (
      select string_agg(format('s.%I like %L', field, pattern), ' or ') as condition
      from unnest(private.typo_patterns(w.word)) pattern
    ) typos
  where cardinality(words) <= 8 and typos.condition is not null
$$;
comment on function private.contains_nearly_all(text, text[]) is
  'SQL: whether a field of prompt_search s contains every word, one of them with a typo; null where no word is long enough.';
revoke all on function private.contains_nearly_all(text, text[]) from public;

create function private.search_filters(terms private.search_terms) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ',
    case when cardinality(terms.tags) > 0 then format('s.tags @> %L::text[]', terms.tags) end,
    case when terms.group_ids is not null then format('s.group_id = any (%L::uuid[])', terms.group_ids) end,
    case when 'public' = any (terms.flags) then 's.is_public' end,
    case when 'private' = any (terms.flags) then 'not s.is_public' end,
    case when 'template' = any (terms.flags) then 's.is_template' end,
    case when 'favorite' = any (terms.flags) then
      'exists (select from public.favorites f where f.user_id = $1 and f.prompt_id = s.prompt_id)' end,
    'true')
$$;
comment on function private.search_filters(private.search_terms) is 'SQL: the filters of a search on prompt_search s; $1 is the caller.';
revoke all on function private.search_filters(private.search_terms) from public;

grant execute on function private.parse_search(text), private.like_pattern(text), private.typo_patterns(text),
  private.grams(text, boolean), private.contains_all(text, text[]), private.contains_nearly_all(text, text[]),
  private.search_filters(private.search_terms) to cuebook_search;

create function public.search_prompts(
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
  who text;
  what text;
  wanted integer := least(greatest(coalesce(page_size, 50), 1), 200);
  got integer;
  in_title boolean;
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
    got := 0;
    what := case when forgiving then private.contains_nearly_all('library_text', terms.words)
      else private.contains_all('library_text', terms.words) end;
    exit when what is null;
    -- What matches in its title, then the rest; each newest first.
    foreach in_title in array case
      when forgiving or cardinality(terms.words) = 0 then array[false] else array[true, false] end
    loop
      continue when got >= wanted or (in_title and (cut ->> 'title')::boolean is false);
      return query execute format(
        $sql$
          select p.id, p.title, left(p.content, 300), p.description, p.tags, p.is_public, p.version,
            p.user_id, p.team_id, p.group_id, g.name, p.is_template, p.template_category,
            p.category, p.icon, p.forked_from, p.created_at, p.updated_at,
            u.used_at, f.prompt_id is not null, st.favorites_count,
            a.full_name, a.avatar_url, %L::boolean, %L::boolean,
            jsonb_build_object('title', %L::boolean, 'at', p.created_at, 'id', p.id, 'forgiving', %L::boolean)::text
          from (
            select s.prompt_id, s.created_at
            from (select * from public.prompt_search s where (%s) and (%s) %s) s
            where (%s) and (%s)
            order by s.created_at desc, s.prompt_id desc
            limit %s
          ) s
          join public.prompts p on p.id = s.prompt_id and p.deleted_at is null
          join public.prompt_stats st on st.prompt_id = p.id
          left join public.groups g on g.id = p.group_id and g.user_id = $1
          left join public.prompt_uses u on u.prompt_id = p.id and u.user_id = $1
          left join public.favorites f on f.prompt_id = p.id and f.user_id = $1
          left join public.profiles a on a.id = p.user_id
          order by s.created_at desc, s.prompt_id desc
        $sql$,
        in_title, forgiving, in_title, forgiving,
        who, what,
        -- A guess at how common twenty patterns are is worth nothing: gather first, then sort.
        case when forgiving then 'offset 0' end,
        case
          when forgiving or cardinality(terms.words) = 0 then 'true'
          when in_title then private.contains_all('title', terms.words)
          else 'not (' || private.contains_all('title', terms.words) || ')' end,
        case when (cut ->> 'title')::boolean is not distinct from in_title
          then format('(s.created_at, s.prompt_id) < (%L::timestamptz, %L::uuid)', cut ->> 'at', cut ->> 'id')
          else 'true' end,
        wanted - got
      ) using caller;
      declare
        more integer;
      begin
        get diagnostics more = row_count;
        got := got + more;
      end;
    end loop;
    exit when got > 0 or forgiving or cut is not null or cardinality(terms.words) = 0;
    forgiving := true;
  end loop;
end
$$;
comment on function public.search_prompts(text, text, uuid, text, integer) is
  'Prompts of a scope (library: own, teams, templates, favorites) whose title or content contains every word of the query, '
  'those with all words in the title first, then newest first; filters tag: group: is:public is:private is:favourite is:template. '
  'The next page comes after the cursor of the last row. When nothing matches, one typo is forgiven.';
revoke all on function public.search_prompts(text, text, uuid, text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.search_prompts(text, text, uuid, text, integer) to authenticated, service_role;

-- The search role owns it: to give it away one needs that role, and the role the right to have things here.
grant create on schema public to cuebook_search;
alter function public.search_prompts(text, text, uuid, text, integer) owner to cuebook_search;
revoke create on schema public from cuebook_search;
