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
