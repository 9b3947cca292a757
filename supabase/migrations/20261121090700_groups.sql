-- Groups order the prompts of a person or of a team, and lie in each other up to 8 deep.

create table public.groups (
  id uuid primary key default private.new_id(),
  name text not null,
  description text,
  user_id uuid default auth.uid() references auth.users (id) on delete cascade,
  team_id uuid references public.teams (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  parent_id uuid,
  unique (id, user_id),
  unique (id, team_id),
  constraint "a group belongs to a person or to a team" check (num_nonnulls(user_id, team_id) = 1),
  constraint "a group lies in a group of its owner"
    foreign key (parent_id, user_id) references public.groups (id, user_id) on delete cascade,
  constraint "a group lies in a group of its team"
    foreign key (parent_id, team_id) references public.groups (id, team_id) on delete cascade,
  constraint "a group name has 1 to 200 characters"
    check (name ~ '\S' and char_length(btrim(name)) <= 200),
  constraint "a group description has at most 2000 characters"
    check (char_length(description) <= 2000)
);
comment on table public.groups is 'Folders of prompts, of a person or of a team.';
comment on column public.groups.user_id is 'The person whose prompts it holds; null for a group of a team.';
comment on column public.groups.team_id is
  'The team whose prompts it holds, and no others. Its members read the group; owners and editors change it.';
comment on column public.groups.deleted_at is
  'When it was deleted, with its prompts; both can come back together for 30 days. Lists filter '
  'it.';
comment on column public.groups.parent_id is
  'The group that it lies in; null at the top. A group that is not deleted never lies in a deleted one.';
create index groups_parent_id_idx on public.groups (parent_id, user_id, team_id) where parent_id is not null;
create index groups_newest_idx on public.groups (user_id, created_at desc, id desc)
  where deleted_at is null;
create index groups_user_id_idx on public.groups (user_id);
create index groups_team_id_idx on public.groups (team_id) where team_id is not null;
create index groups_deleted_idx on public.groups (deleted_at) where deleted_at is not null;

alter table public.groups enable row level security;
alter publication supabase_realtime add table public.groups;
grant select, insert, update, delete on table public.groups to authenticated, service_role;

-- Deleted rows stay visible: otherwise the update that deletes them would be refused (42501). The
-- teams are looked up only for rows of no person. A team's group can't be deleted for good by hand: its
-- prompts have other owners.
create policy "People read their groups and those of their teams" on public.groups
  for select to authenticated
  using (user_id = (select auth.uid()) or team_id in (select private.my_team_ids()));
create policy "People create groups, and editors of a team its groups" on public.groups
  for insert to authenticated
  with check (user_id = (select auth.uid()) or team_id in (select private.my_edited_team_ids()));
create policy "People update groups, and editors of a team its groups" on public.groups
  for update to authenticated
  using (user_id = (select auth.uid()) or team_id in (select private.my_edited_team_ids()))
  with check (user_id = (select auth.uid()) or team_id in (select private.my_edited_team_ids()));
create policy "People delete their groups permanently" on public.groups for delete to authenticated
  using (user_id = (select auth.uid()));

create function private.set_group_defaults() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if new.team_id is not null then
      new.user_id := null;
    end if;
    if row_security_active('public.groups') then
      new.created_at := now();
      new.updated_at := now();
      new.deleted_at := null;
    end if;
    return new;
  end if;
  if new.team_id is distinct from old.team_id then
    raise exception 'A group stays in its library' using errcode = 'insufficient_privilege';
  end if;
  new.id := old.id;
  new.created_at := old.created_at;
  if (new.name, new.description) is distinct from (old.name, old.description)
    or new.updated_at is distinct from old.updated_at
  then
    new.updated_at := now();
  end if;
  if new.deleted_at is not null and row_security_active('public.groups') then
    new.deleted_at := coalesce(old.deleted_at, now());
  end if;
  return new;
end
$$;
comment on function private.set_group_defaults is
  'Sets the owner and the times of a group, which clients may not, and keeps it in its library.';
create trigger groups_set_defaults before insert or update on public.groups
  for each row execute function private.set_group_defaults();

-- One lock per person or team lets changes of its tree happen one after the other. Otherwise two moves
-- at once could make a cycle.
create function private.lock_group_tree(library uuid) returns void
language sql volatile security definer set search_path = ''
as $$ select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('groups of ' || library, 0)) $$;
comment on function private.lock_group_tree is
  'Locks the tree of the groups of a person or team until the end of the transaction; for null, does nothing.';
grant execute on function private.lock_group_tree to authenticated, service_role;

create function private.lock_own_group_tree() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_group_tree(auth.uid());
  return null;
end
$$;
comment on function private.lock_own_group_tree is
  'Locks the tree of the caller before any of its rows, so that two of their changes can''t wait for each other.';
create trigger groups_lock_own_tree before update of parent_id, deleted_at on public.groups
  for each statement execute function private.lock_own_group_tree();

create function private.lock_tree_of_group() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_group_tree(coalesce(new.user_id, new.team_id));
  return new;
end
$$;
comment on function private.lock_tree_of_group is
  'Locks the tree that a changed group belongs to. Its row is locked before, so two changes of a team''s tree may end in a '
  'deadlock, which the server repeats. Locking all teams of the caller before would let a long deletion of a group of their '
  'own keep these waiting.';
create trigger groups_lock_tree before update of parent_id, deleted_at on public.groups
  for each row execute function private.lock_tree_of_group();

create function private.group_tree(roots uuid[]) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with recursive tree as (
    select unnest(roots) as id
    union
    select g.id from tree t join public.groups g on g.parent_id = t.id
    where g.user_id = (select auth.uid()) or g.team_id in (select private.my_team_ids())
  )
  select array_agg(id) from tree
$$;
comment on function private.group_tree is
  'Returns these groups, and those below them of the caller or of their teams. A statement calls it once, in a subselect.';

create function private.groups_around(group_id uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with recursive around as (
    select g.id, g.parent_id from public.groups g where g.id = groups_around.group_id
    union
    select g.id, g.parent_id from around a join public.groups g on g.id = a.parent_id
  )
  select array_agg(id) from around
$$;
comment on function private.groups_around is 'Returns a group and those that it lies in.';

create function private.token_group_ids() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select case when private.token_group_id() is not null then private.group_tree(array[private.token_group_id()]) end
$$;
comment on function private.token_group_ids is
  'Returns the group to which the caller''s access token is limited, and those below; null without such a limit.';
grant execute on function private.group_tree, private.token_group_ids
  to authenticated, service_role, cuebook_search, cuebook_reader;

-- Restored without its deleted group, like a prompt.
create function private.place_restored_group() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.groups g where g.id = new.parent_id and g.deleted_at is not null) then
    new.parent_id := null;
  end if;
  return new;
end
$$;
comment on function private.place_restored_group is
  'Puts a group at the top that is restored while the one it lay in is deleted.';
create trigger groups_place_restored before update of deleted_at on public.groups
  for each row when (old.deleted_at is not null and new.deleted_at is null and new.parent_id is not null)
  execute function private.place_restored_group();

-- Runs after the change and under the lock, so that it sees every other one. Groups that were
-- deleted don't count: they come back where there is room, or at the top.
create function private.check_group_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  levels integer;
  is_cycle boolean;
  is_parent_deleted boolean;
begin
  if tg_op = 'INSERT' then
    perform private.lock_group_tree(coalesce(new.user_id, new.team_id));
  end if;
  if tg_op = 'UPDATE' and new.parent_id is distinct from old.parent_id
    and private.token_group_id() is not null
    and (new.id = private.token_group_id() or (new.parent_id = any (private.token_group_ids())) is not true)
  then
    raise exception 'This token moves groups only within the group that it is limited to'
      using errcode = 'insufficient_privilege';
  end if;
  if new.parent_id is null
    or (new.deleted_at is not null and tg_op = 'UPDATE' and new.parent_id is not distinct from old.parent_id)
  then
    return null;
  end if;
  with recursive above as (
    select new.parent_id as id, 1 as level
    union all
    select g.parent_id, a.level + 1 from above a join public.groups g on g.id = a.id
    where g.parent_id is not null and a.id <> new.id and a.level <= 8
  ), below as (
    select new.id, 1 as level
    union all
    select g.id, b.level + 1 from below b join public.groups g on g.parent_id = b.id
    where g.deleted_at is null and b.level <= 8
  )
  select (select max(level) from above) + (select max(level) from below),
    exists (select from above where id = new.id),
    exists (select from public.groups g where g.id = new.parent_id and g.deleted_at is not null)
  into levels, is_cycle, is_parent_deleted;
  if is_cycle then
    raise exception 'A group cannot be moved into itself or a group in it' using errcode = 'check_violation';
  elsif is_parent_deleted then
    raise exception 'The group to move it into was deleted' using errcode = 'check_violation';
  elsif levels > 8 then
    raise exception 'Groups can be nested 8 deep' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
comment on function private.check_group_place is
  'Refuses a place of a group that makes a cycle or more than 8 levels, or lies in a deleted group.';
create trigger groups_check_place after insert or update of parent_id, deleted_at on public.groups
  for each row execute function private.check_group_place();

-- Groups below a deleted one have no entry of their own.
create function private.log_team_group() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_team_activity(
    new.team_id,
    case
      when tg_op = 'INSERT' then 'group_added'
      when old.deleted_at is null and new.deleted_at is not null then 'group_deleted'
      when old.deleted_at is not null and new.deleted_at is null then 'group_restored'
      when new.parent_id is distinct from old.parent_id then 'group_moved'
      else 'group_changed'
    end,
    title => new.name);
  return null;
end
$$;
comment on function private.log_team_group is 'Logs what happened to a group of a team.';
create trigger groups_log_team_new after insert on public.groups
  for each row when (new.team_id is not null) execute function private.log_team_group();
create trigger groups_log_team after update on public.groups
  for each row when (
    new.team_id is not null and pg_trigger_depth() = 0
    and (old.name, old.description, old.parent_id, old.deleted_at)
      is distinct from (new.name, new.description, new.parent_id, new.deleted_at)
  )
  execute function private.log_team_group();

-- The groups of a team go with it, and the prompts in them return to their owners.
create function private.empty_team_groups() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Waits for prompts that are being moved into the groups.
  perform from public.groups g where g.team_id = old.id order by g.id for update;
  update public.prompts p set group_id = null
  from public.groups g
  where g.team_id = old.id and p.group_id = g.id;
  return old;
end
$$;
comment on function private.empty_team_groups is
  'Takes prompts out of the groups of a team that is deleted: the groups would delete them.';
create trigger teams_empty_groups before delete on public.teams
  for each row execute function private.empty_team_groups();

-- Foreign keys ignore policies, so these functions check the rows that a prompt may refer to.
create function private.is_group_of(group_id uuid, person uuid, team uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.groups g where g.id = $1 and (g.user_id = $2 or g.team_id = $3))
$$;
comment on function private.is_group_of is 'Returns whether a group belongs to a person or to a team.';

-- The lock lets a deletion of the group wait for the prompt, and then find it, or the prompt for the
-- deletion.
create function private.is_live_group_of(group_id uuid, person uuid, team uuid default null) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select exists (
    select from public.groups g
    where g.id = $1 and g.deleted_at is null
      and case when $3 is null then g.user_id = $2 else g.team_id = $3 end
    for share
  )
$$;
comment on function private.is_live_group_of is
  'Locks a group and returns whether it is not deleted and belongs to the team, or, without one, to the person, so that '
  'their prompts may be put into it.';
grant execute on function private.is_group_of to authenticated, service_role;
grant execute on function private.is_live_group_of to authenticated, service_role;
