-- History: every state of a prompt, stored in the transaction of the change. The owner of a prompt
-- reads all versions. Members of its team, and single people, read those since it was shared with
-- them.

create table public.prompt_versions (
  id uuid primary key default private.new_id(),
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  version_number integer not null,
  title text not null,
  content text not null,
  description text,
  tags text[] not null default '{}',
  is_public boolean not null default false,
  category text,
  icon text,
  group_id uuid,
  change_description text,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  imported boolean not null default false,
  proposed_by uuid,
  constraint prompt_versions_prompt_id_version_number_key unique (prompt_id, version_number),
  constraint "a version's description has at most 500 characters" check (char_length(change_description) <= 500)
);
comment on table public.prompt_versions is
  'Every state of a prompt, the newest equal to the prompt. Written by the database, never '
  'updated.';
comment on column public.prompt_versions.version_number is
  'Without gaps or repeats, from 1 on; after a hand-over, from the version on that was shared with '
  'the team.';
comment on column public.prompt_versions.group_id is
  'The group at that time. No foreign key: history outlives it.';
comment on column public.prompt_versions.created_by is
  'Who made this state; null once that account is gone. No foreign key: history outlives it.';
comment on column public.prompt_versions.imported is
  'Came from a file, with its prompt: the words, the description and the time are the file''s, and '
  'nobody vouches for them.';
comment on column public.prompt_versions.proposed_by is
  'The author of the proposal that this state comes from, which created_by accepted; null for a direct save, and once that '
  'account is gone. No foreign key: history outlives it.';
create index prompt_versions_created_by_idx on public.prompt_versions (created_by);
create index prompt_versions_proposed_by_idx on public.prompt_versions (proposed_by) where proposed_by is not null;

alter table public.prompt_versions enable row level security;
grant select, insert on table public.prompt_versions to authenticated;
grant select, insert, delete on table public.prompt_versions to service_role;

create policy "Owners read all versions, others those since sharing" on public.prompt_versions
  for select to authenticated
  using (exists (
    select from public.prompts p
    where p.id = prompt_id and (
      p.user_id = (select auth.uid())
      or (p.team_id in (select private.my_team_ids()) and version_number >= p.shared_version)
      or version_number >= ((select private.my_first_versions()) ->> p.id::text)::integer
    )
  ));
create policy "People who may change a prompt add checkpoints" on public.prompt_versions
  for insert to authenticated
  with check (not imported and private.can_edit_prompt(prompt_id));

-- Sets the columns of new prompts and first versions that clients may not: numbers, times and
-- sources.
create function private.set_prompt_defaults() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.team_id is null and new.group_id is not null then
    new.team_id := (select g.team_id from public.groups g where g.id = new.group_id);
  end if;
  if row_security_active('public.prompts') then
    if private.is_prompt_name_taken(new.id, new.user_id) then
      raise exception 'This id is taken' using errcode = 'unique_violation';
    end if;
    new.version := 1;
    new.created_at := now();
    new.updated_at := now();
    new.deleted_at := null;
    new.forked_from_version := null;
  end if;
  if new.forked_from is null then
    new.forked_from_version := null;
  elsif new.forked_from_version is null then
    new.forked_from_version := coalesce(
      (select p.version from public.prompts p where p.id = new.forked_from),
      private.public_version(new.forked_from));
  end if;
  return new;
end
$$;
comment on function private.set_prompt_defaults is
  'Sets the columns of a new prompt that clients may not, and the team of one that is created in a team''s group.';
create trigger prompts_set_defaults before insert on public.prompts
  for each row execute function private.set_prompt_defaults();

-- Skips prompts whose newest version came with the same statement (an import).
create function private.record_first_versions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.prompt_versions (prompt_id, version_number, title, content, description, tags,
    is_public, category, icon, group_id, change_description, created_by, created_at)
  select id, version, title, content, description, tags,
    is_public, category, icon, group_id,
    coalesce(nullif(change_description, ''), 'Initial version'),
    coalesce(auth.uid(), user_id), case when version = 1 then created_at else now() end
  from made
  where not exists (
    select from public.prompt_versions v
      where v.prompt_id = made.id and v.version_number = made.version
  );
  update public.prompts p set change_description = null
  from made where p.id = made.id and made.change_description is not null;
  return null;
end
$$;
comment on function private.record_first_versions is
  'Adds the first version of each new prompt; of one that came with a history, the next, if its '
  'state is another.';
create trigger prompts_record_first after insert on public.prompts
  referencing new table as made
  for each statement execute function private.record_first_versions();

-- Refuses moves of prompts that need the old row, which policies don't see. Runs as the writer, and
-- before prompts_record_version: triggers run in alphabetical order.
create function private.check_prompt_update() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.team_id is distinct from old.team_id and new.group_id is not distinct from old.group_id then
    -- It leaves the group of the library that it leaves.
    new.group_id := null;
  end if;
  if not row_security_active('public.prompts') then
    return new;
  end if;
  if new.id <> old.id or new.user_id <> old.user_id then
    raise exception 'A prompt cannot be given another id or owner'
      using errcode = 'insufficient_privilege';
  end if;
  if new.is_template <> old.is_template then
    raise exception 'Only the service role makes templates'
      using errcode = 'insufficient_privilege';
  end if;
  if new.forked_from is distinct from old.forked_from then
    raise exception 'The source of a fork cannot be changed'
      using errcode = 'insufficient_privilege';
  end if;
  -- The owner of a fork can take over changes up to the current version of the source only.
  -- Otherwise they could read a past state that they couldn't read when it was current.
  if new.forked_from_version is distinct from old.forked_from_version and (
    old.user_id is distinct from auth.uid() or coalesce(
      (select s.version from public.prompts s where s.id = new.forked_from),
      private.public_version(new.forked_from)
    ) is distinct from new.forked_from_version
  ) then
    raise exception 'The source has changed, or can no longer be read' using errcode = 'PT409';
  end if;
  if new.is_public <> old.is_public and old.user_id is distinct from auth.uid() then
    raise exception 'Only its owner makes a prompt public or private'
      using errcode = 'insufficient_privilege';
  end if;
  if old.user_id is distinct from auth.uid() and (
    new.team_id is distinct from old.team_id
    or (new.group_id is distinct from old.group_id and new.team_id is null)
  ) then
    raise exception 'Only its owner moves a prompt to another group or team'
      using errcode = 'insufficient_privilege';
  end if;
  if new.group_id is distinct from old.group_id and new.team_id = old.team_id
    and new.team_id not in (select private.my_edited_team_ids())
  then
    raise exception 'Only owners and editors of its team move a prompt to another group'
      using errcode = 'insufficient_privilege';
  end if;
  if new.group_id is distinct from old.group_id and new.group_id is not null
    and not private.is_live_group_of(new.group_id, new.user_id, new.team_id)
  then
    raise exception 'A prompt is put into a group of its team, or, without a team, of its owner'
      using errcode = 'insufficient_privilege';
  end if;
  if new.team_id is distinct from old.team_id and new.team_id is not null
    and new.team_id not in (select private.my_edited_team_ids())
  then
    raise exception 'Only an owner or editor of a team shares prompts with it'
      using errcode = 'insufficient_privilege';
  end if;
  if new.deleted_at is distinct from old.deleted_at and old.user_id is distinct from auth.uid()
    and not coalesce(old.team_id in (select private.my_edited_team_ids()), false)
  then
    raise exception 'Only its owner and editors of its team delete a prompt'
      using errcode = 'insufficient_privilege';
  end if;
  if new.deleted_at is not null then
    new.deleted_at := coalesce(old.deleted_at, now());
  end if;
  return new;
end
$$;
comment on function private.check_prompt_update is
  'Refuses changes of a prompt that its writer may not make.';
create trigger prompts_check_update before update on public.prompts
  for each row when (pg_trigger_depth() = 0) execute function private.check_prompt_update();

-- Runs before the row is written, because the row's change_description moves to the version. The
-- row is locked by then, so two concurrent saves get two numbers. Cascades and updates by other
-- triggers, which run one level deeper, make no version.
create function private.record_prompt_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  change text := coalesce(nullif(btrim(new.change_description), ''), 'Updated prompt');
begin
  new.version := old.version;
  new.created_at := old.created_at;
  new.change_description := null;
  -- Restored without its deleted group: the purge of the group would delete it.
  if old.deleted_at is not null and new.deleted_at is null
    and not private.is_live_group_of(new.group_id, new.user_id, new.team_id)
  then
    new.group_id := null;
  end if;
  if (old.title, old.content, old.description, old.tags, old.is_public, old.category, old.icon,
      old.group_id, old.team_id)
    is distinct from (new.title, new.content, new.description, new.tags, new.is_public, new.category, new.icon,
      new.group_id, new.team_id)
  then
    new.version := old.version + 1;
    new.updated_at := now();
    insert into public.prompt_versions (prompt_id, version_number, title, content, description, tags,
      is_public, category, icon, group_id, change_description, created_by, created_at, proposed_by)
    values (new.id, new.version, new.title, new.content, new.description, new.tags,
      new.is_public, new.category, new.icon, new.group_id, change, auth.uid(), new.updated_at,
      (select s.author_id from public.proposals s
        where s.prompt_id = new.id and s.state = 'accepted' and s.accepted_version = new.version));
  elsif new.updated_at is distinct from old.updated_at then
    new.updated_at := now();
  end if;
  return new;
end
$$;
comment on function private.record_prompt_version is
  'Adds a version if the visible content of a prompt has changed, and protects columns that '
  'clients may not set.';
create trigger prompts_record_version before update on public.prompts
  for each row when (pg_trigger_depth() = 0) execute function private.record_prompt_version();

-- A version that a client inserts is a checkpoint: the current state under the next number.
-- Anything else is refused, so that history cannot be forged. The permission is checked first: a
-- stranger must not learn whether a state is current.
create function private.check_checkpoint() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if row_security_active('public.prompt_versions')
    and not private.can_edit_prompt(new.prompt_id) then
    raise exception 'Only the owner and editors of a prompt add to its history'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
comment on function private.check_checkpoint is
  'Refuses checkpoints by people who may not change the prompt.';
create trigger prompt_versions_a_guard before insert on public.prompt_versions
  for each row when (pg_trigger_depth() = 0) execute function private.check_checkpoint();

create function private.fill_checkpoint() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  present public.prompts;
begin
  select * into present from public.prompts where id = new.prompt_id for no key update;
  if not found or (new.title, new.content, new.tags, new.is_public)
      is distinct from (present.title, present.content, present.tags, present.is_public)
    or (new.description is not null and new.description is distinct from present.description)
    or (new.category is not null and new.category is distinct from present.category)
    or (new.icon is not null and new.icon is distinct from present.icon)
    or (new.group_id is not null and new.group_id is distinct from present.group_id)
  then
    raise exception 'A version that is sent must be the present state of its prompt'
      using errcode = 'insufficient_privilege',
        hint = 'Every change of a prompt makes its version by itself.';
  end if;
  new.version_number := present.version + 1;
  new.description := present.description;
  new.category := present.category;
  new.icon := present.icon;
  new.group_id := present.group_id;
  new.change_description := coalesce(nullif(btrim(new.change_description), ''), 'Updated prompt');
  new.created_by := auth.uid();
  new.proposed_by := null;
  new.created_at := now();
  update public.prompts set version = new.version_number where id = present.id;
  return new;
end
$$;
comment on function private.fill_checkpoint is
  'Makes a version that a client sends the present state of its prompt under the next number.';
create trigger prompt_versions_b_checkpoint before insert on public.prompt_versions
  for each row when (pg_trigger_depth() = 0 and not new.imported)
    execute function private.fill_checkpoint();

create function private.forbid_version_update() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if to_jsonb(new) - '{created_by,proposed_by}'::text[] is distinct from to_jsonb(old) - '{created_by,proposed_by}'::text[]
    or coalesce(new.created_by, old.created_by) is distinct from old.created_by
    or coalesce(new.proposed_by, old.proposed_by) is distinct from old.proposed_by
  then
    raise exception 'A version is never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
comment on function private.forbid_version_update is
  'Refuses changes of versions, except removing the name of a person whose account is deleted.';
create trigger prompt_versions_forbid_update before update on public.prompt_versions
  for each row execute function private.forbid_version_update();

create function private.set_shared_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.shared_version := case
    when new.team_id is null then null
    when tg_op = 'INSERT' or new.team_id is distinct from old.team_id then new.version
    else old.shared_version
  end;
  return new;
end
$$;
comment on function private.set_shared_version is
  'Sets the first version that a team may read, when a prompt is shared with the team or moved to '
  'another one.';
-- By their names, both run after prompts_set_defaults and prompts_record_version, which set the version. A
-- cascade that sets team_id to null counts, too.
create trigger prompts_team_shared_new before insert on public.prompts
  for each row when (new.team_id is not null or new.shared_version is not null)
  execute function private.set_shared_version();
create trigger prompts_team_shared before update on public.prompts
  for each row when ((old.team_id, old.shared_version) is distinct from (new.team_id, new.shared_version))
  execute function private.set_shared_version();

-- Restoring saves an old state as a new version. Visibility, team and group don't change.

create function public.restore_prompt_version(
  prompt_id uuid,
  version_number integer,
  base_version integer default null
) returns public.prompts
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  past public.prompt_versions;
  restored public.prompts;
begin
  select * into past from public.prompt_versions v
  where v.prompt_id = restore_prompt_version.prompt_id
    and v.version_number = restore_prompt_version.version_number;
  if not found then
    raise exception 'Prompt version not found' using errcode = 'PT404';
  end if;
  update public.prompts p
  set title = past.title, content = past.content, description = past.description, tags = past.tags,
    category = past.category, icon = past.icon,
    change_description = 'Restored from version ' || past.version_number
  where p.id = past.prompt_id and (base_version is null or p.version = base_version)
  returning p.* into restored;
  if not found then
    -- A viewer of the team reads versions too.
    if row_security_active('public.prompts') and not private.can_edit_prompt(past.prompt_id) then
      raise exception 'Only the owner and editors of a prompt restore a version of it'
        using errcode = 'insufficient_privilege';
    end if;
    raise exception 'The prompt has been changed since it was loaded' using errcode = 'PT409';
  end if;
  return restored;
end
$$;
comment on function public.restore_prompt_version is
  'Saves the state of a version again; with base_version only if that is still the newest '
  '(otherwise 409). Returns the prompt.';
grant execute on function public.restore_prompt_version to authenticated, service_role;
