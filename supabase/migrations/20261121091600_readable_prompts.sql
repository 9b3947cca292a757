-- Prompts as other people see them. The views run under the policies of their owner,
-- cuebook_reader, evaluated for the caller. The caller's own policies would hide whole rows, but
-- only the group, the team and a private source must be hidden.

grant execute on function private.my_team_ids, private.my_shared_prompt_ids,
  private.my_first_versions, private.may_use to cuebook_reader;
grant select on table public.prompts, public.prompt_shares, public.prompt_stats, public.profiles,
  public.groups, public.hidden_authors to cuebook_reader;

create policy "Views read what their reader may read" on public.prompts for select to cuebook_reader
  using (
    (select private.may_use('prompts:read'))
    and (
      user_id = (select auth.uid())
      or (is_public and deleted_at is null)
      or team_id in (select private.my_team_ids())
      or (deleted_at is null and id in (select private.my_shared_prompt_ids()))
    )
  );
create policy "Views keep to the limits of an access token" on public.prompts as restrictive
  for select to cuebook_reader
  using (
    case when (select coalesce(auth.jwt() #>> '{access_token,group_id}', auth.jwt() #>> '{access_token,team_id}')) is null then true
      else (group_id = any ((select private.token_group_ids())::uuid[])) is true
        or (team_id = (select private.token_team_id())) is true end
  );
create policy "Views read counts" on public.prompt_stats for select to cuebook_reader using (true);
create policy "Views read authors" on public.profiles for select to cuebook_reader using (true);
create policy "Views read the groups of their reader and their teams" on public.groups for select to cuebook_reader
  using (user_id = (select auth.uid()) or team_id in (select private.my_team_ids()));
create policy "Views read shares of their reader" on public.prompt_shares for select to cuebook_reader
  using (
    state = 'accepted' and (invited_by = (select auth.uid()) or user_id = (select auth.uid()))
  );
create policy "Views read whom their reader hid" on public.hidden_authors
  for select to cuebook_reader
  using (user_id = (select auth.uid()));

create view public.readable_prompts as
select
  p.id, p.title, p.content, p.description, p.tags, p.is_public, p.version, p.user_id,
  case when p.user_id = (select auth.uid()) or p.team_id in (select private.my_team_ids()) then p.team_id end as team_id,
  case when p.user_id = (select auth.uid()) or p.team_id in (select private.my_team_ids()) then p.group_id end as group_id,
  (select g.name from public.groups g where g.id = p.group_id) as group_name,
  p.created_at, p.updated_at, p.deleted_at, p.is_template, p.template_category, p.category, p.icon,
  (select s.id from public.prompts s where s.id = p.forked_from) as forked_from,
  (select p.forked_from_version from public.prompts s
    where s.id = p.forked_from) as forked_from_version,
  (select s.role from public.prompt_shares s
    where s.prompt_id = p.id and s.user_id = (select auth.uid())) as share_role,
  exists (select from public.prompt_shares s where s.prompt_id = p.id) as is_shared
from public.prompts p;
comment on view public.readable_prompts is
  'Every prompt that the caller may read: their own, those shared with them or their teams, and '
  'public ones. Group and team only of their own and their teams'', group_name only of '
  'groups of the caller and their teams, a source only if the caller may read it. share_role is the caller''s role if '
  'the owner shares the prompt with them; is_shared tells the owner and such people that it is '
  'shared with single people. Runs under the policies of its owner, cuebook_reader: those of the caller hide whole '
  'rows.';
grant select on table public.readable_prompts to authenticated;

create view public.prompt_details_v as
select
  p.id, p.title, p.content, p.description, p.tags, p.is_public, p.version, p.user_id,
  case when p.user_id = (select auth.uid()) or p.team_id in (select private.my_team_ids()) then p.team_id end as team_id,
  case when p.user_id = (select auth.uid()) or p.team_id in (select private.my_team_ids()) then p.group_id end as group_id,
  p.created_at, p.updated_at, p.is_template, p.template_category, p.category, p.icon,
  (select s.id from public.prompts s where s.id = p.forked_from) as forked_from,
  (select p.forked_from_version from public.prompts s
    where s.id = p.forked_from) as forked_from_version,
  a.full_name as author_name,
  a.avatar_url as author_avatar,
  s.favorites_count, s.comments_count, s.forks_count, s.points, s.hot
from public.prompts p
join public.prompt_stats s on s.prompt_id = p.id
left join public.profiles a on a.id = p.user_id
where p.is_public and p.deleted_at is null and not p.is_template
  and p.user_id not in (
    select h.author_id from public.hidden_authors h where h.user_id = (select auth.uid())
  );
comment on view public.prompt_details_v is
  'Public prompts that are not deleted, without the templates and whom the reader hid, with author '
  'and counts; group, team and source as in readable_prompts. Runs under the policies of its '
  'owner, cuebook_reader.';
grant select on table public.prompt_details_v to authenticated, service_role;
grant create on schema public to cuebook_reader;
alter view public.readable_prompts owner to cuebook_reader;
alter view public.prompt_details_v owner to cuebook_reader;
revoke create on schema public from cuebook_reader;

-- A shared link shows the same to everybody, so it names a source only if that is public.
create function public.public_prompt(id uuid) returns setof public.prompt_details_v
language sql stable security definer set search_path = ''
as $$
  select p.id, p.title, p.content, p.description, p.tags, p.is_public, p.version, p.user_id, null::uuid, null::uuid,
    p.created_at, p.updated_at, p.is_template, p.template_category, p.category, p.icon,
    source.id, case when source.id is not null then p.forked_from_version end, a.full_name, a.avatar_url,
    s.favorites_count, s.comments_count, s.forks_count, s.points, s.hot
  from public.prompts p
  join public.prompt_stats s on s.prompt_id = p.id
  left join public.profiles a on a.id = p.user_id
  left join public.prompts source on source.id = p.forked_from and source.is_public
    and source.deleted_at is null
  where p.id = public_prompt.id and p.is_public and p.deleted_at is null
$$;
comment on function public.public_prompt is
  'Returns a public prompt as its shared link shows it, to anybody; no row when it is private, deleted or '
  'none.';
grant execute on function public.public_prompt to anon, authenticated, service_role;

-- Programs name a prompt by the first and the last digits of its id.
create function public.public_prompt_ids(first_id uuid, last_id uuid, id_end text) returns setof uuid
language sql stable security definer set search_path = '' rows 1
as $$
  select p.id from public.prompts p
  where p.id between first_id and last_id and right(p.id::text, 4) = id_end and p.is_public and p.deleted_at is null
  order by p.id limit 100
$$;
comment on function public.public_prompt_ids is 'Returns the first 100 ids of public prompts between two ids that end in these four digits, to anybody.';
grant execute on function public.public_prompt_ids to anon, authenticated, service_role;

-- The public page /templates, readable without an account. A text over 4,000 characters is cut, since
-- a page has many.
create function public.public_templates() returns table (
  id uuid, title text, description text, content text, is_cut boolean, tags text[], category text, template_category text,
  icon text, version integer, user_id uuid, created_at timestamptz, updated_at timestamptz,
  author_name text, author_avatar text, favorites_count integer, comments_count integer, forks_count integer
)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.title, p.description,
    case when length(p.content) > 4000 then left(p.content, 300) else p.content end, length(p.content) > 4000,
    p.tags, p.category, p.template_category, p.icon, p.version, p.user_id, p.created_at, p.updated_at,
    null::text, null::text, 0, 0, 0
  from public.prompts p
  where p.is_template and p.is_public and p.deleted_at is null
  order by p.template_category, p.id
$$;
comment on function public.public_templates is 'Returns all templates by category, to anybody.';
grant execute on function public.public_templates
  to anon, authenticated, service_role;

-- An owner of a function needs the right to create in its schema, at the moment it becomes the
-- owner.
grant create on schema public to cuebook_search;
alter function public.public_prompt owner to cuebook_search;
alter function public.public_prompt_ids owner to cuebook_search;
alter function public.public_templates owner to cuebook_search;
revoke create on schema public from cuebook_search;

-- Forks: the state of the source when it was forked, so that the fork can take over later changes.

-- Strangers see the version number of a public prompt, but not its history. The one exception is
-- the state that a person forked: they could read it then. They can read it as long as they may
-- read the source.
create function public.fork_base(prompt_id uuid)
returns table (version integer, title text, description text, content text, tags text[], icon text)
language sql stable security definer set search_path = ''
as $$
  select v.version_number, v.title, v.description, v.content, v.tags, v.icon
  from public.prompts fork
  join public.prompts source on source.id = fork.forked_from
  join public.prompt_versions v on v.prompt_id = source.id
    and v.version_number = fork.forked_from_version
  where fork.id = fork_base.prompt_id and fork.user_id = (select private.caller_id())
    and (
      source.user_id = (select auth.uid())
      or (source.is_public and source.deleted_at is null)
      or source.team_id in (select private.my_team_ids())
      or (source.deleted_at is null and source.id in (select private.my_shared_prompt_ids()))
    )
$$;
comment on function public.fork_base is
  'Returns the source of the caller''s fork as it was when it was forked; no row when the source can no longer '
  'be read.';
grant execute on function public.fork_base to authenticated;

-- Templates: public prompts of the official account, on a page of their own and therefore not in
-- the community. The seed writes them through this function.

create function private.upsert_template(
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
  where (prompts.template_category, prompts.icon, prompts.title, prompts.description, prompts.tags,
    prompts.content)
    is distinct from (excluded.template_category, excluded.icon, excluded.title, excluded.description, excluded.tags,
      excluded.content)
$$;
comment on function private.upsert_template is
  'Makes a template, or gives it its newest text, which makes one version more. The same text '
  'changes nothing.';
