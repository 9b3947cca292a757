-- Groups order a person's prompts.

create table public.groups (
  id uuid primary key default private.new_id(),
  name text not null,
  description text,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint "a group name has 1 to 200 characters"
    check (char_length(btrim(name)) between 1 and 200),
  constraint "a group description has at most 2000 characters"
    check (char_length(description) <= 2000)
);
comment on table public.groups is 'A person''s folders of prompts.';
comment on column public.groups.deleted_at is
  'When it was deleted, with its prompts; both can come back together for 30 days. Lists filter '
  'it.';
create index groups_newest_idx on public.groups (user_id, created_at desc, id desc)
  where deleted_at is null;
create index groups_user_id_idx on public.groups (user_id);
create index groups_deleted_idx on public.groups (deleted_at) where deleted_at is not null;

alter table public.groups enable row level security;
alter publication supabase_realtime add table public.groups;
grant select, insert, update, delete on table public.groups to authenticated, service_role;

-- Deleted rows stay visible to their owner: otherwise the update that deletes them would be refused
-- (42501).
create policy "Owners manage their groups" on public.groups to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function private.set_group_times() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if row_security_active('public.groups') then
      new.created_at := now();
      new.updated_at := now();
      new.deleted_at := null;
    end if;
    return new;
  end if;
  new.id := old.id;
  new.created_at := old.created_at;
  if (new.name, new.description) is distinct from (old.name, old.description)
    or new.updated_at is distinct from old.updated_at
  then
    new.updated_at := now();
  end if;
  if new.deleted_at is not null and row_security_active('public.groups') then
    new.deleted_at := coalesce(old.deleted_at, now());
  end if;
  return new;
end
$$;
comment on function private.set_group_times is 'Times of a group are the database''s work.';
create trigger groups_set_times before insert or update on public.groups
  for each row execute function private.set_group_times();
