-- What search reads, when many prompts are written at once: an import, or a change of a whole library.

-- Long texts that are nearly all ASCII need few steps: of a run of ASCII characters only both ends have a
-- neighbour that counts. The result is the same.
create or replace function private.grams(folded text, with_ascii boolean) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  if not with_ascii then
    if octet_length(folded) = length(folded) then
      return '{}';
    end if;
    folded := regexp_replace(folded, '([\x01-\x7f])[\x01-\x7f]+([\x01-\x7f])', '\1 \2', 'g');
  end if;
  return coalesce((
    select array_agg(distinct gram)
    from (
      select letter, lead(letter) over () as following
      from string_to_table(translate(folded, E'\n\r\t', '   '), null) letter
    ) letters, lateral (values (letter), (letter || following)) as grams (gram)
    where strpos(gram, ' ') = 0
      and (octet_length(gram) > length(gram) or (with_ascii and length(gram) = 2))
  ), '{}');
end
$$;

-- Entries wait in a list before they are merged into an index. Every search reads that list, so it is short: but
-- a thousand prompts merged a few at a time cost several times as much as merged together. A function that writes
-- many says so by a long list, a setting of its own; its entries are merged before it ends.
alter index public.prompt_search_library_idx reset (gin_pending_list_limit);
alter index public.prompt_search_community_idx reset (gin_pending_list_limit);
alter index public.prompt_search_library_grams_idx reset (gin_pending_list_limit);
alter index public.prompt_search_community_grams_idx reset (gin_pending_list_limit);

create function private.writes_many() returns boolean
language sql stable set search_path = ''
as $$ select current_setting('gin_pending_list_limit') = '64MB' $$;
comment on function private.writes_many() is 'Whether the present statement writes many prompts.';
revoke all on function private.writes_many() from public;
grant execute on function private.writes_many() to authenticated, service_role;

create function private.set_search_list() returns void
language sql set search_path = ''
as $$
  select set_config('gin_pending_list_limit', case when private.writes_many() then '64MB' else '256kB' end, true)
$$;
comment on function private.set_search_list() is 'How many entries may wait before they are merged into an index of search.';
revoke all on function private.set_search_list() from public;

create function private.merge_search_list() returns trigger
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
revoke all on function private.merge_search_list() from public;
-- Named to come after those that write entries.
create trigger prompts_search_merged_new after insert on public.prompts
  for each statement when (private.writes_many()) execute function private.merge_search_list();
create trigger prompts_search_merged after update on public.prompts
  for each statement when (private.writes_many()) execute function private.merge_search_list();

create or replace function private.index_new_prompts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_search_list();
  insert into public.prompt_search
  select found.*
  from public.prompts p join made using (id), lateral private.search_row(p) found
  where p.deleted_at is null;
  return null;
end
$$;

create or replace function private.index_prompt() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  row public.prompt_search;
begin
  if new.deleted_at is not null then
    delete from public.prompt_search where prompt_id = new.id;
    return null;
  end if;
  perform private.set_search_list();
  if old.deleted_at is null
    and (old.title, old.content, old.description) is not distinct from (new.title, new.content, new.description)
  then
    update public.prompt_search
    set user_id = new.user_id, team_id = new.team_id, group_id = new.group_id,
      is_public = new.is_public, is_template = new.is_template,
      tags = array(select private.fold(tag) from unnest(new.tags) tag)
    where prompt_id = new.id;
    return null;
  end if;
  row := private.search_row(new);
  insert into public.prompt_search select row.*
  on conflict (prompt_id) do update
  set user_id = excluded.user_id, team_id = excluded.team_id, group_id = excluded.group_id,
    is_public = excluded.is_public, is_template = excluded.is_template, tags = excluded.tags,
    title = excluded.title, library_text = excluded.library_text,
    community_text = excluded.community_text,
    library_grams = excluded.library_grams, library_grams_complete = excluded.library_grams_complete,
    community_grams = excluded.community_grams;
  return null;
end
$$;

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
