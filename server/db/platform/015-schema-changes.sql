-- A hosted Supabase tells its REST API of changed tables, views, functions and types by itself.
create function extensions.pgrst_ddl_watch() returns event_trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from pg_event_trigger_ddl_commands()
    where schema_name is distinct from 'pg_temp'
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;
comment on function extensions.pgrst_ddl_watch() is
  'Tells the REST API that something was created or altered, unless it is temporary.';

create function extensions.pgrst_drop_watch() returns event_trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (select from pg_event_trigger_dropped_objects() where not is_temporary) then
    notify pgrst, 'reload schema';
  end if;
end
$$;
comment on function extensions.pgrst_drop_watch() is
  'Tells the REST API that something was dropped, unless it was temporary.';

do $$ begin
  create event trigger pgrst_ddl_watch on ddl_command_end
    when tag in (
      'ALTER SCHEMA',
      'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
      'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE',
      'CREATE VIEW', 'ALTER VIEW',
      'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW',
      'CREATE FUNCTION', 'ALTER FUNCTION', 'ALTER ROUTINE', 'CREATE AGGREGATE', 'ALTER AGGREGATE',
      'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN', 'CREATE CAST',
      'CREATE TRIGGER', 'CREATE RULE', 'CREATE EXTENSION'
    )
    execute function extensions.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop
    when tag in (
      'DROP SCHEMA', 'DROP TABLE', 'DROP FOREIGN TABLE', 'DROP VIEW', 'DROP MATERIALIZED VIEW',
      'DROP FUNCTION', 'DROP ROUTINE', 'DROP AGGREGATE', 'DROP TYPE', 'DROP DOMAIN', 'DROP CAST',
      'DROP TRIGGER', 'DROP RULE', 'DROP EXTENSION', 'DROP OWNED'
    )
    execute function extensions.pgrst_drop_watch();
exception when insufficient_privilege then
  -- Only a superuser may create event triggers. Migrations then have to notify.
  null;
end $$;
