-- Teams share prompts and chains. A member is an owner, an editor or a viewer.

create table public.teams (
  id uuid primary key default private.new_id(),
  name text not null,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  released_by_proposal boolean not null default false,
  constraint "a team name has 1 to 200 characters"
    check (name ~ '\S' and char_length(btrim(name)) <= 200)
);
comment on table public.teams is 'People who share prompts.';
comment on column public.teams.created_by is
  'The person who created the team, and its first owner; null once they are no longer a member.';
comment on column public.teams.released_by_proposal is
  'The text of its prompts with the label production is changed by proposals alone.';
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
create function private.my_team_ids(scope text default 'prompts:read') returns setof uuid
language sql stable security definer set search_path = ''
as $$ select team_id from public.team_members where user_id = (select private.caller_id(scope)) $$;
comment on function private.my_team_ids is
  'Returns the teams of which the caller is a member. An access token needs the scope.';

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
declare
  -- A change of groups locks the tree of each team: PostgreSQL has room for some thousand locks.
  max_teams constant integer := 200;
begin
  if tg_op = 'INSERT' then
    if new.user_id = auth.uid() then
      -- Locks the account: the limit counts one team at a time.
      perform from public.profiles p where p.id = new.user_id for no key update;
      if (
        select count(*) from public.team_members m where m.user_id = new.user_id and m.team_id <> new.team_id
      ) >= max_teams then
        raise exception 'You can be in at most % teams', max_teams
          using errcode = 'PT422', hint = 'Leave one first.';
      end if;
    end if;
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
  'Refuses to change the team or person of a membership, to set a role that the member did not '
  'accept, and to join or create more than 200 teams (422).';
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

-- Activity: who did what in a team, for its members. Triggers write an entry in the transaction of
-- the change. Open pages follow the entries, and learn from them what to refetch.

create table public.team_activity (
  id uuid primary key default private.new_id(),
  -- No foreign key: each save of a team's prompt would lock the row of the team.
  team_id uuid not null,
  action text not null,
  actor_id uuid references public.profiles (id) on delete set null,
  actor_name text,
  member_id uuid references public.profiles (id) on delete set null,
  member_name text,
  prompt_id uuid,
  chain_id uuid,
  version_number integer,
  title text,
  role text,
  label text,
  created_at timestamptz not null default now(),
  constraint "an activity is one that the database writes" check (action in (
    'team_created', 'team_renamed', 'member_joined', 'member_left', 'member_removed', 'role_changed',
    'proposals_demanded', 'proposals_optional', 'invited', 'invitation_declined', 'invitation_revoked', 'link_created', 'link_revoked',
    'prompt_added', 'prompt_changed', 'proposal_accepted', 'prompt_removed', 'prompt_deleted', 'prompt_restored',
    'prompt_erased', 'prompt_handed_over', 'label_moved', 'label_removed', 'label_protected', 'label_unprotected',
    'group_added', 'group_changed', 'group_moved', 'group_deleted', 'group_restored',
    'chain_added', 'chain_changed', 'chain_removed', 'chain_deleted'
  ))
);
comment on table public.team_activity is
  'Who did what in a team, written by triggers, never updated, and deleted after 180 days.';
comment on column public.team_activity.actor_id is
  'Who did it; null for the database, and once the account is gone.';
comment on column public.team_activity.actor_name is
  'Their name at that time, since former members have closed profiles; null once the account is gone.';
comment on column public.team_activity.member_id is
  'The member whose membership or role it is about, the author of an accepted proposal, or the new '
  'owner of a prompt.';
comment on column public.team_activity.member_name is 'Like actor_name.';
comment on column public.team_activity.prompt_id is 'No foreign key: the entry outlives the prompt.';
comment on column public.team_activity.chain_id is 'No foreign key: the entry outlives the chain.';
comment on column public.team_activity.version_number is
  'The version of the prompt that the change made, or that the label names.';
comment on column public.team_activity.title is 'The title of the prompt or chain, or the name of the group at that time, or the new name of the team.';
create index team_activity_team_id_idx on public.team_activity (team_id, id desc);
create index team_activity_actor_id_idx on public.team_activity (actor_id) where actor_id is not null;
create index team_activity_member_id_idx on public.team_activity (member_id)
  where member_id is not null;
create index team_activity_created_at_idx on public.team_activity using brin (created_at);

alter table public.team_activity enable row level security;
alter publication supabase_realtime add table public.team_activity;
grant select on table public.team_activity to authenticated, service_role;

create policy "Members read the activity of their teams" on public.team_activity
  for select to authenticated
  using (team_id in (select private.my_team_ids()));

-- Skips teams and people that are being deleted by the same statement.
create function private.log_team_activity(
  team_id uuid, action text, actor_id uuid default auth.uid(), member_id uuid default null,
  role text default null, prompt_id uuid default null, version_number integer default null,
  title text default null, label text default null, chain_id uuid default null
) returns void
language sql security definer set search_path = ''
as $$
  insert into public.team_activity (team_id, action, actor_id, actor_name, member_id, member_name,
    role, prompt_id, version_number, title, label, chain_id)
  select t.id, $2, actor.id, actor.full_name, member.id, member.full_name, $5, $6, $7, $8, $9, $10
  from public.teams t
  left join public.profiles actor on actor.id = $3
  left join public.profiles member on member.id = $4
  where t.id = $1
$$;
comment on function private.log_team_activity is 'Adds an entry to the activity of a team.';

create function private.log_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.team_activity a where a.team_id = old.id;
    return null;
  end if;
  if tg_op = 'INSERT' or new.name <> old.name then
    perform private.log_team_activity(
      new.id, case tg_op when 'INSERT' then 'team_created' else 'team_renamed' end, title => new.name);
  end if;
  if tg_op = 'UPDATE' and new.released_by_proposal <> old.released_by_proposal then
    perform private.log_team_activity(
      new.id, case when new.released_by_proposal then 'proposals_demanded' else 'proposals_optional' end);
  end if;
  if tg_op = 'UPDATE' then
    perform realtime.send('{}', 'teams', 'user:' || m.user_id)
    from public.team_members m where m.team_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.log_team is
  'Logs that a team was created, renamed or demands proposals, tells its members, and deletes the log with the team.';
create trigger teams_log after insert or delete on public.teams
  for each row execute function private.log_team();
create trigger teams_log_change after update on public.teams
  for each row when ((new.name, new.released_by_proposal) is distinct from (old.name, old.released_by_proposal)) execute function private.log_team();

-- The creator of a team doesn't join it: the row comes from a trigger.
create function private.log_team_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.log_team_activity(
      old.team_id,
      case when old.user_id = coalesce(auth.uid(), old.user_id) then 'member_left' else 'member_removed' end,
      member_id => old.user_id);
  else
    perform private.log_team_activity(
      new.team_id, case tg_op when 'INSERT' then 'member_joined' else 'role_changed' end,
      member_id => new.user_id, role => new.role);
  end if;
  return null;
end
$$;
comment on function private.log_team_member is 'Logs that a person joined or left a team, or got another role.';
create trigger team_members_log_new after insert on public.team_members
  for each row when (pg_trigger_depth() = 0) execute function private.log_team_member();
create trigger team_members_log_role after update on public.team_members
  for each row when (new.role <> old.role) execute function private.log_team_member();
create trigger team_members_log_end after delete on public.team_members
  for each row execute function private.log_team_member();

-- A person's pages learn of it by the person's own topic: a former member reads no entry.
create function private.broadcast_membership() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send('{}', 'teams', 'user:' || coalesce(new.user_id, old.user_id));
  return null;
end
$$;
comment on function private.broadcast_membership is
  'Tells a person that their membership of a team began, changed or ended.';
create trigger team_members_broadcast after insert or delete on public.team_members
  for each row execute function private.broadcast_membership();
create trigger team_members_broadcast_role after update on public.team_members
  for each row when (new.role <> old.role) execute function private.broadcast_membership();
