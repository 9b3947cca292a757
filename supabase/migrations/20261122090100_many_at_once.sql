-- What search reads, when many prompts are written at once: an import, or a change of a whole library.

-- Entries wait in a list before they are merged into an index. Every search reads that list, so it is short: but
-- a thousand prompts merged a few at a time cost several times as much as merged together. A function that writes
-- many says so by a long list, a setting of its own; its entries are merged before it ends.
create or replace function private.writes_many() returns boolean
language sql stable set search_path = ''
as $$ select current_setting('gin_pending_list_limit') = '64MB' $$;
comment on function private.writes_many() is 'Whether the present statement writes many prompts.';

create or replace function private.set_search_list() returns void
language sql set search_path = ''
as $$
  select set_config('gin_pending_list_limit', case when private.writes_many() then '64MB' else '256kB' end, true)
$$;
comment on function private.set_search_list() is 'How many entries may wait before they are merged into an index of search.';

create or replace function private.merge_search_list() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform gin_clean_pending_list(i.indexrelid)
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where i.indrelid = 'public.prompt_search'::regclass and a.amname = 'gin';
  return null;
end
$$;
comment on function private.merge_search_list() is 'Merges the waiting entries into the indexes of search.';

revoke all on function private.writes_many(), private.set_search_list(), private.merge_search_list() from public;
grant execute on function private.writes_many() to authenticated, service_role;

-- Named to come after those that write entries.
create or replace trigger prompts_search_merged_new after insert on public.prompts
  for each statement when (private.writes_many()) execute function private.merge_search_list();
create or replace trigger prompts_search_merged after update on public.prompts
  for each statement when (private.writes_many()) execute function private.merge_search_list();

do $$
declare
  many text;
begin
  foreach many in array array[
    'public.import_library(uuid, boolean, boolean)', 'public.move_prompts(uuid[], uuid)',
    'public.tag_prompts(uuid[], text[], text[])', 'public.publish_prompts(uuid[], boolean)',
    'public.undo_prompt_changes(jsonb)', 'public.set_prompts_deleted(uuid[], boolean)',
    'public.duplicate_prompts(uuid[])', 'public.rename_tags(text[], text)'
  ] loop
    execute format('alter function %s set gin_pending_list_limit = ''64MB''', many);
  end loop;
end
$$;
