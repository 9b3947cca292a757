-- A history that came from a file is kept, and told apart from what the database has seen itself.

alter table public.prompt_versions add column imported boolean not null default false;
comment on column public.prompt_versions.imported is
  'Came from a file, with its prompt: the words, the description and the time are the file''s, and nobody vouches for them.';

-- Only import_library, which runs as the owner, brings such versions in.
alter policy "owners and editors set checkpoints" on public.prompt_versions
  with check (not imported and exists (
    select from public.prompts p
    where p.id = prompt_id
      and (p.user_id = (select auth.uid()) or p.team_id in (select private.my_edited_team_ids()))
  ));
drop trigger prompt_versions_b_checkpoint on public.prompt_versions;
create trigger prompt_versions_b_checkpoint before insert on public.prompt_versions
  for each row when (pg_trigger_depth() = 0 and not new.imported) execute function private.set_checkpoint();

-- As before, but for prompts whose newest version came in by the same statement.
create or replace function private.record_first_versions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.prompt_versions (prompt_id, version_number, title, content, description, tags,
    is_public, category, icon, group_id, change_description, created_by, created_at)
  select id, version, title, content, description, tags,
    is_public, category, icon, group_id, coalesce(nullif(change_description, ''), 'Initial version'),
    coalesce(auth.uid(), user_id), case when version = 1 then created_at else now() end
  from made
  where not exists (
    select from public.prompt_versions v where v.prompt_id = made.id and v.version_number = made.version
  );
  update public.prompts p set change_description = null
  from made where p.id = made.id and made.change_description is not null;
  return null;
end
$$;
comment on function private.record_first_versions() is
  'The first version of each new prompt; of one that came with a history, the next, where its state is another.';
