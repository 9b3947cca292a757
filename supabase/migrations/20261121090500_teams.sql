-- Teams share prompts. A member is an owner, an editor or a viewer.

create table public.teams (
  id uuid primary key default private.new_id(),
  name text not null,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint "a team name has 1 to 200 characters"
    check (char_length(btrim(name)) between 1 and 200)
);
comment on table public.teams is 'People who share prompts.';
comment on column public.teams.created_by is
  'The person who created the team, and its first owner; null once they are no longer a member.';
create index teams_created_by_idx on public.teams (created_by);

create table public.team_members (
  team_id uuid not null references public.teams (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null default 'viewer',
  created_at timestamptz not null default now(),
  accepted_role text not null default 'viewer',
  primary key (team_id, user_id),
  constraint "a role is owner, editor or viewer" check (role in ('owner', 'editor', 'viewer')),
  constraint "an accepted role is owner, editor or viewer"
    check (accepted_role in ('owner', 'editor', 'viewer')),
  -- The account publishes in the product's own name.
  constraint "the official account cannot join a team"
    check (user_id <> '00000000-0000-4000-8000-000000000001')
);
comment on table public.team_members is 'The members of teams and their roles.';
comment on column public.team_members.role is
  'viewer reads the team''s prompts, editor changes them too, owner manages members as well.';
comment on column public.team_members.accepted_role is
  'The role that the member accepted; owners of the team can lower role, and raise it up to this '
  'one. Set by the database.';
create index team_members_user_id_idx on public.team_members (user_id, role);

-- Policies on a table cannot query the same table (42P17), so they call these helpers, which run as
-- the owner. Each is evaluated once a statement.
create function private.my_team_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$ select team_id from public.team_members where user_id = (select private.caller_id('prompts:read')) $$;
comment on function private.my_team_ids is 'Returns the teams of which the caller is a member.';

create function private.my_edited_team_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select team_id from public.team_members
  where user_id = (select auth.uid()) and role in ('owner', 'editor')
$$;
comment on function private.my_edited_team_ids is
  'Returns the teams whose prompts the caller may change.';

create function private.my_owned_team_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$ select team_id from public.team_members
  where user_id = (select auth.uid()) and role = 'owner' $$;
comment on function private.my_owned_team_ids is 'Returns the teams that the caller owns.';
grant execute on function private.my_team_ids to authenticated, service_role;
grant execute on function private.my_edited_team_ids to authenticated, service_role;
grant execute on function private.my_owned_team_ids to authenticated, service_role;

alter table public.teams enable row level security;
alter table public.team_members enable row level security;

grant select, insert, update, delete on table public.teams to authenticated, service_role;
-- Only functions insert members: a person joins by accepting an invitation.
grant select, update, delete on table public.team_members to authenticated;
grant select, insert, update, delete on table public.team_members to service_role;

-- A new team has no members yet when its row is returned, hence created_by.
create policy "Members read their teams" on public.teams for select to authenticated
  using (created_by = (select auth.uid()) or id in (select private.my_team_ids()));
create policy "People create teams of their own" on public.teams for insert to authenticated
  with check (created_by = (select auth.uid()));
create policy "Owners update their teams" on public.teams for update to authenticated
  using (id in (select private.my_owned_team_ids()))
  with check (id in (select private.my_owned_team_ids()));
create policy "Owners delete their teams" on public.teams for delete to authenticated
  using (id in (select private.my_owned_team_ids()));
create policy "Members read the members of their teams" on public.team_members
  for select to authenticated
  using (team_id in (select private.my_team_ids()));
create policy "Team owners change roles" on public.team_members for update to authenticated
  using (team_id in (select private.my_owned_team_ids()))
  with check (team_id in (select private.my_owned_team_ids()));
create policy "Team owners remove members, and members leave" on public.team_members
  for delete to authenticated
  using (user_id = (select auth.uid()) or team_id in (select private.my_owned_team_ids()));

create function private.role_rank(role text) returns integer
language sql immutable strict parallel safe set search_path = ''
as $$ select array_position(array['viewer', 'editor', 'owner'], role) $$;
comment on function private.role_rank is
  'Returns the rank of a role by its rights: viewer 1, editor 2, owner 3.';
grant execute on function private.role_rank to authenticated, service_role;

create function private.set_team_defaults() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    if pg_trigger_depth() = 1 then
      new.created_by := old.created_by;
    end if;
  elsif row_security_active('public.teams') then
    new.created_at := now();
  end if;
  new.updated_at := now();
  return new;
end
$$;
comment on function private.set_team_defaults is
  'Sets the times and the creator of a team, which clients may not.';
create trigger teams_set_defaults before insert or update on public.teams
  for each row execute function private.set_team_defaults();

create function private.add_team_creator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.created_by is not null then
    insert into public.team_members (team_id, user_id, role)
      values (new.id, new.created_by, 'owner');
  end if;
  return null;
end
$$;
comment on function private.add_team_creator is 'Makes the creator of a team its first owner.';
create trigger teams_add_creator after insert on public.teams
  for each row execute function private.add_team_creator();

-- People may set a role up to the one that the member accepted. The database's functions and the
-- service role may set any.
create function private.check_team_member() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.accepted_role := new.role;
    if row_security_active('public.team_members') then
      new.created_at := now();
    end if;
    return new;
  end if;
  if (new.team_id, new.user_id) is distinct from (old.team_id, old.user_id) then
    raise exception 'A membership cannot be moved to another team or person'
      using errcode = 'insufficient_privilege';
  end if;
  new.created_at := old.created_at;
  new.accepted_role := old.accepted_role;
  if private.role_rank(new.role) > private.role_rank(old.accepted_role) then
    if row_security_active('public.team_members') then
      raise exception 'A member has to accept a role with more rights'
        using errcode = 'insufficient_privilege',
        hint = 'Invite them to that role with invite_to_team.';
    end if;
    new.accepted_role := new.role;
  end if;
  return new;
end
$$;
comment on function private.check_team_member is
  'Refuses to change the team or person of a membership, or to set a role that the member did not '
  'accept.';
create trigger team_members_check before insert or update on public.team_members
  for each row execute function private.check_team_member();

-- Runs after the statement, so that one statement can hand ownership over. A lock counts the owners
-- of a team one statement at a time: otherwise two owners who leave at once would leave no owner.
create function private.require_team_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.teams set created_by = null
  where id = old.team_id and created_by = old.user_id and tg_op = 'DELETE';
  if old.role <> 'owner' or pg_trigger_depth() > 1 then
    return null;
  end if;
  perform 1 from public.teams where id = old.team_id for update;
  if found and not exists (
    select from public.team_members where team_id = old.team_id and role = 'owner'
  ) then
    raise exception 'A team keeps at least one owner' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
comment on function private.require_team_owner is
  'Refuses a change that leaves a team without an owner.';
create trigger team_members_require_owner after update or delete on public.team_members
  for each row execute function private.require_team_owner();
