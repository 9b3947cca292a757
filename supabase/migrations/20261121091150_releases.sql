-- Releases: labels such as production that name a version of a prompt, for programs. Only functions
-- change them, and log each move. A new version moves no label, whatever made it, and a copy of a
-- prompt has none. A label is visible to those who read the version that it names.

create table public.prompt_labels (
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  label text not null,
  version_number integer not null,
  is_protected boolean not null default false,
  moved_by uuid references public.profiles (id) on delete set null,
  moved_at timestamptz not null default now(),
  primary key (prompt_id, label),
  -- A version with a label can't be deleted, except with its prompt.
  constraint prompt_labels_version_fkey foreign key (prompt_id, version_number)
    references public.prompt_versions (prompt_id, version_number),
  constraint "a label starts with a letter and has at most 63 letters, digits, dots, hyphens and underscores"
    check (label ~ '^[a-z][a-z0-9._-]{0,62}$'),
  constraint "the label latest is reserved" check (label <> 'latest')
);
comment on table public.prompt_labels is
  'Names of versions, by which programs read prompts. Changed by functions alone.';
comment on column public.prompt_labels.is_protected is
  'Only the owner of the prompt and owners of its team move it; it cannot be removed.';
comment on column public.prompt_labels.moved_by is 'Who moved it last; null once that account is gone.';
create index prompt_labels_version_idx on public.prompt_labels (prompt_id, version_number);
create index prompt_labels_moved_by_idx on public.prompt_labels (moved_by);

create table public.prompt_label_moves (
  id uuid primary key default private.new_id(),
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  label text not null,
  from_version integer,
  to_version integer,
  protection boolean,
  note text,
  moved_by uuid references public.profiles (id) on delete set null,
  by_token boolean not null default false,
  moved_at timestamptz not null default clock_timestamp(),
  constraint "a note has at most 500 characters" check (char_length(note) <= 500)
);
comment on table public.prompt_label_moves is 'The log of labels, written by the database, never updated.';
comment on column public.prompt_label_moves.from_version is 'Null: the label was new.';
comment on column public.prompt_label_moves.to_version is 'Null: the label was removed.';
comment on column public.prompt_label_moves.protection is
  'True when the label was protected, false when its protection ended; null for a move.';
comment on column public.prompt_label_moves.moved_by is 'Null once that account is gone.';
comment on column public.prompt_label_moves.by_token is 'Moved by a program, with an access token of that person.';
create index prompt_label_moves_prompt_id_idx on public.prompt_label_moves (prompt_id, id);
create index prompt_label_moves_moved_by_idx on public.prompt_label_moves (moved_by);

alter table public.prompt_labels enable row level security;
alter table public.prompt_label_moves enable row level security;
alter publication supabase_realtime add table public.prompt_label_moves;
grant select on table public.prompt_labels, public.prompt_label_moves to authenticated, service_role;

create policy "Readers of a version see its labels" on public.prompt_labels for select to authenticated
  using (exists (
    select from public.prompts p
    where p.id = prompt_id and (
      p.user_id = (select auth.uid())
      or (p.team_id in (select private.my_team_ids()) and version_number >= p.shared_version)
      or version_number >= ((select private.my_first_versions()) ->> p.id::text)::integer
    )
  ));
create policy "Readers of a version see the moves of labels to it" on public.prompt_label_moves
  for select to authenticated
  using (exists (
    select from public.prompts p
    where p.id = prompt_id and (
      p.user_id = (select auth.uid())
      or (
        p.team_id in (select private.my_team_ids())
        and coalesce(to_version, from_version) >= p.shared_version
      )
      or coalesce(to_version, from_version)
        >= ((select private.my_first_versions()) ->> p.id::text)::integer
    )
  ));

-- The lock lets the moves of a prompt's labels happen one after the other.
create function private.lock_labelled_prompt(prompt_id uuid, caller uuid) returns public.prompts
language plpgsql security definer set search_path = ''
as $$
declare
  locked public.prompts;
begin
  select p.* into locked
  from public.prompts p
  where p.id = lock_labelled_prompt.prompt_id
    and exists (
      select from public.readable_prompts r
      where r.id = p.id and (r.user_id = caller or r.team_id is not null or r.share_role is not null)
    )
  for no key update;
  if not found then
    raise exception 'You have no such prompt' using errcode = 'PT404';
  end if;
  if locked.user_id <> caller
    and not coalesce(locked.team_id in (select private.my_edited_team_ids()), false)
  then
    raise exception 'Only the owner of a prompt and editors of its team move its labels'
      using errcode = 'insufficient_privilege';
  end if;
  if locked.deleted_at is not null then
    raise exception 'The prompt is deleted' using errcode = 'PT409', hint = 'Restore it first.';
  end if;
  return locked;
end
$$;
comment on function private.lock_labelled_prompt is
  'Locks a prompt for a change of its labels and returns it; refuses those who may not change it.';

create function private.owns_prompt_or_team(prompt public.prompts, caller uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select prompt.user_id = caller or coalesce(prompt.team_id in (select private.my_owned_team_ids()), false)
$$;
comment on function private.owns_prompt_or_team is
  'Returns whether the caller owns a prompt or its team, and so decides on its protected labels.';

create function private.change_prompt_label(
  prompt_id uuid, label text, version_number integer, note text, base_version integer
) returns public.prompt_label_moves
language plpgsql security definer set search_path = ''
as $$
declare
  max_labels constant integer := 20;
  caller constant uuid := private.caller_id('releases:write');
  prompt constant public.prompts := private.lock_labelled_prompt(change_prompt_label.prompt_id, caller);
  -- Members of a team don't read older versions, nor the labels of these.
  first_version constant integer := case when prompt.user_id = caller then 1 else prompt.shared_version end;
  present public.prompt_labels;
  move public.prompt_label_moves;
begin
  select l.* into present
  from public.prompt_labels l
  where l.prompt_id = prompt.id and l.label = change_prompt_label.label;
  if change_prompt_label.base_version <> (
    case when present.version_number >= first_version then present.version_number else 0 end
  ) then
    raise exception 'The label has been moved since it was loaded' using errcode = 'PT409';
  end if;
  if present.is_protected and not private.owns_prompt_or_team(prompt, caller) then
    raise exception 'Only the owner of the prompt or of its team moves a protected label'
      using errcode = 'insufficient_privilege';
  end if;
  if present.version_number = change_prompt_label.version_number then
    select m.* into move
    from public.prompt_label_moves m
    where m.prompt_id = prompt.id and m.label = present.label and m.protection is null
    order by m.id desc limit 1;
    return move;
  end if;

  if change_prompt_label.version_number is null then
    if present.label is null then
      raise exception 'The prompt has no such label' using errcode = 'PT404';
    elsif present.is_protected then
      raise exception 'A protected label cannot be removed'
        using errcode = 'PT409', hint = 'End its protection first.';
    elsif private.needs_proposal(prompt.id, prompt.team_id) and present.label = 'production'
      and prompt.team_id not in (select private.my_owned_team_ids())
    then
      raise exception 'Only an owner of the team removes this label: it demands proposals for what has it'
        using errcode = 'insufficient_privilege';
    end if;
    delete from public.prompt_labels l where l.prompt_id = prompt.id and l.label = present.label;
  else
    if change_prompt_label.version_number < first_version or not exists (
      select from public.prompt_versions v
      where v.prompt_id = prompt.id and v.version_number = change_prompt_label.version_number
    ) then
      raise exception 'Prompt version not found' using errcode = 'PT404';
    end if;
    if present.label is null
      and (select count(*) >= max_labels from public.prompt_labels l where l.prompt_id = prompt.id)
    then
      raise exception 'A prompt has at most % labels', max_labels
        using errcode = 'PT422', hint = 'Remove one that is no longer used.';
    end if;
    insert into public.prompt_labels (prompt_id, label, version_number, moved_by)
    values (prompt.id, change_prompt_label.label, change_prompt_label.version_number, caller)
    on conflict on constraint prompt_labels_pkey do update
    set version_number = excluded.version_number, moved_by = caller, moved_at = now();
  end if;
  insert into public.prompt_label_moves (prompt_id, label, from_version, to_version, note, moved_by, by_token)
  values (prompt.id, change_prompt_label.label, present.version_number, change_prompt_label.version_number,
    nullif(btrim(change_prompt_label.note), ''), caller, auth.jwt() -> 'access_token' is not null)
  returning * into move;
  return move;
end
$$;
comment on function private.change_prompt_label is
  'Moves a label of a prompt as the caller, or removes it if the version is null, and logs that. Returns the entry of the log.';

create function public.move_prompt_label(
  prompt_id uuid, label text, version_number integer, note text default null, base_version integer default null
) returns public.prompt_label_moves
language plpgsql security definer set search_path = ''
as $$
begin
  if version_number is null then
    raise exception 'Prompt version not found' using errcode = 'PT404';
  end if;
  return private.change_prompt_label(prompt_id, label, version_number, note, base_version);
end
$$;
comment on function public.move_prompt_label is
  'Points a label of a prompt at a version; the label may be new. With base_version, only if the label still names that version, or '
  'is new with 0 (otherwise 409). Returns the move; the last one if the label names the version already.';
grant execute on function public.move_prompt_label to authenticated;

create function public.remove_prompt_label(
  prompt_id uuid, label text, note text default null, base_version integer default null
) returns public.prompt_label_moves
language sql security definer set search_path = ''
as $$ select private.change_prompt_label(prompt_id, label, null, note, base_version) $$;
comment on function public.remove_prompt_label is
  'Removes a label of a prompt, unless it is protected. base_version as in move_prompt_label. Returns the entry of the log.';
grant execute on function public.remove_prompt_label to authenticated;

create function public.protect_prompt_label(prompt_id uuid, label text, is_protected boolean)
returns public.prompt_label_moves
language plpgsql security definer set search_path = ''
as $$
declare
  prompt public.prompts;
  present public.prompt_labels;
  change public.prompt_label_moves;
begin
  perform private.require_whole_session();
  prompt := private.lock_labelled_prompt(protect_prompt_label.prompt_id, auth.uid());
  if not private.owns_prompt_or_team(prompt, auth.uid()) then
    raise exception 'Only the owner of the prompt or of its team protects its labels'
      using errcode = 'insufficient_privilege';
  end if;
  update public.prompt_labels l set is_protected = protect_prompt_label.is_protected
  where l.prompt_id = prompt.id and l.label = protect_prompt_label.label
    and (prompt.user_id = auth.uid() or l.version_number >= prompt.shared_version)
    and l.is_protected <> protect_prompt_label.is_protected
  returning * into present;
  if found then
    insert into public.prompt_label_moves (prompt_id, label, from_version, to_version, protection, moved_by)
    values (prompt.id, present.label, present.version_number, present.version_number, present.is_protected, auth.uid())
    returning * into change;
  elsif not exists (
    select from public.prompt_labels l where l.prompt_id = prompt.id and l.label = protect_prompt_label.label
      and (prompt.user_id = auth.uid() or l.version_number >= prompt.shared_version)
  ) then
    raise exception 'The prompt has no such label' using errcode = 'PT404';
  end if;
  return change;
end
$$;
comment on function public.protect_prompt_label is
  'Protects a label, or ends its protection. Not for programs: an access token that moves labels cannot lift a protection. Returns '
  'the entry of the log; null if nothing changed.';
grant execute on function public.protect_prompt_label to authenticated;

-- Only what members of the team read.
create function private.log_team_label() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_team_activity(
    p.team_id,
    case
      when new.protection then 'label_protected'
      when not new.protection then 'label_unprotected'
      when new.to_version is null then 'label_removed'
      else 'label_moved'
    end,
    actor_id => new.moved_by, prompt_id => p.id,
    version_number => coalesce(new.to_version, new.from_version), title => p.title,
    label => new.label)
  from public.prompts p
  where p.id = new.prompt_id and p.team_id is not null
    and coalesce(new.to_version, new.from_version) >= p.shared_version;
  return null;
end
$$;
comment on function private.log_team_label is 'Logs the move of a label of a prompt in the activity of its team.';
create trigger prompt_label_moves_log_team after insert on public.prompt_label_moves
  for each row execute function private.log_team_label();
