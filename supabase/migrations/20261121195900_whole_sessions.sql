-- An account with a second factor opens to both factors only: a password alone reads and writes nothing.
-- A table that comes later brings this policy along; a test looks whether each has it.

create function private.is_whole_session() returns boolean
language sql stable security definer set search_path = ''
as $$ select not private.lacks_second_factor() $$;
comment on function private.is_whole_session() is
  'Whether the caller has given every factor that their account has.';
revoke all on function private.is_whole_session() from public;
grant execute on function private.is_whole_session() to authenticated;

do $$
declare
  kept regclass;
begin
  for kept in
    select c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and has_table_privilege('authenticated', c.oid, 'select, insert, update, delete')
  loop
    execute format(
      'create policy "both factors where there are two" on %s as restrictive to authenticated
        using ((select private.is_whole_session()))', kept);
  end loop;
end
$$;

-- Functions that pass over the policies ask who calls.
create or replace function private.caller_id() returns uuid
language sql stable security definer set search_path = ''
as $$ select case when private.is_whole_session() then auth.uid() end $$;
comment on function private.caller_id() is
  'auth.uid() of a caller who has given every factor, for a role that cannot reach the schema auth.';

create or replace function private.my_team_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$ select team_id from public.team_members where user_id = (select private.caller_id()) $$;

create or replace function public.fork_base(prompt_id uuid)
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
