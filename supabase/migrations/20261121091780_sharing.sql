-- Sharing a prompt with single people. The owner invites an address; the account that has confirmed
-- it may accept. An invited person has no right, and is listed nowhere, until they accept.

-- An invitation is closed while its prompt is deleted, and ends when it expires.
create function private.is_open_share(share public.prompt_shares) returns boolean
language sql stable set search_path = ''
as $$
  select share.state = 'pending' and share.expires_at > now() and exists (
    select from public.prompts p
    where p.id = share.prompt_id and p.user_id = share.invited_by and p.deleted_at is null
  )
$$;
comment on function private.is_open_share is 'Returns whether an offered share can be accepted.';

create function public.share_prompt(prompt_id uuid, email text, role text default 'viewer')
returns public.prompt_shares
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  max_people constant integer := 100;
  me constant uuid := private.require_caller();
  address constant text := lower(btrim(share_prompt.email));
  prompt public.prompts;
  made public.prompt_shares;
begin
  -- Locks the account: the limits count one invitation at a time.
  perform from public.profiles p where p.id = me for no key update;
  select p.* into prompt from public.prompts p where p.id = share_prompt.prompt_id and p.user_id = me for share;
  if not found then
    raise exception 'Only the owner of a prompt shares it' using errcode = 'insufficient_privilege';
  end if;
  if prompt.deleted_at is not null then
    raise exception 'The prompt is deleted' using errcode = 'PT409', hint = 'Restore it first.';
  end if;
  if address = private.my_confirmed_email() then
    raise exception 'This is your own address' using errcode = 'PT409';
  end if;
  if exists (
    select from public.prompt_shares s
    where s.prompt_id = prompt.id and s.email = address
      and s.state = 'declined' and s.answered_at > now() - interval '30 days'
  ) then
    raise exception 'This invitation was declined less than 30 days ago' using errcode = 'PT409';
  end if;
  delete from public.prompt_shares s
  where s.prompt_id = prompt.id and s.email = address
    and s.state = 'pending' and not private.is_open_share(s);
  if (
    select count(*) from public.prompt_shares s
    where s.prompt_id = prompt.id and s.state in ('pending', 'accepted')
  ) >= max_people then
    raise exception 'A prompt is shared with at most % people', max_people
      using errcode = 'PT422', hint = 'Remove somebody first.';
  end if;
  perform private.count_sent_invitation(me);
  begin
    insert into public.prompt_shares (prompt_id, role, email, invited_by, first_version)
    values (prompt.id, share_prompt.role, address, me, prompt.version)
    returning * into made;
  exception when unique_violation then
    raise exception 'The prompt is shared with this address already' using errcode = 'PT409';
  end;
  return made;
end
$$;
comment on function public.share_prompt is
  'Offers a prompt of the caller to an address, to view or to edit. At most 50 invitations a day, '
  'those to teams included, 100 people a prompt, and none for 30 days after one was declined '
  '(409, 422, 429).';

create function public.change_share_role(id uuid, role text) returns public.prompt_shares
language plpgsql security definer set search_path = ''
as $$
declare
  changed public.prompt_shares;
begin
  perform private.require_caller();
  update public.prompt_shares s set role = change_share_role.role
  where s.id = change_share_role.id and s.invited_by = private.caller_id()
    and s.state in ('pending', 'accepted')
  returning s.* into changed;
  if not found then
    raise exception 'The prompt is no longer shared with this person' using errcode = 'PT404';
  end if;
  return changed;
end
$$;
comment on function public.change_share_role is
  'Sets what a person may do with a prompt that the caller shares with them.';

create function public.revoke_prompt_share(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_caller();
  update public.prompt_shares s set state = 'revoked', answered_at = now()
  where s.id = revoke_prompt_share.id and s.invited_by = private.caller_id()
    and s.state in ('pending', 'accepted');
  if not found then
    raise exception 'The prompt is no longer shared with this person' using errcode = 'PT404';
  end if;
end
$$;
comment on function public.revoke_prompt_share is
  'Stops sharing a prompt of the caller with a person or address, at once.';

create function public.accept_prompt_share(id uuid) returns public.prompt_shares
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := private.require_caller();
  mine public.prompt_shares;
begin
  select s.* into mine
  from public.prompt_shares s
  where s.id = accept_prompt_share.id and s.email = private.my_confirmed_email()
  for update;
  -- The owner may have taken over the address.
  if mine.invited_by = me or not coalesce(private.is_open_share(mine), false) then
    raise exception 'There is no such invitation, or it is no longer open' using errcode = 'PT404';
  end if;
  -- Accepted under another address before.
  update public.prompt_shares s set state = 'revoked', answered_at = now()
  where s.prompt_id = mine.prompt_id and s.user_id = me and s.state = 'accepted';
  update public.prompt_shares s set state = 'accepted', user_id = me, answered_at = now()
  where s.id = mine.id
  returning s.* into mine;
  return mine;
end
$$;
comment on function public.accept_prompt_share is
  'Accepts a prompt that somebody shares with the caller''s address. Returns the share.';

create function public.decline_prompt_share(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_caller();
  update public.prompt_shares s set state = 'declined', answered_at = now()
  where s.id = decline_prompt_share.id and (
    (s.email = private.my_confirmed_email() and private.is_open_share(s))
    or (s.user_id = private.caller_id() and s.state = 'accepted')
  );
  if not found then
    raise exception 'There is no such invitation, or it is no longer open' using errcode = 'PT404';
  end if;
end
$$;
comment on function public.decline_prompt_share is
  'Declines a prompt that is offered to the caller, or gives one back that they accepted: its owner '
  'cannot offer it to that address for 30 days.';

create function public.my_offered_prompts()
returns table (
  id uuid, prompt_id uuid, title text, role text, inviter_name text, created_at timestamptz,
  expires_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.prompt_id, t.title, s.role, p.full_name, s.created_at, s.expires_at
  from public.prompt_shares s
  join public.prompts t on t.id = s.prompt_id
  join public.profiles p on p.id = s.invited_by
  where s.email = (select private.my_confirmed_email())
    and s.invited_by is distinct from (select private.caller_id())
    and private.is_open_share(s)
    and not exists (
      select from public.hidden_authors h
        where h.user_id = (select private.caller_id()) and h.author_id = s.invited_by
    )
  order by s.created_at desc, s.id desc
  limit 100
$$;
comment on function public.my_offered_prompts is
  'Returns the newest 100 prompts that are offered to the caller''s address, with who offers them; none by '
  'people whom the caller hid.';

-- The owner sees whom they invited. Others never see an address.
create function public.prompt_people(prompt_id uuid)
returns table (
  id uuid, user_id uuid, full_name text, avatar_url text, email text, role text, state text,
  expires_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.user_id, a.full_name, a.avatar_url,
    case when p.user_id = (select private.caller_id()) then s.email end, s.role, s.state, s.expires_at
  from public.prompts p
  join public.prompt_shares s on s.prompt_id = p.id
  left join public.profiles a on a.id = s.user_id
  where p.id = prompt_people.prompt_id and case
    when p.user_id = (select private.caller_id()) then s.state in ('pending', 'accepted')
    else s.state = 'accepted' and p.deleted_at is null and (
      s.user_id = (select private.caller_id())
      or p.team_id in (select private.my_team_ids())
      or p.id in (select private.my_edited_prompt_ids())
    )
  end
  order by s.state desc, s.created_at, s.id
$$;
comment on function public.prompt_people is
  'Returns the single people with whom a prompt is shared: to its owner with open invitations and addresses, '
  'to its editors and its team those who accepted, and to a viewer only themselves.';

grant execute on function public.share_prompt, public.change_share_role, public.revoke_prompt_share,
  public.accept_prompt_share, public.decline_prompt_share, public.my_offered_prompts,
  public.prompt_people to authenticated;

-- Both people learn on their own topics that they must refetch the prompt, and what is offered to them.
create function private.on_share_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send(
    jsonb_build_object('prompt_id', new.prompt_id), 'shares', 'user:' || person)
  from (
    select new.invited_by as person
    union
    select coalesce(new.user_id,
      (select u.id from auth.users u where u.email = new.email and u.email_confirmed_at is not null))
  ) people
  where person is not null;
  if tg_op = 'UPDATE' and old.state = 'accepted' and new.state <> 'accepted' then
    perform private.rename_attachment_objects(array[new.prompt_id]);
  end if;
  if tg_op = 'UPDATE' and old.state <> 'accepted' and new.state = 'accepted' then
    perform private.delete_removed_attachments(new.prompt_id);
  end if;
  return null;
end
$$;
comment on function private.on_share_changed is
  'Tells the owner of a prompt and a person that it is offered to them or that their right has changed, '
  'ends signed URLs to its files when a right is lost, and deletes its removed files when one begins.';
create trigger prompt_shares_offered after insert on public.prompt_shares
  for each row execute function private.on_share_changed();
create trigger prompt_shares_changed after update on public.prompt_shares
  for each row when ((old.state, old.role) is distinct from (new.state, new.role))
  execute function private.on_share_changed();

-- A share goes with the account of either person. The prompt may stay: it is the owner's, or a team's.
create function private.on_share_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.rename_attachment_objects(array[old.prompt_id]);
  return null;
end
$$;
comment on function private.on_share_deleted is
  'Ends signed URLs to the files of a prompt, since the person with whom it was shared lost the right to them.';
create trigger prompt_shares_deleted after delete on public.prompt_shares
  for each row when (old.state = 'accepted') execute function private.on_share_deleted();
