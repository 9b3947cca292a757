-- What one may know of another person: a name and a picture.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text,
  avatar_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles is 'Name and picture of each person, kept in step with the account''s metadata.';
comment on column public.profiles.id is 'The person''s id in auth.users.';
comment on column public.profiles.full_name is 'As the person wrote it; null when not given.';
comment on column public.profiles.avatar_url is 'An http or https address; null when not given.';

alter table public.profiles enable row level security;
revoke all on table public.profiles from anon, authenticated, service_role;
grant select on table public.profiles to authenticated;
grant select, insert, update, delete on table public.profiles to service_role;

create policy "signed-in people read profiles" on public.profiles
  for select to authenticated using (true);

-- A person must be able to sign up whatever their metadata holds: this never raises.
create function private.sync_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  name text := nullif(btrim(left(new.raw_user_meta_data ->> 'full_name', 200)), '');
  picture text := new.raw_user_meta_data ->> 'avatar_url';
begin
  if picture !~* '^https?://' or char_length(picture) > 2048 then
    picture := null;
  end if;
  insert into public.profiles as kept (id, full_name, avatar_url)
  values (new.id, name, picture)
  on conflict (id) do update
    set full_name = excluded.full_name, avatar_url = excluded.avatar_url, updated_at = now()
    where (kept.full_name, kept.avatar_url) is distinct from (excluded.full_name, excluded.avatar_url);
  return null;
exception when others then
  raise warning 'The profile of account % was not brought up to date: %', new.id, sqlerrm;
  return null;
end
$$;
comment on function private.sync_profile() is 'Copies name and picture from an account''s metadata to its profile.';
revoke all on function private.sync_profile() from public;

create trigger cuebook_profile_made after insert on auth.users
  for each row execute function private.sync_profile();
create trigger cuebook_profile_changed after update of raw_user_meta_data on auth.users
  for each row when (old.raw_user_meta_data is distinct from new.raw_user_meta_data)
  execute function private.sync_profile();

insert into public.profiles (id, full_name, avatar_url)
select id,
  nullif(btrim(left(raw_user_meta_data ->> 'full_name', 200)), ''),
  case when raw_user_meta_data ->> 'avatar_url' ~* '^https?://.{1,2040}$' then raw_user_meta_data ->> 'avatar_url' end
from auth.users
on conflict (id) do nothing;
