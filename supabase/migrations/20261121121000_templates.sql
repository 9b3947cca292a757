-- Templates: public prompts of the official account, offered on a page of their own and therefore not in
-- the community. The seed keeps them through this function.

create function private.keep_template(
  id uuid, category text, icon text, title text, description text, tags text[], content text
) returns void
language sql set search_path = ''
as $$
  insert into public.prompts (
    id, user_id, is_template, is_public, template_category, icon, title, description, tags, content
  )
  values (
    $1, '00000000-0000-4000-8000-000000000001', true, true, $2, $3, $4, $5, $6, btrim($7, E'\n')
  )
  on conflict (id) do update
  set template_category = excluded.template_category, icon = excluded.icon, title = excluded.title,
    description = excluded.description, tags = excluded.tags, content = excluded.content
  where (prompts.template_category, prompts.icon, prompts.title, prompts.description, prompts.tags, prompts.content)
    is distinct from (excluded.template_category, excluded.icon, excluded.title, excluded.description, excluded.tags,
      excluded.content)
$$;
comment on function private.keep_template(uuid, text, text, text, text, text[], text) is
  'Makes a template, or gives it its newest text, which makes one version more. The same text changes nothing.';
revoke all on function private.keep_template(uuid, text, text, text, text, text[], text) from public;

create or replace function public.community_feed(
  sort text default 'latest',
  query text default '',
  after text default null,
  page_size integer default 20
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
      private.search_filters(terms),
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
comment on function public.community_feed(text, text, text, integer) is
  'Public prompts but the templates, in the order latest, oldest, trending or top, narrowed to those whose title or '
  'description contains every word of the query (filters as in search_prompts). The next page comes after the cursor of '
  'the last row. When nothing matches, one typo is forgiven.';

create or replace view public.prompt_details_v with (security_invoker = true) as
select
  p.id, p.title, p.content, p.description, p.tags, p.is_public, p.version, p.user_id, p.team_id, p.group_id,
  p.created_at, p.updated_at, p.is_template, p.template_category, p.category, p.icon,
  p.forked_from, p.forked_from_version,
  a.full_name as author_name,
  a.avatar_url as author_avatar,
  s.favorites_count, s.comments_count, s.forks_count, s.points, s.hot
from public.prompts p
join public.prompt_stats s on s.prompt_id = p.id
left join public.profiles a on a.id = p.user_id
where p.is_public and p.deleted_at is null and not p.is_template;
comment on view public.prompt_details_v is
  'Public prompts that are not deleted, without the templates, with author and counts. Runs with the reader''s rights '
  '(security_invoker).';

-- A template can be shared by its link as any public prompt: read from the tables, since the view leaves it out.
create or replace function public.public_prompt(id uuid) returns setof public.prompt_details_v
language sql stable security definer set search_path = ''
as $$
  select p.id, p.title, p.content, p.description, p.tags, p.is_public, p.version, p.user_id, null::uuid, null::uuid,
    p.created_at, p.updated_at, p.is_template, p.template_category, p.category, p.icon,
    p.forked_from, p.forked_from_version, a.full_name, a.avatar_url,
    s.favorites_count, s.comments_count, s.forks_count, s.points, s.hot
  from public.prompts p
  join public.prompt_stats s on s.prompt_id = p.id
  left join public.profiles a on a.id = p.user_id
  where p.id = public_prompt.id and p.is_public and p.deleted_at is null
$$;
