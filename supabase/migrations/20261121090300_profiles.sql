-- Profiles: the name and picture of a person, readable by people who share something with them.
-- There is no list of all accounts, and no registration time: people find their own in their
-- account.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text,
  avatar_url text
);
comment on table public.profiles is
  'Name and picture of each person, copied from the account''s metadata.';
comment on column public.profiles.id is 'The person''s id in auth.users.';
comment on column public.profiles.full_name is
  'The name as the person wrote it; null if there is none.';
comment on column public.profiles.avatar_url is
  'An http or https address; null if there is none. The page shows generated and uploaded pictures, and none of other sites.';

alter table public.profiles enable row level security;
grant select on table public.profiles to authenticated;
grant select, insert, update, delete on table public.profiles to service_role;

-- Uploaded pictures: {person's id}/{random id}.webp, or .png from browsers that can't write WebP.
-- Each upload has a new name, so that caches never show a replaced picture.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 1048576, '{image/webp,image/png}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "People see the files of their own avatar" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.is_whole_session())
  );
create policy "People upload their own avatar" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'avatars'
    and name ~ ('^' || (select auth.uid()) || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(webp|png)$')
    and (select private.is_whole_session())
  );
create policy "People remove files of their own avatar" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.is_whole_session())
  );

-- Browsers resolve dot segments and backslashes, and leave out line breaks: a path with those may lead to
-- another file than it names.
create function private.is_avatar_of_another(picture text, person uuid) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    picture ~ '[\s\\]' or picture ~* '/(\.|%2e){1,2}([/?#]|$)'
      or (path ~ '/object/public/avatars/' and path !~ ('/object/public/avatars/' || person || '/')),
    false)
  from (select substring(picture from '^[^?#]*') as path) address
$$;
comment on function private.is_avatar_of_another is
  'Returns whether an address may be that of a picture that another person uploaded.';

-- Hosted Supabase refuses to delete objects by SQL without this setting.
create function private.delete_objects(bucket text, names text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = bucket and o.name = any (names);
end
$$;
comment on function private.delete_objects is
  'Deletes stored files of a bucket by name. The server removes their bytes afterwards.';

-- A person has one picture. Other files are replaced ones, or uploads that were never chosen.
create function private.remove_unused_avatars(person uuid, new_name text default '') returns void
language sql security definer set search_path = ''
as $$
  select private.delete_objects('avatars', array(
    select o.name from storage.objects o
    where o.bucket_id = 'avatars' and o.name <> new_name
      and o.name collate "C" >= person || '/' and o.name collate "C" < person || '0'
      and not exists (select from public.profiles p
        where p.id = person and right(p.avatar_url, char_length(o.name)) = o.name)
  ))
$$;
comment on function private.remove_unused_avatars is
  'Deletes a person''s uploaded pictures besides the one of their profile and the new one.';

create function private.on_avatar_uploaded() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.remove_unused_avatars(split_part(new.name, '/', 1)::uuid, new.name);
  return null;
end
$$;
comment on function private.on_avatar_uploaded is
  'Keeps at most two pictures of a person: the one of their profile and the newest.';
create trigger cuebook_avatar_uploaded after insert on storage.objects
  for each row when (new.bucket_id = 'avatars') execute function private.on_avatar_uploaded();

create function private.on_avatar_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.remove_unused_avatars(new.id);
  return null;
end
$$;
comment on function private.on_avatar_changed is 'Deletes the picture that a profile had before.';
create trigger profiles_avatar_changed after update on public.profiles
  for each row when (old.avatar_url is distinct from new.avatar_url)
  execute function private.on_avatar_changed();

-- A person must be able to sign up whatever their metadata holds: this never raises.
create function private.sync_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  name text := nullif(btrim(left(new.raw_user_meta_data ->> 'full_name', 200)), '');
  picture text := new.raw_user_meta_data ->> 'avatar_url';
begin
  if picture !~* '^https?://' or char_length(picture) > 2048
    or private.is_avatar_of_another(picture, new.id) then
    picture := null;
  end if;
  insert into public.profiles as stored (id, full_name, avatar_url)
  values (new.id, name, picture)
  on conflict (id) do update
    set full_name = excluded.full_name, avatar_url = excluded.avatar_url
    where (stored.full_name, stored.avatar_url) is distinct from (excluded.full_name, excluded.avatar_url);
  return null;
exception when others then
  raise warning 'The profile of account % was not brought up to date: %', new.id, sqlerrm;
  return null;
end
$$;
comment on function private.sync_profile is
  'Copies name and picture from an account''s metadata to its profile.';
create trigger cuebook_profile_made after insert on auth.users
  for each row execute function private.sync_profile();
create trigger cuebook_profile_changed after update of raw_user_meta_data on auth.users
  for each row when (old.raw_user_meta_data is distinct from new.raw_user_meta_data)
  execute function private.sync_profile();

-- Profiles of the accounts that a hosted project already has.
insert into public.profiles (id, full_name, avatar_url)
select id,
  nullif(btrim(left(raw_user_meta_data ->> 'full_name', 200)), ''),
  case when raw_user_meta_data ->> 'avatar_url' ~* '^https?://.{1,2040}$' then raw_user_meta_data ->> 'avatar_url' end
from auth.users
on conflict (id) do nothing;

-- For the filter author: of a search box.
create index profiles_name_idx on public.profiles
  using gin (private.fold(full_name) extensions.gin_trgm_ops) with (fastupdate = off);

create function private.can_read_profile(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := private.caller_id('prompts:read');
  my_teams uuid[];
begin
  if person = me
    or exists (select from public.prompts p
      where p.user_id = person and p.is_public and p.deleted_at is null)
    or exists (
      select from public.team_members theirs join public.team_members mine on mine.team_id = theirs.team_id
      where theirs.user_id = person and mine.user_id = me
    )
  then
    return true;
  end if;
  -- Called for each row, and slow for a person in a thousand teams: not read for team mates.
  my_teams := array(select private.my_team_ids());
  return coalesce(
    exists (select from public.prompts p where p.user_id = person and p.team_id = any (my_teams))
    or exists (
      select from public.comments c join public.prompts p on p.id = c.prompt_id
      where c.user_id = person
        and (p.user_id = me or (p.is_public and p.deleted_at is null) or p.team_id = any (my_teams))
    )
    -- Including people with whom the caller no longer shares a prompt: its history names them.
    or exists (select from public.prompt_shares s where s.user_id = person and s.invited_by = me)
    or exists (
      select from public.prompt_shares mine
      where mine.user_id = me and mine.state = 'accepted' and (
        mine.invited_by = person
        or exists (select from public.prompt_shares s
          where s.prompt_id = mine.prompt_id and s.user_id = person)
      )
    )
    or exists (
      select from public.prompt_shares s join auth.users u on lower(u.email) = s.email
      where u.id = me and u.email_confirmed_at is not null
        and s.state = 'pending' and s.invited_by = person
    )
    or exists (select from public.hidden_authors h where h.user_id = me and h.author_id = person)
    or exists (
      select from public.proposals s
      where s.author_id = person and private.can_review(s.prompt_id, s.base_version)
    )
    or exists (select from public.proposals s where s.author_id = me and s.answered_by = person)
    or exists (
      select from public.prompt_versions v join public.prompts p on p.id = v.prompt_id
      where v.proposed_by = person and (
        p.user_id = me or (p.team_id = any (my_teams) and v.version_number >= p.shared_version)
        or v.version_number >= (private.my_first_versions() ->> p.id::text)::integer
      )
    ),
    false);
end
$$;
comment on function private.can_read_profile is
  'Returns whether the caller may read a person''s name: their own, that of an author of a public '
  'prompt, of a team mate, of the author of a team''s prompt, of a commenter under a prompt that '
  'the caller reads, of people with whom they share a prompt, of a person who wants to share one '
  'with them, of an author whom the caller hid, of the author of a proposal that the caller may '
  'answer or whose version they read, or of a person who answered one of theirs.';
grant execute on function private.can_read_profile to authenticated;

create policy "People read profiles of people they share something with" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or private.can_read_profile(id));

-- Hidden authors: a person no longer sees the prompts and comments of authors they hid.

create table public.hidden_authors (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  author_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, author_id),
  constraint "people cannot hide themselves" check (user_id <> author_id)
);
comment on table public.hidden_authors is
  'Authors whose prompts a person doesn''t see in the community, and whose comments they see '
  'nowhere.';
create index hidden_authors_author_id_idx on public.hidden_authors (author_id);

alter table public.hidden_authors enable row level security;
grant select, insert, delete on table public.hidden_authors to authenticated;
grant select, insert, delete on table public.hidden_authors to service_role;

create policy "People manage the authors they hide" on public.hidden_authors to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and private.can_read_profile(author_id));

-- Subscriptions, as a payment service would write them.

create table public.subscriptions (
  id uuid primary key default private.new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  status text not null,
  created_at timestamptz not null default now(),
  constraint "a subscription has a status of 1 to 50 characters"
    check (char_length(status) between 1 and 50)
);
comment on table public.subscriptions is
  'The newest row of a person counts; its status ''active'' means subscribed.';
create index subscriptions_newest_idx on public.subscriptions (user_id, created_at desc, id desc);

alter table public.subscriptions enable row level security;
grant select on table public.subscriptions to authenticated;
grant select, insert, update, delete on table public.subscriptions to service_role;

create policy "People read their subscriptions" on public.subscriptions for select to authenticated
  using (user_id = (select auth.uid()));

-- Applies the reports of a payment provider: each once, in the order of the events.

create table private.payment_events (
  id text primary key,
  received_at timestamptz not null default now(),
  constraint "a payment event has an id of 1 to 255 characters"
    check (char_length(id) between 1 and 255)
);
comment on table private.payment_events is
  'Reports of the payment provider that were taken in, by their id there: a repeated one changes '
  'nothing.';

alter table private.payment_events enable row level security;

create function private.record_subscription(event_id text, subscriber uuid, status text,
  happened_at timestamptz)
returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into private.payment_events (id) values (event_id) on conflict do nothing;
  if not found then
    return false;
  end if;
  begin
    insert into public.subscriptions (user_id, status, created_at)
      values (subscriber, status, happened_at);
  exception when foreign_key_violation then
    null; -- Who is gone by now has no subscription to change.
  end;
  return true;
end
$$;
comment on function private.record_subscription is
  'Takes in a report of the payment provider, once: the person''s subscription has this status '
  'since then. Returns whether it was new. Run by the server.';
