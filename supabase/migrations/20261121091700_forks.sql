-- Forks: the state of the source when it was forked, so that the fork can take over later changes.

-- Strangers see the version number of a public prompt, but not its history. The one exception is
-- the state that a person forked: they could read it then. They can read it as long as they may
-- read the source.
create function public.fork_base(prompt_id uuid)
returns table (version integer, title text, description text, content text, tags text[], icon text)
language sql stable security definer set search_path = ''
as $$
  select v.version_number, v.title, v.description, v.content, v.tags, v.icon
  from public.prompts fork
  join public.prompts source on source.id = fork.forked_from
  join public.prompt_versions v on v.prompt_id = source.id and v.version_number = fork.forked_from_version
  where fork.id = fork_base.prompt_id and fork.user_id = (select private.caller_id())
    and (
      source.user_id = (select auth.uid())
      or (source.is_public and source.deleted_at is null)
      or source.team_id in (select private.my_team_ids())
    )
$$;
comment on function public.fork_base(uuid) is
  'What the source of one''s own fork was when it was forked; no row when the source can no longer be read.';
revoke all on function public.fork_base(uuid) from public, anon, authenticated, service_role;
grant execute on function public.fork_base(uuid) to authenticated;
