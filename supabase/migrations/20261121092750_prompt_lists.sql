-- A library or a team and its groups by title or by last use, and the number of prompts that a search
-- finds. Pages start after the keys of the row before, so that each is read from an index. The functions
-- run under the role of the search, because a policy would keep the order of folded titles from
-- using its index. They repeat the rule of the search's scopes.

create index prompt_search_title_idx on public.prompt_search (user_id, title collate "C", prompt_id);
create index prompt_search_team_title_idx on public.prompt_search (team_id, title collate "C", prompt_id)
  where team_id is not null;

-- Runs with the rights of its owner, since folding needs an extension that the search role can't
-- reach.
create function private.title_key(title text) returns text
language sql stable security definer set search_path = ''
as $$ select left(private.fold(title), 500) $$;
comment on function private.title_key is 'Returns a title as prompt_search has it.';
grant execute on function private.title_key to cuebook_search;

-- The lists below return whole rows, with columns that only the owner of a prompt and its team may read.
create function private.list_scope_sql(scope text, in_groups uuid[]) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if scope !~ '^(library$|team:)' then
    raise exception 'The scope is library, or team: and an id' using errcode = 'invalid_parameter_value';
  end if;
  return private.search_scope_sql(scope, in_groups);
end
$$;
comment on function private.list_scope_sql is
  'Returns private.search_scope_sql of the caller''s library or a team; raises 22023 for a scope with prompts of others.';
grant execute on function private.list_scope_sql to cuebook_search;

-- With the groups as values, the planner knows whether to read these or the titles in their order.
create function public.prompts_by_title(
  after_title text default null, after_id uuid default null, in_group uuid default null, page_size integer default 50,
  and_below boolean default false, scope text default 'library'
) returns setof public.prompts
language plpgsql stable security definer set search_path = ''
as $$
declare
  groups constant uuid[] := private.chosen_groups(in_group, and_below);
begin
  return query execute format(
    $sql$
      with page as materialized (
        select s.prompt_id, s.title
        from public.prompt_search s
        where %s %s
          and (s.title collate "C", s.prompt_id) > ($2 collate "C", $3)
        order by s.title collate "C", s.prompt_id
        limit $4
      )
      select p.* from page join public.prompts p on p.id = page.prompt_id
      order by page.title collate "C", p.id
    $sql$,
    private.list_scope_sql(scope, groups),
    case when groups is not null then format(
      'and s.prompt_id in (select p.id from public.prompts p where p.group_id = any (%L::uuid[]))', groups) end)
  -- No title is empty, so the first page starts after ''.
  using private.caller_id('prompts:read'), private.title_key(coalesce(after_title, '')),
    coalesce(after_id, '00000000-0000-0000-0000-000000000000'), least(greatest(page_size, 1), 200);
end
$$;
comment on function public.prompts_by_title is
  'Returns the prompts of the caller''s library or, with the scope team: and an id, of a team, of one group if given '
  '(and_below: and of those below it), in the order of their titles without case and accents. The next page comes after the '
  'title and id of the last row.';

create function public.prompts_by_last_use(
  after_used_at timestamptz default null, after_created_at timestamptz default null, after_id uuid default null,
  in_group uuid default null, page_size integer default 50, and_below boolean default false, scope text default 'library'
) returns setof public.prompts
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.caller_id('prompts:read');
  scope_sql constant text := private.list_scope_sql(scope, private.chosen_groups(in_group, and_below));
  last_id constant uuid := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  room integer := least(greatest(page_size, 1), 200);
  found_count integer;
begin
  if after_created_at is null then
    return query execute format(
      $sql$
        select p.*
        from public.prompt_uses u
        join public.prompt_search s on s.prompt_id = u.prompt_id
        join public.prompts p on p.id = s.prompt_id
        where u.user_id = $1 and (u.used_at, u.prompt_id) < ($2, $3) and %s
        order by u.used_at desc, u.prompt_id desc
        limit $4
      $sql$, scope_sql)
    using caller, coalesce(after_used_at, 'infinity'), last_id, room;
    get diagnostics found_count = row_count;
    room := room - found_count;
  end if;
  -- Then those that were never used, newest first.
  if room > 0 then
    return query execute format(
      $sql$
        select p.*
        from public.prompt_search s join public.prompts p on p.id = s.prompt_id
        where %s and (s.created_at, s.prompt_id) < ($2, $3)
          and not exists (select from public.prompt_uses u where u.user_id = $1 and u.prompt_id = s.prompt_id)
        order by s.created_at desc, s.prompt_id desc
        limit $4
      $sql$, scope_sql)
    using caller, coalesce(after_created_at, 'infinity'), last_id, room;
  end if;
end
$$;
comment on function public.prompts_by_last_use is
  'Returns the prompts of the caller''s library or, with the scope team: and an id, of a team, of one group if given '
  '(and_below: and of those below it), those the caller used last first, then the newest of those they never used. The next '
  'page comes after the time of use and id of the last row; if that was never used, after its time of creation and id.';

-- PostgreSQL inlines this, so that clients can filter, sort and limit it as a table. A SET clause,
-- even of search_path, would prevent it.
create function public.prompts_below(in_group uuid) returns setof public.prompts
language sql stable
as $$
  select p.* from public.prompts p
  where p.group_id = any ((select private.group_tree(array[in_group]))::uuid[])
$$;
comment on function public.prompts_below is
  'Returns the prompts of a group of the caller''s and of all groups below it. Deleted ones too: filter them.';

create function public.count_prompts(
  query text default '', scope text default 'library', in_group uuid default null, and_below boolean default false
) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.caller_id('prompts:read');
  request private.search_request := private.plan_search(caller, query, scope, private.chosen_groups(in_group, and_below), null, null);
begin
  if caller is null then
    return 0;
  end if;
  request.page_size := 1001;
  return coalesce(cardinality((private.find_prompts(request)).ids), 0);
end
$$;
comment on function public.count_prompts is
  'Returns how many prompts search_prompts finds; 1001 if there are more than 1000.';

create function public.count_community(
  query text default '', with_tags text[] default '{}', in_category text default null
) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  request private.feed_request :=
    private.plan_feed(private.caller_id('prompts:read'), 'latest', query, null, null, with_tags, in_category);
begin
  request.page_size := 1001;
  return coalesce(cardinality((private.find_in_feed(request)).page_ids), 0);
end
$$;
comment on function public.count_community is
  'Returns how many prompts community_feed finds; 1001 if there are more than 1000.';

grant execute on function public.prompts_by_title, public.prompts_by_last_use, public.prompts_below, public.count_prompts,
  public.count_community to authenticated;
grant create on schema public to cuebook_search;
alter function public.prompts_by_title owner to cuebook_search;
alter function public.prompts_by_last_use owner to cuebook_search;
alter function public.count_prompts owner to cuebook_search;
alter function public.count_community owner to cuebook_search;
revoke create on schema public from cuebook_search;
