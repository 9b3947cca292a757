-- Mails about invitations to teams and offered prompts. The server claims and sends them; no client
-- sees this table.

create view private.mailed_invitations as
select i.id, 'team' as kind, i.email, i.user_id, i.invited_by, i.role, i.team_id, t.name,
  private.is_open_invitation(i) as is_open
from public.team_invitations i join public.teams t on t.id = i.team_id
union all
select s.id, 'prompt', s.email, s.user_id, s.invited_by, s.role, null, p.title, private.is_open_share(s)
from public.prompt_shares s join public.prompts p on p.id = s.prompt_id;
comment on view private.mailed_invitations is
  'Invitations of all kinds, with the name of the team or prompt.';

create table private.invitation_mails (
  invitation_id uuid primary key,
  recipient text not null,
  queued_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz
);
comment on table private.invitation_mails is
  'Mails about invitations, queued and sent. An address gets at most five a day.';
comment on column private.invitation_mails.invitation_id is
  'A row of mailed_invitations, which is a view: no foreign key.';
comment on column private.invitation_mails.recipient is
  'The address in lower case: the daily limit outlives invitations.';
create index invitation_mails_recipient_idx on private.invitation_mails (recipient);
create index invitation_mails_unsent_idx on private.invitation_mails (claimed_at nulls first, queued_at)
  where sent_at is null;

alter table private.invitation_mails enable row level security;

-- A person who hid the sender, or was mailed often today, still finds the invitation on the page if
-- it is theirs to see.
create function private.queue_invitation_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text :=
    coalesce(new.email, (select lower(u.email) from auth.users u where u.id = new.user_id));
begin
  if address is null or exists (
    select from public.hidden_authors h join auth.users u on u.id = h.user_id
    where h.author_id = new.invited_by and lower(u.email) = address
  ) or (
    select count(*) from private.invitation_mails m
    where m.recipient = address and m.queued_at > now() - interval '1 day'
  ) >= 5 then
    return null;
  end if;
  insert into private.invitation_mails (invitation_id, recipient) values (new.id, address);
  return null;
end
$$;
comment on function private.queue_invitation_mail is
  'Queues the mail about an invitation, unless the person hid its sender or got five today.';
create trigger team_invitations_queue_mail after insert on public.team_invitations
  for each row when (new.state = 'pending') execute function private.queue_invitation_mail();
create trigger prompt_shares_queue_mail after insert on public.prompt_shares
  for each row when (new.state = 'pending') execute function private.queue_invitation_mail();

create function private.claim_invitation_mails(most integer)
returns table (invitation uuid, kind text, email text, name text, inviter_name text, role text, member_role text)
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.invitation_mails m
  where m.sent_at is null and not exists (
    select from private.mailed_invitations i where i.id = m.invitation_id and i.is_open
  );
  return query
  with claimed as (
    update private.invitation_mails m set claimed_at = now()
    where m.invitation_id in (
      select due.invitation_id from private.invitation_mails due
      where due.sent_at is null
        and (due.claimed_at is null or due.claimed_at < now() - interval '15 minutes')
      -- Those that failed before wait behind new ones, so that addresses to which mail fails hold up nobody.
      order by due.claimed_at nulls first, due.queued_at limit most for update skip locked
    )
    returning m.invitation_id
  )
  select i.id, i.kind, coalesce(i.email, u.email::text), i.name, p.full_name, i.role, (
    select m.role from public.team_members m join auth.users a on a.id = m.user_id
    where m.team_id = i.team_id
      and (a.id = i.user_id or (a.email = i.email and a.email_confirmed_at is not null))
    limit 1
  )
  from claimed
  join private.mailed_invitations i on i.id = claimed.invitation_id
  join public.profiles p on p.id = i.invited_by
  left join auth.users u on u.id = i.user_id
  where i.email is not null or u.email_confirmed_at is not null;
end
$$;
comment on function private.claim_invitation_mails is
  'Returns mails about open invitations, with their recipients and the roles that these have in the '
  'team already, claimed for 15 minutes. '
  'settle_invitation_mail follows once one was sent.';

create function private.settle_invitation_mail(invitation uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.invitation_mails m set sent_at = now() where m.invitation_id = invitation
$$;
comment on function private.settle_invitation_mail is
  'Notes that the mail about an invitation was sent.';
