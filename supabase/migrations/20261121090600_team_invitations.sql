-- Invitations to teams. A person joins a team, or gets more rights in it, only by accepting an
-- invitation. It is bound to an email address or a person, and only they can accept it.

-- As server/auth/mail/email-address.ts: no account can have another address.
create function private.is_email_address(address text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select char_length(address) <= 254 and address ~ (
    '^(?=.{1,64}@)[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*'
    '@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?![0-9]+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
  )
$$;
comment on function private.is_email_address is
  'Returns whether a text is an email address in lower case whose domain has a dot.';
grant execute on function private.is_email_address to service_role;

create table public.team_invitations (
  id uuid primary key default private.new_id(),
  team_id uuid not null references public.teams (id) on delete cascade,
  role text not null,
  email text,
  user_id uuid references public.profiles (id) on delete cascade,
  invited_by uuid not null references public.profiles (id) on delete cascade,
  state text not null default 'pending',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  answered_at timestamptz,
  constraint "an invited role is owner, editor or viewer"
    check (role in ('owner', 'editor', 'viewer')),
  constraint "an invitation is for an address or a person" check (num_nonnulls(email, user_id) = 1),
  constraint "an email address looks like name@example.com"
    check (private.is_email_address(email)),
  constraint "an invitation is pending, accepted, declined or revoked"
    check (state in ('pending', 'accepted', 'declined', 'revoked')),
  constraint "the official account cannot be invited"
    check (user_id <> '00000000-0000-4000-8000-000000000001')
);
comment on table public.team_invitations is
  'Invitations to teams, written by functions alone. Owners of the team read them, and the person '
  'who is invited.';
comment on column public.team_invitations.email is
  'The address that is invited, in lower case: the account that has confirmed it may accept. Null '
  'for a person.';
comment on column public.team_invitations.user_id is
  'The person who is invited; null for an address.';
create index team_invitations_team_id_idx on public.team_invitations (team_id);
create index team_invitations_user_id_idx on public.team_invitations (user_id);
create index team_invitations_email_idx on public.team_invitations (email);
create index team_invitations_invited_by_idx on public.team_invitations (invited_by);
create unique index team_invitations_address_once_idx on public.team_invitations (team_id, email)
  where state = 'pending';
create unique index team_invitations_person_once_idx on public.team_invitations (team_id, user_id)
  where state = 'pending';

-- A table of its own: invitations are deleted with their team or prompt, and the daily limit would
-- be reset.
create table private.sent_invitations (
  user_id uuid not null references auth.users (id) on delete cascade,
  sent_at timestamptz not null default now()
);
comment on table private.sent_invitations is
  'Times at which a person sent invitations to teams and prompts, for the daily limit.';
create index sent_invitations_user_id_idx on private.sent_invitations (user_id, sent_at);

alter table private.sent_invitations enable row level security;

create function private.my_confirmed_email() returns text
language sql stable security definer set search_path = ''
as $$
  select lower(u.email) from auth.users u
  where u.id = (select private.caller_id()) and u.email_confirmed_at is not null
$$;
comment on function private.my_confirmed_email is
  'Returns the caller''s address in lower case, if it is confirmed. From the account: a token may name a '
  'former address.';
grant execute on function private.my_confirmed_email to authenticated;

-- Guests have no address. Anybody can be any number of them, so the limit wouldn't hold.
create function private.count_sent_invitation(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.my_confirmed_email() is null then
    raise exception 'Only people with a confirmed email address invite others'
      using errcode = 'insufficient_privilege';
  end if;
  if (
    select count(*) from private.sent_invitations s
    where s.user_id = person and s.sent_at > now() - interval '1 day'
  ) >= 50 then
    raise exception 'You can invite 50 people a day. Try again tomorrow.' using errcode = 'PT429';
  end if;
  insert into private.sent_invitations (user_id) values (person);
end
$$;
comment on function private.count_sent_invitation is
  'Counts an invitation of the caller, to a team or to a prompt: 429 after 50 a day, 403 without a confirmed address.';

alter table public.team_invitations enable row level security;
grant select on table public.team_invitations to authenticated;
grant select, insert, update, delete on table public.team_invitations to service_role;

create policy "Team owners and invited people read invitations" on public.team_invitations
  for select to authenticated
  using (
    team_id in (select private.my_owned_team_ids())
    or user_id = (select auth.uid())
    or email = (select private.my_confirmed_email())
  );

-- An invitation ends when it expires, and when the person who sent it no longer owns the team.
create function private.is_open_invitation(invitation public.team_invitations) returns boolean
language sql stable set search_path = ''
as $$
  select invitation.state = 'pending' and invitation.expires_at > now() and exists (
    select from public.team_members m
    where m.team_id = invitation.team_id and m.user_id = invitation.invited_by and m.role = 'owner'
  )
$$;
comment on function private.is_open_invitation is 'Returns whether an invitation can be accepted.';

create function public.invite_to_team(
  team_id uuid, role text, email text default null, user_id uuid default null
) returns public.team_invitations
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_caller();
  address constant text := lower(btrim(invite_to_team.email));
  made public.team_invitations;
begin
  -- Locks the account: the limits count one invitation at a time.
  perform from public.profiles p where p.id = me for no key update;
  if not exists (
    select from public.team_members m
      where m.team_id = invite_to_team.team_id and m.user_id = me and m.role = 'owner'
  ) then
    raise exception 'Only an owner of a team invites people'
      using errcode = 'insufficient_privilege';
  end if;
  if invite_to_team.user_id is not null
    and not private.can_read_profile(invite_to_team.user_id) then
    raise exception 'This person was not found'
      using errcode = 'PT404', hint = 'Invite them by their email address.';
  end if;
  -- Never tells whether a member has an address.
  if exists (
    select from public.team_members m
    where m.team_id = invite_to_team.team_id and m.user_id = invite_to_team.user_id
      and private.role_rank(m.accepted_role) >= private.role_rank(invite_to_team.role)
  ) then
    raise exception 'This person is a member with that role already' using errcode = 'PT409';
  end if;
  if exists (
    select from public.team_invitations i
    where i.team_id = invite_to_team.team_id
      and (i.email = address or i.user_id = invite_to_team.user_id)
      and i.state = 'declined' and i.answered_at > now() - interval '30 days'
  ) then
    raise exception 'This invitation was declined less than 30 days ago' using errcode = 'PT409';
  end if;
  if address = private.my_confirmed_email() then
    raise exception 'This is your own address' using errcode = 'PT409';
  end if;
  perform private.count_sent_invitation(me);
  delete from public.team_invitations i
  where i.team_id = invite_to_team.team_id
    and (i.email = address or i.user_id = invite_to_team.user_id)
    and i.state = 'pending' and not private.is_open_invitation(i);
  if (
    select count(*) from public.team_invitations i
      where i.team_id = invite_to_team.team_id and i.state = 'pending'
  ) >= 200 then
    raise exception 'A team has at most 200 open invitations. Revoke some first.'
      using errcode = 'PT429';
  end if;

  begin
    insert into public.team_invitations (team_id, role, email, user_id, invited_by)
    values (invite_to_team.team_id, invite_to_team.role, address, invite_to_team.user_id, me)
    returning * into made;
  exception when unique_violation then
    raise exception 'There is an open invitation already' using errcode = 'PT409';
  end;
  return made;
end
$$;
comment on function public.invite_to_team is
  'Invites an address or a person to a team that the caller owns, or a member to a role with more '
  'rights. At most 50 a day, 200 open ones a team, and none for 30 days after one was declined '
  '(409, 429).';

create function private.lock_my_invitation(id uuid) returns public.team_invitations
language plpgsql security definer set search_path = ''
as $$
declare
  mine public.team_invitations;
begin
  perform private.require_caller();
  select i.* into mine
  from public.team_invitations i
  where i.id = lock_my_invitation.id
    and (i.user_id = private.caller_id() or i.email = private.my_confirmed_email())
  for update;
  -- The owner who sent it stays an owner until this is done.
  perform from public.team_members m
  where m.team_id = mine.team_id and m.user_id = mine.invited_by for share;
  if not coalesce(private.is_open_invitation(mine), false) then
    raise exception 'There is no such invitation, or it is no longer open' using errcode = 'PT404';
  end if;
  return mine;
end
$$;
comment on function private.lock_my_invitation is
  'Locks an open invitation of the caller; 404 when there is none.';

create function public.accept_team_invitation(id uuid) returns public.team_members
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  accepted constant public.team_invitations := private.lock_my_invitation(accept_team_invitation.id);
  member public.team_members;
begin
  insert into public.team_members as m (team_id, user_id, role)
  values (accepted.team_id, private.caller_id(), accepted.role)
  on conflict (team_id, user_id) do update
    set role = case when private.role_rank(excluded.role) > private.role_rank(m.role) then excluded.role else m.role end
  returning * into member;
  update public.team_invitations i set state = 'accepted', answered_at = now()
    where i.id = accepted.id;
  return member;
end
$$;
comment on function public.accept_team_invitation is
  'Makes the caller a member of the team that invited them, or gives a member the role of the '
  'invitation if it has more rights. Returns the membership.';

create function public.decline_team_invitation(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  declined constant public.team_invitations := private.lock_my_invitation(decline_team_invitation.id);
begin
  update public.team_invitations i set state = 'declined', answered_at = now()
    where i.id = declined.id;
end
$$;
comment on function public.decline_team_invitation is
  'Declines an invitation of the caller: the team cannot invite them again for 30 days.';

create function public.revoke_team_invitation(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_caller();
  update public.team_invitations i set state = 'revoked', answered_at = now()
  where i.id = revoke_team_invitation.id and i.state = 'pending'
    and i.team_id in (select private.my_owned_team_ids());
  if not found then
    raise exception 'There is no such invitation, or it is no longer open' using errcode = 'PT404';
  end if;
end
$$;
comment on function public.revoke_team_invitation is
  'Takes back an invitation to a team that the caller owns.';

create function public.my_team_invitations()
returns table (
  id uuid, team_id uuid, team_name text, role text, inviter_name text, created_at timestamptz,
  expires_at timestamptz, member_role text
)
language sql stable security definer set search_path = ''
as $$
  select i.id, i.team_id, t.name, i.role, p.full_name, i.created_at, i.expires_at, m.role
  from public.team_invitations i
  join public.teams t on t.id = i.team_id
  join public.profiles p on p.id = i.invited_by
  left join public.team_members m on m.team_id = i.team_id and m.user_id = (select private.caller_id())
  where (i.user_id = (select private.caller_id())
    or i.email = (select private.my_confirmed_email()))
    and private.is_open_invitation(i)
    and not exists (
      select from public.hidden_authors h
        where h.user_id = (select private.caller_id()) and h.author_id = i.invited_by
    )
  order by i.created_at desc, i.id desc
  limit 100
$$;
comment on function public.my_team_invitations is
  'Returns the newest 100 open invitations of the caller, with the team, who invited them, and the role that '
  'they have in it already; none by people whom the caller hid.';
grant execute on function public.invite_to_team,
  public.accept_team_invitation, public.decline_team_invitation,
  public.revoke_team_invitation, public.my_team_invitations to authenticated;

-- An old invitation must not restore a member who left or was removed, nor a role that was lowered.
create function private.withdraw_invitations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.team_invitations i
  where i.team_id = old.team_id and i.state = 'pending' and (
    i.user_id = old.user_id
    or i.email = (select lower(u.email) from auth.users u where u.id = old.user_id)
  );
  return null;
end
$$;
comment on function private.withdraw_invitations is
  'Ends the open invitations of a member who leaves a team, or gets fewer rights.';
create trigger team_members_withdraw_invitations after delete on public.team_members
  for each row execute function private.withdraw_invitations();
create trigger team_members_withdraw_invitations_role after update on public.team_members
  for each row when (private.role_rank(new.role) < private.role_rank(old.role))
  execute function private.withdraw_invitations();

create function private.log_team_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  invitation constant public.team_invitations := coalesce(new, old);
  person constant uuid := coalesce(invitation.user_id,
    (select u.id from auth.users u where u.email = invitation.email and u.email_confirmed_at is not null));
begin
  if person is not null then
    perform realtime.send('{}', 'teams', 'user:' || person);
  end if;
  -- Names nobody who isn't a member. Joining is logged by itself.
  if tg_op <> 'DELETE' and new.state <> 'accepted' then
    perform private.log_team_activity(
      new.team_id,
      case new.state when 'pending' then 'invited' else 'invitation_' || new.state end,
      actor_id => case when new.state <> 'declined' then auth.uid() end,
      member_id => (
        select m.user_id from public.team_members m
          where m.team_id = new.team_id and m.user_id = new.user_id
      ),
      role => new.role);
  end if;
  return null;
end
$$;
comment on function private.log_team_invitation is
  'Logs an invitation and its end, and tells the person who is invited.';
create trigger team_invitations_log_new after insert on public.team_invitations
  for each row when (new.state = 'pending') execute function private.log_team_invitation();
create trigger team_invitations_log_answer after update on public.team_invitations
  for each row when (new.state <> old.state) execute function private.log_team_invitation();
create trigger team_invitations_log_end after delete on public.team_invitations
  for each row when (old.state = 'pending') execute function private.log_team_invitation();

-- Invitation links. A person who has one may join as a viewer or an editor, after accepting on the page.
-- The link has 160 random bits, is shown once, and only its hash is stored.

create table public.team_links (
  id uuid primary key default private.new_id(),
  team_id uuid not null references public.teams (id) on delete cascade,
  role text not null,
  token_hash bytea not null unique,
  created_by uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  max_uses integer not null,
  uses integer not null default 0,
  revoked_at timestamptz,
  -- Ownership is offered to a person, never to whoever has a link.
  constraint "a link makes viewers or editors" check (role in ('viewer', 'editor')),
  constraint "a link is for 1 to 100 people" check (max_uses between 1 and 100),
  constraint "a link ends within 30 days" check (expires_at <= created_at + interval '30 days'),
  constraint "a link is used by as many people as it is for" check (uses between 0 and max_uses)
);
comment on table public.team_links is
  'Links by which people join a team, written by functions alone. Owners of the team read them.';
comment on column public.team_links.token_hash is 'SHA-256 of the link''s token.';
create index team_links_team_id_idx on public.team_links (team_id);
create index team_links_created_by_idx on public.team_links (created_by);

alter table public.team_links enable row level security;
grant select (id, team_id, role, created_by, created_at, expires_at, max_uses, uses, revoked_at)
  on table public.team_links to authenticated;
grant select, delete on table public.team_links to service_role;

create policy "Team owners read links" on public.team_links for select to authenticated
  using (team_id in (select private.my_owned_team_ids()));

-- Like an invitation, a link ends when the person who made it no longer owns the team.
create function private.is_open_link(link public.team_links) returns boolean
language sql stable set search_path = ''
as $$
  select link.revoked_at is null and link.expires_at > now() and link.uses < link.max_uses and exists (
    select from public.team_members m
    where m.team_id = link.team_id and m.user_id = link.created_by and m.role = 'owner'
  )
$$;
comment on function private.is_open_link is 'Returns whether a person can join by a link.';

create function private.log_team_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_team_activity(
    new.team_id, case tg_op when 'INSERT' then 'link_created' else 'link_revoked' end, role => new.role);
  return null;
end
$$;
comment on function private.log_team_link is 'Logs that a link was created or revoked.';
create trigger team_links_log_new after insert on public.team_links
  for each row execute function private.log_team_link();
create trigger team_links_log_end after update on public.team_links
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function private.log_team_link();

create function public.create_team_link(
  team_id uuid, role text, max_uses integer default 1, valid_days integer default 7
) returns text
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_caller();
  token constant text := left(encode(private.random_bytes(), 'hex'), 40);
begin
  if coalesce(create_team_link.max_uses not between 1 and 100, true) then
    raise exception 'A link is for 1 to 100 people' using errcode = 'PT422';
  end if;
  if coalesce(create_team_link.valid_days not between 1 and 30, true) then
    raise exception 'A link is valid for 1 to 30 days' using errcode = 'PT422';
  end if;
  if coalesce(create_team_link.role not in ('viewer', 'editor'), true) then
    raise exception 'A link makes viewers or editors' using errcode = 'PT422';
  end if;
  -- Locks the membership: the limit counts one link at a time.
  perform from public.team_members m
  where m.team_id = create_team_link.team_id and m.user_id = me and m.role = 'owner'
  for no key update;
  if not found then
    raise exception 'Only an owner of a team invites people' using errcode = 'insufficient_privilege';
  end if;
  if (
    select count(*) from public.team_links l
      where l.team_id = create_team_link.team_id and l.created_by = me and private.is_open_link(l)
  ) >= 20 then
    raise exception 'You can have 20 open links of a team. Revoke some first.' using errcode = 'PT429';
  end if;
  insert into public.team_links (team_id, role, token_hash, created_by, expires_at, max_uses)
  values (create_team_link.team_id, create_team_link.role, sha256(convert_to(token, 'utf8')), me,
    now() + make_interval(days => create_team_link.valid_days), create_team_link.max_uses);
  return token;
end
$$;
comment on function public.create_team_link is
  'Creates a link to a team that the caller owns, and returns its token: 40 random hexadecimal digits, shown only once. It is for '
  '1 to 100 people and 1 to 30 days; 20 may be open for each owner (422, 429).';

create function public.revoke_team_link(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_caller();
  update public.team_links l set revoked_at = now()
  where l.id = revoke_team_link.id and l.revoked_at is null
    and l.team_id in (select private.my_owned_team_ids());
  if not found then
    raise exception 'There is no such link, or it is already revoked' using errcode = 'PT404';
  end if;
end
$$;
comment on function public.revoke_team_link is 'Ends a link to a team that the caller owns.';

-- A member who was removed after a link was made, or got a lower role than the link's, needs an
-- invitation of their own. The log of the team is kept for longer than a link is valid. A
-- member who has the link's role already opens an ended link, too, to get to the team.
create function private.find_team_link(token text, for_update boolean default false) returns public.team_links
language plpgsql security definer set search_path = ''
as $$
declare
  link public.team_links;
begin
  perform private.require_caller();
  if for_update then
    select l.* into link from public.team_links l
    where l.token_hash = sha256(convert_to(token, 'utf8')) for update;
    -- The owner who made it stays an owner until this is done, and a caller who is being removed is seen as removed.
    perform from public.team_members m
    where m.team_id = link.team_id and m.user_id in (link.created_by, private.caller_id())
    order by m.user_id for no key update;
  else
    select l.* into link from public.team_links l
    where l.token_hash = sha256(convert_to(token, 'utf8'));
  end if;
  if exists (
    select from public.team_members m
    where m.team_id = link.team_id and m.user_id = private.caller_id()
      and private.role_rank(m.role) >= private.role_rank(link.role)
  ) then
    return link;
  end if;
  if not coalesce(private.is_open_link(link), false) or exists (
    select from public.team_activity a
    where a.team_id = link.team_id and a.member_id = private.caller_id()
      and a.created_at >= link.created_at and (
        a.action = 'member_removed'
        or (a.action = 'role_changed' and private.role_rank(a.role) < private.role_rank(link.role))
      )
  ) then
    raise exception 'This link is not valid, or no longer open'
      using errcode = 'PT404', hint = 'Ask for a new one.';
  end if;
  return link;
end
$$;
comment on function private.find_team_link is
  'Returns a link by its token, if the caller may join by it or has its role already; else 404.';

create function public.team_link(token text)
returns table (team_id uuid, team_name text, role text, inviter_name text, expires_at timestamptz, member_role text)
language sql stable security definer set search_path = ''
as $$
  select l.team_id, t.name, l.role, p.full_name, l.expires_at, m.role
  from private.find_team_link(token) l
  join public.teams t on t.id = l.team_id
  join public.profiles p on p.id = l.created_by
  left join public.team_members m on m.team_id = l.team_id and m.user_id = (select private.caller_id())
$$;
comment on function public.team_link is
  'Returns to which team a link leads, who made it, and the role that the caller has in it already.';

create function public.accept_team_link(token text) returns public.team_members
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.caller_id();
  -- Locked: two people never share the last use.
  link constant public.team_links := private.find_team_link(accept_team_link.token, true);
  member public.team_members;
begin
  select m.* into member from public.team_members m where m.team_id = link.team_id and m.user_id = me;
  if private.role_rank(member.role) >= private.role_rank(link.role) then
    return member;
  end if;
  insert into public.team_members as m (team_id, user_id, role) values (link.team_id, me, link.role)
  on conflict (team_id, user_id) do update set role = excluded.role
  returning * into member;
  update public.team_links l set uses = l.uses + 1 where l.id = link.id;
  return member;
end
$$;
comment on function public.accept_team_link is
  'Makes the caller a member of the team that a link leads to, and counts the use. Never takes rights from a member. Returns the '
  'membership.';

create function private.revoke_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.team_links l set revoked_at = now()
  where l.team_id = old.team_id and l.created_by = old.user_id and l.revoked_at is null;
  return null;
end
$$;
comment on function private.revoke_links is
  'Revokes the links of a person who no longer owns the team.';
create trigger team_members_revoke_links after delete on public.team_members
  for each row when (old.role = 'owner') execute function private.revoke_links();
create trigger team_members_revoke_links_role after update on public.team_members
  for each row when (old.role = 'owner' and new.role <> 'owner') execute function private.revoke_links();

grant execute on function public.create_team_link, public.revoke_team_link, public.team_link,
  public.accept_team_link to authenticated;
