-- A person leaves: by themselves, or removed by the service. Their rows go by their foreign keys; what
-- foreign keys cannot say is here.

-- Makes sure that a team has an owner beside a person who leaves, and says who.
create function private.next_owner(team uuid, leaver uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  heir public.team_members;
begin
  perform from public.teams t where t.id = team for update;
  select * into heir from public.team_members m
  where m.team_id = team and m.user_id <> leaver
  order by array_position(array['owner', 'editor', 'viewer'], m.role), m.created_at, m.user_id
  limit 1;
  if heir.role <> 'owner' then
    update public.team_members m set role = 'owner' where m.team_id = team and m.user_id = heir.user_id;
  end if;
  return heir.user_id;
end
$$;
comment on function private.next_owner(uuid, uuid) is
  'The owner of a team once a person has left; an editor, else a viewer, becomes it. Null when nobody remains.';
revoke all on function private.next_owner(uuid, uuid) from public;

create function private.leave_everything() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  team uuid;
  heir uuid;
begin
  for team in
    select m.team_id from public.team_members m where m.user_id = old.id
    union
    select p.team_id from public.prompts p where p.user_id = old.id and p.team_id is not null
    order by 1
  loop
    heir := private.next_owner(team, old.id);
    if heir is null then
      delete from public.teams t where t.id = team;
    else
      -- Out of the person's group, which goes with the account.
      update public.prompts p set user_id = heir, group_id = null
      where p.user_id = old.id and p.team_id = team;
    end if;
  end loop;

  update public.prompt_versions v set created_by = null where v.created_by = old.id;
  delete from auth.refresh_tokens r where r.user_id = old.id::text;
  delete from auth.flow_state f where f.user_id = old.id;
  -- That something happened stays in the audit log; to whom does not.
  update auth.audit_log_entries a
  set payload = (a.payload::jsonb - 'actor_id' - 'actor_name' - 'actor_username' - 'traits')::json, ip_address = ''
  where a.payload ->> 'actor_id' = old.id::text
    or a.payload -> 'traits' ->> 'user_id' = old.id::text;
  return old;
end
$$;
comment on function private.leave_everything() is
  'Hands over a team''s prompts and takes a person''s name off what stays, before their account goes.';
revoke all on function private.leave_everything() from public;
create trigger cuebook_leave before delete on auth.users
  for each row execute function private.leave_everything();

create function public.delete_user_account() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.users where id = auth.uid();
  if not found then
    raise exception 'Authentication required' using errcode = 'PT401';
  end if;
end
$$;
comment on function public.delete_user_account() is 'Removes the caller''s account and everything that is theirs, for good.';
revoke all on function public.delete_user_account() from public, anon, authenticated, service_role;
grant execute on function public.delete_user_account() to authenticated;
