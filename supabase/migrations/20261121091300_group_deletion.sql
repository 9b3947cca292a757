-- A group is deleted together with its prompts, and both come back together: prompts that went with
-- their group carry its very instant. What was deleted before stays deleted.

create function private.take_prompts_along() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.deleted_at is not null then
    update public.prompts set deleted_at = new.deleted_at where group_id = new.id and deleted_at is null;
  else
    update public.prompts set deleted_at = null where group_id = new.id and deleted_at = old.deleted_at;
  end if;
  return null;
end
$$;
comment on function private.take_prompts_along() is 'Deletes and brings back the prompts of a group with it.';
revoke all on function private.take_prompts_along() from public;
create trigger groups_take_prompts_along after update on public.groups
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function private.take_prompts_along();

create function public.purge_deleted() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due timestamptz := now() - interval '30 days';
  removed integer;
begin
  -- A prompt that is not due itself must not go with its group.
  update public.prompts p set group_id = null
  from public.groups g
  where g.id = p.group_id and g.deleted_at < due and (p.deleted_at is null or p.deleted_at >= due);
  delete from public.prompts where deleted_at < due;
  get diagnostics removed = row_count;
  delete from public.groups where deleted_at < due;
  return removed;
end
$$;
comment on function public.purge_deleted() is
  'Removes for good what was deleted more than 30 days ago; returns how many prompts. Run by the server, or by pg_cron.';
revoke all on function public.purge_deleted() from public, anon, authenticated, service_role;
grant execute on function public.purge_deleted() to service_role;
