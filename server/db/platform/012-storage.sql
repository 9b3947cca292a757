-- The storage schema of a hosted Supabase: buckets, objects and the functions that policies use. A
-- row names the version of its bytes. The bytes themselves lie in DATA_DIR or in an S3 bucket.
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;
alter default privileges in schema storage grant all on tables to anon, authenticated, service_role;
alter default privileges in schema storage grant all on functions to anon, authenticated, service_role;

create table storage.buckets (
  id text not null primary key constraint buckets_id_length check (char_length(id) between 1 and 100),
  name text not null,
  owner uuid,
  owner_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[]
);
comment on column storage.buckets.owner is 'Field is deprecated, use owner_id instead';
create unique index bname on storage.buckets (name);
alter table storage.buckets enable row level security;

create table storage.objects (
  id uuid not null primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  owner_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  user_metadata jsonb
);
comment on column storage.objects.owner is 'Field is deprecated, use owner_id instead';
create unique index bucketid_objname on storage.objects (bucket_id, name collate "C");
create index objects_version on storage.objects (version);
create index objects_owner_id on storage.objects (owner_id);
alter table storage.objects enable row level security;

create function storage.foldername(name text) returns text[]
language sql immutable
as $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;
comment on function storage.foldername(text) is 'The folders of an object''s name, outermost first.';

create function storage.filename(name text) returns text
language sql immutable
as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;
comment on function storage.filename(text) is 'The last part of an object''s name.';

create function storage.extension(name text) returns text
language sql immutable
as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;
comment on function storage.extension(text) is 'The part of an object''s name after the last dot.';

create function storage.set_updated_at() returns trigger
language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end
$$;
create trigger update_objects_updated_at before update on storage.objects
for each row execute function storage.set_updated_at();

-- Which bytes to remove. The row is written in the transaction that replaces or deletes an object,
-- whoever does that: a client, a job, or the deletion of an account.
create table storage.removed_versions (
  version text not null primary key,
  removed_at timestamptz not null default now()
);
comment on table storage.removed_versions is
  'Bytes that no object names any more. The server removes them, then the row.';
alter table storage.removed_versions enable row level security;
revoke all on storage.removed_versions from anon, authenticated, service_role;

create function storage.record_removed_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.version is not null and (tg_op = 'DELETE' or new.version is distinct from old.version) then
    insert into storage.removed_versions (version) values (old.version) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger record_removed_version after delete or update of version on storage.objects
for each row execute function storage.record_removed_version();

-- Deletes an account's files with it. A trigger that keeps some must change their owner_id first.
create function storage.delete_objects_of_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from storage.objects where owner_id = old.id::text;
  return null;
end
$$;
create trigger delete_objects_of_user after delete on auth.users
for each row execute function storage.delete_objects_of_user();

grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
revoke execute on function storage.record_removed_version(), storage.delete_objects_of_user() from public, anon, authenticated, service_role;
