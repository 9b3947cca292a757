-- An account with a second factor needs both factors: a password alone reads and writes nothing.
-- Each new table needs this policy; a test checks that each has it.

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
      'create policy "Accounts with a second factor need both factors" on %s as restrictive to authenticated
        using ((select private.is_whole_session()))', kept);
  end loop;
end
$$;

-- PostgreSQL lets everybody execute a new function. Here only the roles to which one was granted may.
-- A migration that adds functions repeats this statement; a test checks that no function is open.

revoke all on all functions in schema public, private from public;
