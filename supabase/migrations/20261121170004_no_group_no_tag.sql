-- No group, and no tag, are what a caller leaves out: otherwise the types of the wire know no null for them.

create or replace function public.move_prompts(ids uuid[], to_group uuid default null) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' set gin_pending_list_limit = '64MB'
as $$
  with changed as (
    update public.prompts p
    set group_id = to_group,
      change_description = coalesce(
        (select left('Moved to group ' || g.name, 500) from public.groups g where g.id = to_group),
        'Taken out of its group')
    where p.id = any (ids) and p.user_id = (select auth.uid()) and p.deleted_at is null
      and p.group_id is distinct from to_group
    returning p.id, p.version
  )
  select coalesce(jsonb_object_agg(id, version), '{}') from changed
$$;

create or replace function public.rename_tags(old_tags text[], new_tag text default null) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' set gin_pending_list_limit = '64MB'
as $$
  with changed as (
    update public.prompts p
    set tags = private.renamed_tags(p.tags, old_tags, btrim(new_tag)), change_description = 'Changed tags'
    where p.user_id = (select auth.uid()) and p.deleted_at is null and p.tags && old_tags
      and p.tags is distinct from private.renamed_tags(p.tags, old_tags, btrim(new_tag))
    returning p.id, p.version
  )
  select coalesce(jsonb_object_agg(id, version), '{}') from changed
$$;
