-- Restoring is saving an old state again: it makes a version. Visibility, team and group stay.

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
    raise exception 'The prompt has been changed since it was loaded' using errcode = 'PT409';
  end if;
  return restored;
end
$$;
comment on function public.restore_prompt_version(uuid, integer, integer) is
  'Saves the state of a version again; with base_version only if that is still the newest (otherwise 409). Returns the prompt.';
revoke all on function public.restore_prompt_version(uuid, integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.restore_prompt_version(uuid, integer, integer) to authenticated, service_role;
