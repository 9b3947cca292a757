-- Search reads less: a library's titles from an index alone, its texts from the row itself, and a word with a typo in
-- one or two passes over an index instead of forty.

-- Texts of up to 8 kB stay in their row, uncompressed: to look again at a thousand of them, as an index of trigrams
-- asks, otherwise costs more than all else. Rows take the new form when they are saved next.
alter table public.prompt_search set (toast_tuple_target = 8160);

-- So long that an index holds it, whatever folding makes of its characters.
create or replace function private.search_row(p public.prompts) returns public.prompt_search
language plpgsql immutable set search_path = ''
as $$
declare
  made public.prompt_search;
begin
  made.prompt_id := p.id;
  made.user_id := p.user_id;
  made.team_id := p.team_id;
  made.group_id := p.group_id;
  made.created_at := p.created_at;
  made.is_public := p.is_public;
  made.is_template := p.is_template;
  made.tags := array(select private.fold(tag) from unnest(p.tags) tag);
  made.title := left(private.fold(p.title), 500);
  made.library_text := E'\n' || private.fold(p.title) || E'\n' || private.fold(p.content);
  made.community_text := E'\n' || private.fold(p.title) || E'\n' || coalesce(private.fold(p.description), '');
  made.library_grams := private.grams(left(made.library_text, 20000), false);
  made.library_grams_complete := char_length(made.library_text) <= 20000;
  made.community_grams := private.grams(made.community_text, true);
  made.category := nullif(btrim(private.fold(p.category)), '');
  return made;
end
$$;
comment on column public.prompt_search.title is 'The first 500 characters of the title, folded.';
update public.prompt_search set title = left(title, 500) where char_length(title) > 500;

drop index public.prompt_search_newest_idx;
create index prompt_search_newest_idx on public.prompt_search (user_id, created_at desc, prompt_id desc) include (title);
create index prompt_search_template_idx on public.prompt_search (created_at desc, prompt_id desc) where is_template;

-- One regular expression for all that a typo makes of a word. Null where the word is too short for one.
create function private.typo_regex(word text) returns text
language sql immutable strict set search_path = ''
as $$
  select string_agg(replace(replace(replace(
    regexp_replace(regexp_replace(pattern, '^%|%$', '', 'g'), '([.*+?()\[\]{}^$|])', '\\\1', 'g'),
    '\_', E'\x01'), '_', '.'), E'\x01', '_'), '|')
  from unnest(private.typo_patterns(word)) pattern
$$;
comment on function private.typo_regex(text) is 'The patterns of private.typo_patterns as one regular expression.';
revoke all on function private.typo_regex(text) from public;

-- One slip leaves one half of a word as it is, but for two letters swapped where the halves meet.
create function private.half_patterns(word text) returns text[]
language sql immutable strict set search_path = ''
as $$
  select array[
    private.like_pattern(left(word, half)),
    private.like_pattern(substr(word, half + 1)),
    private.like_pattern(
      left(word, half - 1) || substr(word, half + 1, 1) || substr(word, half, 1) || substr(word, half + 2))
  ]
  from (select length(word) / 2 as half) cut
$$;
comment on function private.half_patterns(text) is
  'LIKE patterns, one of which fits every text that contains the word with at most one letter wrong, missing, too many, or two swapped.';
revoke all on function private.half_patterns(text) from public;

-- What is cheapest depends on how many texts there are and how much a word says. In a library one pass for the whole
-- expression; beyond sixteen letters it grows too large, and a half is rare. In the community a half of five letters or
-- more is rare, and of a shorter word each pattern says more than its half. regexp_like is not for an index: it looks
-- at what the halves have found.
create function private.contains_typo(field text, word text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when patterns = '{}' then null
    when strpos(word, '\') = 0 and field = 'library_text' and length(word) <= 16 then
      format('s.%I ~ %L', field, private.typo_regex(word))
    when strpos(word, '\') = 0 and length(word) >= 10 then (
      select format('((%s) and pg_catalog.regexp_like(s.%I, %L))',
        string_agg(format('s.%I like %L', field, half), ' or '), field, private.typo_regex(word))
      from unnest(private.half_patterns(word)) half
    )
    else (select string_agg(format('s.%I like %L', field, pattern), ' or ') from unnest(patterns) pattern) end
  from (select private.typo_patterns(word) as patterns) known
$$;
comment on function private.contains_typo(text, text) is
  'SQL: whether a field of prompt_search s contains the word with a typo; null where the word is too short for one.';
revoke all on function private.contains_typo(text, text) from public;

create or replace function private.contains_nearly_all(field text, words text[]) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(format('(%s and (%s))', others.condition, typos.condition), ' or ')
  from unnest(words) with ordinality as w (word, place),
    lateral (
      select private.contains_all(field, array(
        select o.word from unnest(words) with ordinality as o (word, place) where o.place <> w.place
      )) as condition
    ) others,
    lateral (select private.contains_typo(field, w.word) as condition) typos
  where cardinality(words) <= 8 and typos.condition is not null
$$;

grant execute on function private.typo_regex(text), private.half_patterns(text), private.contains_typo(text, text)
  to cuebook_search;

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
  own constant boolean := coalesce(scope, 'library') = 'library';
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
        who,
        -- Whatever its title contains, a text contains; a library's titles are read from an index alone.
        case when in_title and own then 'true' else what end,
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
