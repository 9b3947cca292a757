-- A group is deleted and restored together with its prompts and the groups in it: these have the
-- same deleted_at as the group. Prompts deleted before the group stay deleted.

create function private.cascade_group_soft_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.deleted_at is not null then
    update public.prompts set deleted_at = new.deleted_at
      where group_id = new.id and deleted_at is null;
    update public.groups set deleted_at = new.deleted_at
      where parent_id = new.id and deleted_at is null;
  else
    update public.prompts set deleted_at = null
      where group_id = new.id and deleted_at = old.deleted_at;
    update public.groups set deleted_at = null
      where parent_id = new.id and deleted_at = old.deleted_at;
  end if;
  return null;
end
$$;
comment on function private.cascade_group_soft_delete is
  'Deletes and restores the prompts of a group, and the groups in it, with it.';
create trigger groups_cascade_soft_delete after update on public.groups
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function private.cascade_group_soft_delete();

create function public.dissolve_group(group_id uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  gone public.groups;
  moved uuid[];
  saved jsonb;
begin
  perform private.lock_group_tree(auth.uid());
  perform private.lock_group_tree(g.team_id) from public.groups g where g.id = dissolve_group.group_id;
  select g.* into gone from public.groups g
  where g.id = dissolve_group.group_id and g.deleted_at is null
    and (g.user_id = (select auth.uid()) or g.team_id in (select private.my_edited_team_ids()))
  for update;
  if not found then
    raise exception 'Group not found' using errcode = 'PT404';
  end if;
  with changed as (
    update public.groups g set parent_id = gone.parent_id
    where g.parent_id = gone.id and g.deleted_at is null
    returning g.id
  )
  select coalesce(array_agg(id), '{}') into moved from changed;
  saved := public.move_prompts(
    array(select p.id from public.prompts p where p.group_id = gone.id and p.deleted_at is null), gone.parent_id);
  update public.groups g set deleted_at = now() where g.id = gone.id returning g.deleted_at into gone.deleted_at;
  return jsonb_build_object('deleted_at', gone.deleted_at, 'groups', moved, 'prompts', saved);
end
$$;
comment on function public.dissolve_group is
  'Deletes a group of the caller''s, or of a team that they edit, after moving what is in it up, into the group around it. Returns {deleted_at, groups: the '
  'ids of those it moved, prompts: {id: the number of the new version}}.';

create function public.undo_group_dissolution(group_id uuid, deleted_at timestamptz, groups uuid[], prompts jsonb)
returns void
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  restored public.groups;
begin
  update public.groups g set deleted_at = null
  where g.id = undo_group_dissolution.group_id and g.deleted_at = undo_group_dissolution.deleted_at
  returning g.* into restored;
  if not found then
    raise exception 'The group has been restored or removed since' using errcode = 'PT409';
  end if;
  update public.groups g set parent_id = restored.id
  where g.id = any (undo_group_dissolution.groups) and g.parent_id is not distinct from restored.parent_id
    and g.deleted_at is null;
  perform public.undo_prompt_changes(undo_group_dissolution.prompts);
end
$$;
comment on function public.undo_group_dissolution is
  'Takes back what dissolve_group did and returned: the group comes back, and into it the groups and prompts that nobody has '
  'moved or changed since.';
grant execute on function public.dissolve_group, public.undo_group_dissolution to authenticated;

-- Prompts and texts of chains that include a version of it keep a deleted prompt. Each text is read once:
-- some have a megabyte.
create function private.purgeable_ids(due timestamptz) returns setof uuid
language sql stable set search_path = ''
as $$
  with kept_by_chain as materialized (
    select c.user_id, r.included_id
    from public.chains c
    join public.chain_prompts s on s.chain_id = c.id and strpos(s.content, '{{>') > 0,
      private.references_in(s.content) r
    where r.pinned_version is not null
      and c.user_id in (select p.user_id from public.prompts p where p.deleted_at < due)
  )
  select p.id
  from public.prompts p
  where p.deleted_at < due and not exists (
    select from public.prompt_includes i join public.prompts includer on includer.id = i.prompt_id
    where i.included_id = p.id and i.pinned_version is not null
      and includer.user_id = p.user_id and includer.id <> p.id
  ) and not exists (
    select from kept_by_chain k where k.user_id = p.user_id and k.included_id = p.id
  )
$$;
comment on function private.purgeable_ids is
  'Returns the prompts that were deleted before a time, and of which no prompt or chain of their owner includes a version.';

create function public.purge_deleted() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due timestamptz := now() - interval '30 days';
  purgeable uuid[] := array(select private.purgeable_ids(due));
  removed integer;
begin
  -- The purge of a group must not delete a prompt that is not due itself.
  update public.prompts p set group_id = null
  from public.groups g
  where g.id = p.group_id and g.deleted_at < due
    and not exists (select from unnest(purgeable) gone (id) where gone.id = p.id);
  -- Somebody may have restored one meanwhile.
  delete from public.prompts p where p.id = any (purgeable) and p.deleted_at < due;
  get diagnostics removed = row_count;
  delete from public.groups where deleted_at < due;
  delete from public.import_parts where created_at < now() - interval '1 day';
  delete from public.prompt_attachments where removed_at < now() - interval '1 day';
  -- Two transactions that delete the last two rows of an object at once both leave it.
  perform private.delete_objects('attachments', array(
    select o.name from storage.objects o
    where o.bucket_id = 'attachments'
      and not exists (select from public.prompt_attachments a where a.object_name = o.name)
  ));
  delete from public.team_invitations where coalesce(answered_at, expires_at) < due;
  delete from public.team_links where expires_at < due;
  -- Those that were accepted once stay: the history of the prompt may name the person.
  delete from public.prompt_shares where user_id is null and coalesce(answered_at, expires_at) < due;
  delete from private.invitation_mails where sent_at < now() - interval '1 day';
  delete from private.sent_invitations where sent_at < now() - interval '1 day';
  delete from public.webhook_deliveries where created_at < now() - interval '14 days';
  delete from public.webhook_deliveries d
  using (
    select id, row_number() over (partition by webhook_id order by id desc) as place
    from public.webhook_deliveries where status <> 'pending'
  ) ranked
  where d.id = ranked.id and ranked.place > 1000;
  delete from public.team_activity where created_at < now() - interval '180 days';
  return removed;
end
$$;
comment on function public.purge_deleted is
  'Removes for good what was deleted more than 30 days ago, files that were removed a day ago, '
  'imports that were never finished, old invitations and links, old deliveries of webhooks, and the activity of teams after 180 days; '
  'returns how many prompts. Run by the server, or by pg_cron.';
grant execute on function public.purge_deleted to service_role;

-- Runs as its owner, since clients don't choose the time of a deletion: undoing a restore must not
-- start the 30 days again. A prompt that the restore took out of its deleted group returns to it.
create function public.undo_prompt_restore(prompt_id uuid, was_deleted_at timestamptz, base_version integer)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_whole_session();
  update public.prompts p
  set deleted_at = was_deleted_at,
    group_id = coalesce(p.group_id, (
      select g.id
      from public.prompt_versions made
      join public.prompt_versions past
        on past.prompt_id = made.prompt_id and past.version_number = made.version_number - 1
      join public.groups g on g.id = past.group_id and g.team_id is not distinct from p.team_id
      where made.prompt_id = p.id and made.version_number = p.version and made.created_at > was_deleted_at
    ))
  where p.id = undo_prompt_restore.prompt_id and p.user_id = (select auth.uid())
    and p.deleted_at is null and p.version = base_version
    and was_deleted_at between now() - interval '30 days' and now();
  if not found then
    raise exception 'The prompt has been changed since it was restored' using errcode = 'PT409';
  end if;
end
$$;
comment on function public.undo_prompt_restore is
  'Deletes one of the caller''s prompts again after a restore, as of then; only if its version is still base_version (otherwise 409).';
grant execute on function public.undo_prompt_restore to authenticated;

-- Deletes an account, at the person's request or by the service. Foreign keys delete most of its
-- rows; these functions do the rest.

-- Prompts and chains that a deleted account shared with a team pass to a member who accepted to own or
-- edit for it. Prompts become private, and their history shows the hand-over. Without such a member,
-- all are deleted.

create function private.find_next_owner(team uuid, leaver uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  heir uuid;
begin
  -- Locks the team, so that two accounts that are deleted at once don't hand over to each other. The
  -- lock of the membership skips a member who is leaving or losing the role.
  perform from public.teams t where t.id = team for update;
  select m.user_id into heir
  from public.team_members m
  where m.team_id = team and m.user_id <> leaver and m.role in ('owner', 'editor')
  order by private.role_rank(m.role) desc, m.created_at, m.user_id
  limit 1
  for update;
  return heir;
end
$$;
comment on function private.find_next_owner is
  'Returns who takes over from a person who leaves a team: the owner, else the editor, who has been a '
  'member for longest. Null when there is neither: viewers take over nothing. Locks the team and the '
  'membership.';

-- The new owner gets the versions that the team could read, and no older ones. Moves of labels to these
-- and proposals, which contain their base, go with them, and so does the forked state of a source.
-- Triggers make no version of this update, since it runs inside a trigger.
create function private.transfer_prompts(team uuid, leaver uuid, heir uuid) returns void
language sql security definer set search_path = ''
as $$
  delete from public.prompt_label_moves m
  using public.prompts p
  where m.prompt_id = p.id and p.user_id = leaver and p.team_id = team
    and coalesce(m.to_version, m.from_version) < p.shared_version;

  delete from public.proposals s
  using public.prompts p
  where s.prompt_id = p.id and p.user_id = leaver and p.team_id = team
    and s.base_version < p.shared_version;

  with removed as (
    delete from public.prompt_labels l
    using public.prompts p
    where l.prompt_id = p.id and p.user_id = leaver and p.team_id = team and l.version_number < p.shared_version
    returning l.prompt_id, l.label, l.version_number
  )
  insert into public.prompt_label_moves (prompt_id, label, from_version, note)
  select prompt_id, label, version_number, 'Its version was deleted with the account of the owner'
  from removed;

  delete from public.prompt_versions v
  using public.prompts p
  where v.prompt_id = p.id and p.user_id = leaver and p.team_id = team
    and v.version_number < p.shared_version;

  with handed_over as (
    update public.prompts p
    set user_id = heir, group_id = (select g.id from public.groups g where g.id = p.group_id and g.team_id = team),
      is_public = false, forked_from = null, forked_from_version = null,
      version = p.version + 1, updated_at = now()
    where p.user_id = leaver and p.team_id = team
    returning p.*
  )
  insert into public.prompt_versions (prompt_id, version_number, title, content, description, tags, is_public, category,
    icon, group_id, change_description, created_by, created_at)
  select id, version, title, content, description, tags, is_public, category,
    icon, group_id, 'Handed over when its owner deleted their account', null, updated_at
  from handed_over
$$;
comment on function private.transfer_prompts is
  'Gives the prompts that a leaving person shared with a team to a new owner, as private ones, '
  'with a version that says so.';

create function private.on_user_deleted() returns trigger
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
    union
    select c.team_id from public.chains c where c.user_id = old.id and c.team_id is not null
    order by 1
  loop
    heir := private.find_next_owner(team, old.id);
    if heir is null then
      delete from public.teams t where t.id = team;
    else
      -- An editor takes over the team as well when no owner is left.
      update public.team_members m set role = 'owner'
      where m.team_id = team and m.user_id = heir and m.role <> 'owner';
      perform private.transfer_prompts(team, old.id, heir);
      update public.chains c set user_id = heir where c.user_id = old.id and c.team_id = team;
    end if;
  end loop;

  update public.team_activity a set actor_id = null, actor_name = null where a.actor_id = old.id;
  update public.team_activity a set member_id = null, member_name = null where a.member_id = old.id;
  update public.prompt_versions v set created_by = null where v.created_by = old.id;
  update public.prompt_versions v set proposed_by = null where v.proposed_by = old.id;
  -- Accepted ones stay, without the name: the prompt contains them.
  delete from public.proposals s where s.author_id = old.id and s.state <> 'accepted';
  delete from public.team_invitations i where i.email = lower(old.email);
  delete from public.prompt_shares s where s.email = lower(old.email);
  delete from private.invitation_mails m where m.recipient = lower(old.email);
  delete from auth.refresh_tokens r where r.user_id = old.id::text;
  delete from auth.flow_state f where f.user_id = old.id;
  -- Their open pages would otherwise show an empty library.
  perform realtime.send('{}', 'deleted', 'user:' || old.id);
  -- The audit log keeps the events, without the person.
  update auth.audit_log_entries a
  set payload = (a.payload::jsonb - 'actor_id' - 'actor_name' - 'actor_username' - 'traits')::json, ip_address = ''
  where a.payload ->> 'actor_id' = old.id::text
    or a.payload -> 'traits' ->> 'user_id' = old.id::text;
  return old;
end
$$;
comment on function private.on_user_deleted is
  'Hands over a team''s prompts and chains, takes a person''s name off what stays, and tells their pages, before '
  'their account is deleted.';
create trigger cuebook_before_user_delete before delete on auth.users
  for each row execute function private.on_user_deleted();

-- Waits for a session that is indexing (private.delete_community_words), which may take longer than other
-- requests.
create function public.delete_user_account() returns void
language plpgsql security definer set search_path = '' set statement_timeout = '60s'
as $$
begin
  perform private.require_whole_session();
  delete from auth.users where id = auth.uid();
  if not found then
    raise exception 'Authentication required' using errcode = 'PT401';
  end if;
end
$$;
comment on function public.delete_user_account is
  'Removes the caller''s account and everything that is theirs, for good.';
grant execute on function public.delete_user_account to authenticated;
