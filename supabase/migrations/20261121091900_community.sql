-- The community: public prompts in their orders, and the page behind a shared link.

create function public.community_feed(
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
          from %s (select * from public.prompt_search s where s.is_public and (%s) and (%s) %s) s %s
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
  'Public prompts in the order latest, oldest, trending or top, narrowed to those whose title or description contains every word of the query '
  '(filters as in search_prompts). The next page comes after the cursor of the last row. When nothing matches, one typo is forgiven.';
revoke all on function public.community_feed(text, text, text, integer) from public, anon, authenticated, service_role;
grant execute on function public.community_feed(text, text, text, integer) to authenticated, service_role;

-- Whose group or team it lies in is nobody else's business.
create function public.public_prompt(id uuid) returns setof public.prompt_details_v
language sql stable security definer set search_path = ''
as $$
  select v.id, v.title, v.content, v.description, v.tags, v.is_public, v.version, v.user_id, null::uuid, null::uuid,
    v.created_at, v.updated_at, v.is_template, v.template_category, v.category, v.icon,
    v.forked_from, v.forked_from_version, v.author_name, v.author_avatar,
    v.favorites_count, v.comments_count, v.forks_count, v.points, v.hot
  from public.prompt_details_v v
  where v.id = public_prompt.id
$$;
comment on function public.public_prompt(uuid) is
  'A public prompt as its shared link shows it, to anybody; no row when it is private, deleted or none.';
revoke all on function public.public_prompt(uuid) from public, anon, authenticated, service_role;
grant execute on function public.public_prompt(uuid) to anon, authenticated, service_role;

grant create on schema public to cuebook_search;
alter function public.community_feed(text, text, text, integer) owner to cuebook_search;
alter function public.public_prompt(uuid) owner to cuebook_search;
revoke create on schema public from cuebook_search;
