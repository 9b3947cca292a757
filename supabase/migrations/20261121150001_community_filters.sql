-- The community, narrowed to tags and a category, in every order and together with a search.

alter table public.prompt_search add column category text;
comment on column public.prompt_search.category is 'The category, folded; null when there is none.';

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
  made.title := private.fold(p.title);
  made.library_text := E'\n' || made.title || E'\n' || private.fold(p.content);
  made.community_text := E'\n' || made.title || E'\n' || coalesce(private.fold(p.description), '');
  made.library_grams := private.grams(left(made.library_text, 20000), false);
  made.library_grams_complete := char_length(made.library_text) <= 20000;
  made.community_grams := private.grams(made.community_text, true);
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
  if old.deleted_at is null
    and (old.title, old.content, old.description) is not distinct from (new.title, new.content, new.description)
  then
    update public.prompt_search
    set user_id = new.user_id, team_id = new.team_id, group_id = new.group_id,
      is_public = new.is_public, is_template = new.is_template,
      tags = array(select private.fold(tag) from unnest(new.tags) tag),
      category = nullif(btrim(private.fold(new.category)), '')
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

drop trigger prompts_index on public.prompts;
create trigger prompts_index after update on public.prompts
  for each row when (
    (old.title, old.content, old.description, old.tags, old.user_id, old.team_id, old.group_id,
      old.is_public, old.is_template, old.category, old.deleted_at is null)
    is distinct from (new.title, new.content, new.description, new.tags, new.user_id, new.team_id, new.group_id,
      new.is_public, new.is_template, new.category, new.deleted_at is null)
  ) execute function private.index_prompt();

update public.prompt_search s set category = nullif(btrim(private.fold(p.category)), '')
from public.prompts p
where p.id = s.prompt_id and p.category is not null;

create index prompt_search_public_tags_idx on public.prompt_search
  using gin (tags) with (gin_pending_list_limit = 256) where is_public;
create index prompt_search_public_category_idx on public.prompt_search
  (category, created_at desc, prompt_id desc) where is_public and category is not null;

-- The owner's rights, since folding needs an extension that the search role cannot reach.
create function private.community_filters(tags text[], category text) returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(' and ',
    case when cardinality(folded.tags) > 0 then format('s.tags @> %L::text[]', folded.tags) end,
    case when folded.category <> '' then format('s.category = %L', folded.category) end,
    case when cardinality(hidden.authors) > 0 then format('s.user_id <> all (%L::uuid[])', hidden.authors) end,
    'true')
  from (
    select
      array(
        select btrim(private.fold(tag)) from unnest(community_filters.tags) tag where btrim(tag) <> '' limit 20
      ) as tags,
      btrim(private.fold(community_filters.category)) as category
  ) folded, (
    select array(
      select h.author_id from public.hidden_authors h where h.user_id = auth.uid()
    ) as authors
  ) hidden
$$;
comment on function private.community_filters(text[], text) is
  'SQL: whether a row s of prompt_search has all of the tags and the category, and an author whom the caller did not hide.';
revoke all on function private.community_filters(text[], text) from public;
grant execute on function private.community_filters(text[], text) to cuebook_search;

drop function public.community_feed(text, text, text, integer);
create function public.community_feed(
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
  cut jsonb := after::jsonb;
  -- Orders that change while one reads are paged as of the instant of the first page: what came
  -- later is left out. What moves may still come twice; the reader drops repeats.
  instant timestamptz := coalesce((cut ->> 'as_of')::timestamptz, now());
  forgiving boolean := coalesce((cut ->> 'forgiving')::boolean, false);
  key text;
  direction text := case when sort is not distinct from 'oldest' then 'asc' else 'desc' end;
  what text;
  got integer;
begin
  key := case
    when coalesce(sort, 'latest') in ('latest', 'oldest') then 's.created_at'
    when sort = 'trending' then 'st.hot'
    when sort = 'top' then 'st.points' end;
  if key is null then
    raise exception 'The order is latest, oldest, trending or top' using errcode = 'invalid_parameter_value';
  end if;

  loop
    what := case when forgiving then private.contains_nearly_all('community_text', terms.words)
      else private.contains_all('community_text', terms.words) end;
    exit when what is null;
    return query execute format(
      $sql$
        select p.id, p.title, left(p.content, 300), p.description, p.tags, p.version, p.user_id,
          p.is_template, p.template_category, p.category, p.icon,
          p.forked_from, p.forked_from_version, p.created_at, p.updated_at,
          a.full_name, a.avatar_url, st.favorites_count, st.comments_count, st.forks_count,
          f.prompt_id is not null, %L::boolean,
          jsonb_build_object('key', picked.key, 'id', p.id, 'as_of', $2, 'forgiving', %L::boolean)::text
        from (
          select s.prompt_id, %s as key
          from %s (select * from public.prompt_search s where s.is_public and not s.is_template and (%s) and (%s) %s) s %s
          where s.created_at <= $2 and (%s)
          order by %s %s, %s %s
          limit %s
        ) picked
        join public.prompts p on p.id = picked.prompt_id and p.is_public and p.deleted_at is null
        join public.prompt_stats st on st.prompt_id = p.id
        left join public.favorites f on f.prompt_id = p.id and f.user_id = $1
        left join public.profiles a on a.id = p.user_id
        order by picked.key %s, p.id %s
      $sql$,
      forgiving, forgiving,
      key,
      case when key <> 's.created_at' then 'public.prompt_stats st join' end,
      what,
      filters,
      -- A guess at how common twenty patterns are is worth nothing: gather first, then sort.
      case when forgiving then 'offset 0' end,
      case when key <> 's.created_at' then 'using (prompt_id)' end,
      case
        when cut is null and key = 's.created_at' then 'true'
        when cut is null then 'st.listed'
        when key = 's.created_at' then format('(s.created_at, s.prompt_id) %s (%L::timestamptz, %L::uuid)',
          case direction when 'asc' then '>' else '<' end, cut ->> 'key', cut ->> 'id')
        else format('st.listed and (%s, st.prompt_id) < (%L, %L::uuid)', key, cut ->> 'key', cut ->> 'id') end,
      key, direction,
      case when key = 's.created_at' then 's.prompt_id' else 'st.prompt_id' end, direction,
      least(greatest(coalesce(page_size, 20), 1), 200),
      direction, direction
    ) using caller, instant;
    get diagnostics got = row_count;
    exit when got > 0 or forgiving or cut is not null or cardinality(terms.words) = 0;
    forgiving := true;
  end loop;
end
$$;
comment on function public.community_feed(text, text, text, integer, text[], text) is
  'Public prompts but the templates and those of authors whom the caller hid, in the order latest, oldest, trending or '
  'top, narrowed to those whose title or description contains every word of the query (filters as in search_prompts), '
  'that have every tag of with_tags and the category in_category, whatever their case. The next page comes after the '
  'cursor of the last row. When nothing matches, one typo is forgiven.';
revoke all on function public.community_feed(text, text, text, integer, text[], text)
  from public, anon, authenticated, service_role;
grant execute on function public.community_feed(text, text, text, integer, text[], text)
  to authenticated, service_role;

grant create on schema public to cuebook_search;
alter function public.community_feed(text, text, text, integer, text[], text) owner to cuebook_search;
revoke create on schema public from cuebook_search;
