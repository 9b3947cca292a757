-- A fork and its source: what the source was when it was forked, and taking over what has changed since.

create or replace function private.guard_prompt() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not row_security_active('public.prompts') then
    return new;
  end if;
  if new.id <> old.id or new.user_id <> old.user_id then
    raise exception 'A prompt cannot be given another id or owner' using errcode = 'insufficient_privilege';
  end if;
  if new.is_template <> old.is_template then
    raise exception 'Only the service role makes templates' using errcode = 'insufficient_privilege';
  end if;
  if new.forked_from is distinct from old.forked_from then
    raise exception 'The source of a fork cannot be changed' using errcode = 'insufficient_privilege';
  end if;
  -- The version that a fork was made from moves on when its owner takes over the source's changes: only to the
  -- present one, so that no past state of the source can be asked for that was not to be read when it was present.
  if new.forked_from_version is distinct from old.forked_from_version and not exists (
    select from public.prompts s
    where old.user_id = auth.uid() and s.id = new.forked_from and s.version = new.forked_from_version
  ) then
    raise exception 'The source has changed, or can no longer be read' using errcode = 'PT409';
  end if;
  if (new.group_id, new.team_id) is distinct from (old.group_id, old.team_id)
    and old.user_id is distinct from auth.uid()
  then
    raise exception 'Only its owner moves a prompt to another group or team'
      using errcode = 'insufficient_privilege';
  end if;
  if new.group_id is distinct from old.group_id and new.group_id is not null
    and not private.is_live_group_of(new.group_id, new.user_id)
  then
    raise exception 'A prompt is put into a group of its owner' using errcode = 'insufficient_privilege';
  end if;
  if new.team_id is distinct from old.team_id and new.team_id is not null
    and new.team_id not in (select private.my_edited_team_ids())
  then
    raise exception 'Only an owner or editor of a team shares prompts with it'
      using errcode = 'insufficient_privilege';
  end if;
  if new.deleted_at is not null then
    new.deleted_at := coalesce(old.deleted_at, now());
  end if;
  return new;
end
$$;

create or replace function private.keep_prompt() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  description text := coalesce(nullif(btrim(new.change_description), ''), 'Updated prompt');
begin
  new.version := old.version;
  new.created_at := old.created_at;
  new.change_description := null;
  -- Brought back alone from a group that is deleted: it would be removed for good with it.
  if old.deleted_at is not null and new.deleted_at is null and exists (
    select from public.groups g where g.id = new.group_id and g.deleted_at is not null
  ) then
    new.group_id := null;
  end if;
  if (old.title, old.content, old.description, old.tags, old.is_public, old.category, old.icon,
      old.group_id, old.team_id)
    is distinct from (new.title, new.content, new.description, new.tags, new.is_public, new.category, new.icon,
      new.group_id, new.team_id)
  then
    new.version := old.version + 1;
    new.updated_at := now();
    insert into public.prompt_versions (prompt_id, version_number, title, content, description, tags,
      is_public, category, icon, group_id, change_description, created_by, created_at)
    values (new.id, new.version, new.title, new.content, new.description, new.tags,
      new.is_public, new.category, new.icon, new.group_id, description, auth.uid(), new.updated_at);
  elsif new.updated_at is distinct from old.updated_at then
    new.updated_at := now();
  end if;
  return new;
end
$$;

comment on column public.prompts.forked_from_version is
  'The source''s version at that time, set by the database; moved on to the present one when its changes are taken over.';

-- A public prompt shows its number, not its past. The one exception is the state that a person forked: they read it
-- then, and their fork was made from it. It is told as long as they may still read the source.
create function public.fork_base(prompt_id uuid)
returns table (version integer, title text, description text, content text, tags text[], icon text)
language sql stable security definer set search_path = ''
as $$
  select v.version_number, v.title, v.description, v.content, v.tags, v.icon
  from public.prompts fork
  join public.prompts source on source.id = fork.forked_from
  join public.prompt_versions v on v.prompt_id = source.id and v.version_number = fork.forked_from_version
  where fork.id = fork_base.prompt_id and fork.user_id = (select private.caller_id())
    and (
      source.user_id = (select auth.uid())
      or (source.is_public and source.deleted_at is null)
      or source.team_id in (select private.my_team_ids())
    )
$$;
comment on function public.fork_base(uuid) is
  'What the source of one''s own fork was when it was forked; no row when the source can no longer be read.';
revoke all on function public.fork_base(uuid) from public, anon, authenticated, service_role;
grant execute on function public.fork_base(uuid) to authenticated;
