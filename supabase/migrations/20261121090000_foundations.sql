-- What every later migration stands on: the schema that is never exposed, extensions, ids, defaults.

create schema if not exists private;
comment on schema private is 'Helpers of policies, triggers and functions. Not exposed by the API.';
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists btree_gin with schema extensions;

-- Nothing in public is reachable unless its own migration grants it.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

-- Ids sort by the time they were made (UUID version 7). PostgreSQL makes them itself from 18 on.
do $$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is not null then
    execute 'create function private.new_id() returns uuid language sql volatile set search_path = ''''
      as ''select pg_catalog.uuidv7()''';
  else
    execute $body$
      create function private.new_id() returns uuid language sql volatile set search_path = ''
      as $sql$
        -- 48 bits of milliseconds, then the random bits of a version 4, whose version becomes 7.
        select encode(
          set_bit(
            set_bit(
              overlay(
                uuid_send(gen_random_uuid())
                placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                from 1 for 6
              ),
              52, 1
            ),
            53, 1
          ),
          'hex'
        )::uuid
      $sql$
    $body$;
  end if;
end
$$;
comment on function private.new_id() is 'A new UUID version 7.';
revoke all on function private.new_id() from public;
grant execute on function private.new_id() to authenticated, service_role;
