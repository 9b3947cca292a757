-- Files attached to prompts. Their bytes are objects of the private bucket `attachments`, named
-- {prompt's id}/{random id}. A row of `prompt_attachments` names an object; the rows of forks and
-- copies name the same one. An object is deleted with its last row. Rights follow the prompt's.

insert into storage.buckets (id, name, public, file_size_limit)
values ('attachments', 'attachments', false, 52428800)
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit;

create function private.plain_file_name(name text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select regexp_replace(name, '[[:cntrl:]/\\\u200e\u200f\u202a-\u202e\u2066-\u2069]', '_', 'g')
$$;
comment on function private.plain_file_name is
  'Returns a name with _ for each slash, control character and mark that changes the direction of a text.';
grant execute on function private.plain_file_name to authenticated, service_role;

create table public.prompt_attachments (
  id uuid primary key default private.new_id(),
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  name text not null,
  object_name text not null,
  type text not null,
  size bigint not null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint "a file name has 1 to 255 characters" check (char_length(name) between 1 and 255),
  -- A text that changes its direction can hide what a file is: photoexe.jpg for photo…gpj.exe.
  constraint "a file name has no slashes, control characters or marks of direction"
    check (name = private.plain_file_name(name))
);
comment on table public.prompt_attachments is
  'Files of prompts. Uploading an object makes the row; people change its name and remove it.';
comment on column public.prompt_attachments.object_name is
  'The object of the bucket attachments that has the bytes. Changes when readers lose their right, '
  'so that signed URLs end.';
comment on column public.prompt_attachments.removed_at is
  'When it was removed; that can be undone for a day, unless its space is needed. Lists filter it.';
create index prompt_attachments_prompt_id_idx on public.prompt_attachments (prompt_id, id);
create index prompt_attachments_object_name_idx on public.prompt_attachments (object_name);
create index prompt_attachments_created_by_idx on public.prompt_attachments (created_by);
create index prompt_attachments_removed_idx on public.prompt_attachments (removed_at)
  where removed_at is not null;

alter table public.prompt_attachments enable row level security;
alter publication supabase_realtime add table public.prompt_attachments;
grant select, update (name, removed_at) on table public.prompt_attachments to authenticated;
grant select, insert, update, delete on table public.prompt_attachments to service_role;

create policy "People read the files of prompts they may read" on public.prompt_attachments
  for select to authenticated
  using (
    private.can_read_prompt(prompt_id)
    and (removed_at is null or private.can_edit_prompt(prompt_id))
  );
create policy "People who may change a prompt rename and remove its files"
  on public.prompt_attachments for update to authenticated
  using (private.can_edit_prompt(prompt_id))
  with check (private.can_edit_prompt(prompt_id));

create function private.set_attachment_removal() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.removed_at is not null and row_security_active('public.prompt_attachments') then
    new.removed_at := coalesce(old.removed_at, now());
  end if;
  return new;
end
$$;
comment on function private.set_attachment_removal is
  'Sets the time of a removal, which clients may not: the removal can be undone for a day.';
create trigger prompt_attachments_set_removal before update of removed_at on public.prompt_attachments
  for each row execute function private.set_attachment_removal();

-- Readers can't select a removed file, so they get a message on the topic of the prompt.
create function private.broadcast_attachment_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send('{}', 'files', 'prompt:' || new.prompt_id)
  from public.prompts p
  where p.id = new.prompt_id and (
    p.is_public or p.team_id is not null
    or exists (select from public.prompt_shares s where s.prompt_id = p.id and s.state = 'accepted')
  );
  return null;
end
$$;
comment on function private.broadcast_attachment_removal is
  'Tells the readers of a shared prompt that they must refetch its files.';
create trigger prompt_attachments_broadcast_removal after update on public.prompt_attachments
  for each row when (old.removed_at is null and new.removed_at is not null)
  execute function private.broadcast_attachment_removal();

-- The bytes.

create function private.can_attach(object_name text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  id constant text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  prompt uuid;
begin
  if object_name !~ ('^' || id || '/' || id || '$') then
    return false;
  end if;
  prompt := split_part(object_name, '/', 1)::uuid;
  return private.can_edit_prompt(prompt)
    and exists (select from public.prompts p where p.id = prompt and p.deleted_at is null);
end
$$;
comment on function private.can_attach is
  'Returns whether the caller may upload an object with this name: to a prompt that they may '
  'change.';
grant execute on function private.can_attach to authenticated;

create function private.may_attach(person uuid, object_name text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  is_allowed boolean;
begin
  perform set_config('request.jwt.claims', jsonb_build_object('sub', person)::text, true);
  is_allowed := private.can_attach(object_name);
  perform set_config('request.jwt.claims', claims, true);
  return is_allowed;
end
$$;
comment on function private.may_attach is 'Returns whether a person may upload an object with this name.';

create function private.is_public_attachment(object_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.prompt_attachments a
    where a.object_name = $1 and a.removed_at is null
      and private.public_version(a.prompt_id) is not null)
$$;
comment on function private.is_public_attachment is
  'Returns whether an object is a file of a public prompt.';
grant execute on function private.is_public_attachment to anon;

create policy "People add files to prompts they may change" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'attachments' and (select private.is_whole_session()) and private.can_attach(name)
  );
create policy "People read the bytes of files they may read" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'attachments'
    and exists (select from public.prompt_attachments a
      where a.object_name = objects.name and a.removed_at is null)
  );
create policy "Everybody reads the bytes of files of public prompts" on storage.objects
  for select to anon
  using (bucket_id = 'attachments' and private.is_public_attachment(name));

-- The quota counts the files of all prompts of a person, forks and copies included.
create function private.attachment_quota() returns bigint
language sql immutable set search_path = ''
as $$ select 524288000::bigint $$;
comment on function private.attachment_quota is
  'Returns the bytes that the files of one person''s prompts may have together. Replace it to change that.';

create function private.attachment_bytes(person uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(a.size), 0)::bigint
  from public.prompt_attachments a join public.prompts p on p.id = a.prompt_id
  where p.user_id = person
$$;
comment on function private.attachment_bytes is 'Returns the bytes of the files of a person''s prompts.';

-- Runs after the policies, so that it reveals nothing to people who may not attach.
create function private.on_attachment_uploaded() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  prompt constant uuid := split_part(new.name, '/', 1)::uuid;
  bytes constant bigint := coalesce((new.metadata ->> 'size')::bigint, 0);
  file_name constant text := left(private.plain_file_name(coalesce(new.user_metadata ->> 'name', '')), 255);
  holder constant uuid := (select p.user_id from public.prompts p where p.id = prompt);
begin
  -- A signed upload URL passes every policy. The person who signed it may have lost the right since.
  if auth.uid() is null and new.owner_id is not null and not private.may_attach(new.owner_id::uuid, new.name) then
    raise exception 'You may not change this prompt' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('attachments of ' || holder, 0));
  if private.attachment_bytes(holder) + bytes > private.attachment_quota() then
    -- Files that were removed a moment ago make room at once.
    delete from public.prompt_attachments a
    using public.prompts p
    where p.id = a.prompt_id and p.user_id = holder and a.removed_at is not null;
  end if;
  if private.attachment_bytes(holder) + bytes > private.attachment_quota() then
    raise exception 'There is no room for this file: % have % of % in files. Remove some first.',
      case when holder = auth.uid() then 'your prompts' else 'the prompts of this owner' end,
      pg_size_pretty(private.attachment_bytes(holder)), pg_size_pretty(private.attachment_quota())
      using errcode = 'PT413';
  end if;
  if (select count(*) from public.prompt_attachments a
    where a.prompt_id = prompt and a.removed_at is null) >= 100 then
    raise exception 'A prompt has at most 100 files.' using errcode = 'PT413';
  end if;
  insert into public.prompt_attachments (prompt_id, name, object_name, type, size, created_by)
  values (prompt, coalesce(nullif(btrim(file_name), ''), 'File'), new.name,
    coalesce(nullif(new.metadata ->> 'mimetype', ''), 'application/octet-stream'), bytes,
    (select u.id from auth.users u where u.id = auth.uid()));
  -- It belongs to the prompt: the deletion of the uploader's account must not take it away.
  update storage.objects o set owner = null, owner_id = null where o.id = new.id;
  return null;
end
$$;
comment on function private.on_attachment_uploaded is
  'Makes the row of an uploaded file, unless its owner''s quota is used up (PT413).';
create trigger cuebook_attachment_uploaded after insert on storage.objects
  for each row when (new.bucket_id = 'attachments')
  execute function private.on_attachment_uploaded();

create function private.on_attachment_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.prompt_attachments a where a.object_name = old.object_name) then
    perform private.delete_objects('attachments', array[old.object_name]);
  else
    perform private.rename_objects(array[old.object_name]);
  end if;
  return null;
end
$$;
comment on function private.on_attachment_deleted is
  'Deletes the object of a file with the last row that names it. Until then, ends signed URLs of readers who had only this row.';
create trigger prompt_attachments_deleted after delete on public.prompt_attachments
  for each row execute function private.on_attachment_deleted();

-- Forks and copies.

create function private.copy_attachments(sources uuid[], copies uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into public.prompt_attachments (prompt_id, name, object_name, type, size, created_by)
  select pair.copy, a.name, a.object_name, a.type, a.size, a.created_by
  from unnest(sources, copies) pair (source, copy)
  join public.prompt_attachments a on a.prompt_id = pair.source and a.removed_at is null
  order by a.id
  -- Otherwise the objects could get other names, or go, before others see these rows.
  for share of a
$$;
comment on function private.copy_attachments is
  'Gives each of the copies the files of its source. They share the bytes.';
grant execute on function private.copy_attachments to authenticated;

-- Runs last, like the count of forks: owners of sources wait for the lock to rename and remove files.
create function private.on_prompts_forked() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.copy_attachments(array_agg(forked_from), array_agg(id))
  from made where forked_from is not null having count(*) > 0;
  return null;
end
$$;
comment on function private.on_prompts_forked is 'Gives forks the files of their sources.';
create trigger prompts_z_copy_files after insert on public.prompts
  referencing new table as made
  for each statement execute function private.on_prompts_forked();

-- A signed URL names an object and asks nobody again. A new name ends it. On hosted Supabase, where
-- bytes lie under the name, objects keep theirs, and signed URLs last as long as they say.
create function private.rename_objects(names text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if to_regclass('storage.removed_versions') is null then
    return;
  end if;
  -- Waits for forks that copy these rows, so that the next statement sees theirs.
  perform from public.prompt_attachments a where a.object_name = any (names) order by a.id for update;
  with renamed as materialized (
    select old_name, split_part(old_name, '/', 1) || '/' || gen_random_uuid() as new_name
    from (select distinct unnest(names) as old_name) old
  ), moved as (
    update storage.objects o set name = r.new_name
    from renamed r
    where o.bucket_id = 'attachments' and o.name = r.old_name
  )
  update public.prompt_attachments a set object_name = r.new_name
  from renamed r
  where a.object_name = r.old_name;
end
$$;
comment on function private.rename_objects is 'Ends all signed URLs to the bytes of files.';

create function private.rename_attachment_objects(prompts uuid[]) returns void
language sql security definer set search_path = ''
as $$
  select private.rename_objects(
    array(select a.object_name from public.prompt_attachments a where a.prompt_id = any (prompts)))
$$;
comment on function private.rename_attachment_objects is
  'Ends all signed URLs to the files of prompts.';

create function private.on_attachment_removed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.rename_objects(array[new.object_name]);
  return null;
end
$$;
comment on function private.on_attachment_removed is 'Ends signed URLs to a file that readers lose.';
create trigger prompt_attachments_removed after update on public.prompt_attachments
  for each row when (old.removed_at is null and new.removed_at is not null)
  execute function private.on_attachment_removed();

create function private.on_prompt_withdrawn() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.rename_attachment_objects(array[new.id]);
  return null;
end
$$;
comment on function private.on_prompt_withdrawn is
  'Ends signed URLs to the files of a prompt that some people may no longer read.';
create trigger prompts_withdrawn after update on public.prompts
  for each row when (
    (old.is_public and not new.is_public)
    or (old.deleted_at is null and new.deleted_at is not null)
    or (old.team_id is not null and old.team_id is distinct from new.team_id)
  )
  execute function private.on_prompt_withdrawn();

create function private.on_member_removed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.rename_attachment_objects(
    array(select p.id from public.prompts p where p.team_id = old.team_id));
  return null;
end
$$;
comment on function private.on_member_removed is
  'Ends signed URLs to the files of a team''s prompts, since a member lost the right to them.';
create trigger team_members_removed after delete on public.team_members
  for each row execute function private.on_member_removed();

-- An editor may restore removed files. Those that were removed before the prompt was theirs to edit stay
-- its owner's, like older versions, so they go then.
create function private.delete_removed_attachments(prompt uuid) returns void
language sql security definer set search_path = ''
as $$ delete from public.prompt_attachments a where a.prompt_id = prompt and a.removed_at is not null $$;
comment on function private.delete_removed_attachments is
  'Deletes the removed files of a prompt before other people may restore them.';

create function private.on_prompt_shared_with_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.delete_removed_attachments(new.id);
  return null;
end
$$;
comment on function private.on_prompt_shared_with_team is
  'Deletes the removed files of a prompt that a team gets.';
create trigger prompts_shared_with_team after update on public.prompts
  for each row when (new.team_id is not null and new.team_id is distinct from old.team_id)
  execute function private.on_prompt_shared_with_team();

create function public.public_attachments(prompt_id uuid)
returns table (id uuid, name text, type text, size bigint, object_name text)
language sql stable security definer set search_path = ''
as $$
  select a.id, a.name, a.type, a.size, a.object_name
  from public.prompt_attachments a
  where a.prompt_id = public_attachments.prompt_id and a.removed_at is null
    and private.public_version(a.prompt_id) is not null
  order by a.id
$$;
comment on function public.public_attachments is
  'Returns the files of a public prompt, to anybody; no row when it is private, deleted or none.';
grant execute on function public.public_attachments to anon, authenticated, service_role;
