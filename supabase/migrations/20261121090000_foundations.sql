-- The base of all other migrations: schemas, extensions, default rights, ids, and the roles that
-- own functions and views.

create schema if not exists private;
comment on schema private is 'Helpers of policies, triggers and functions. Not exposed by the API.';
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists btree_gin with schema extensions;

-- Nothing in public is reachable unless its own migration grants it.
alter default privileges in schema public revoke all on tables
  from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions
  from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences
  from anon, authenticated, service_role;

-- Ids sort by creation time (UUID version 7). PostgreSQL 18 and later generate them natively.
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
comment on function private.new_id is 'Returns a new UUID version 7.';
grant execute on function private.new_id to authenticated, service_role;

do $$
begin
  if not exists (select from pg_roles where rolname = 'cuebook_search') then
    create role cuebook_search nologin noinherit nobypassrls;
    comment on role cuebook_search is
      'Owner of the search functions. No login, and no way around row level security.';
  end if;
exception when duplicate_object or unique_violation then
  null; -- made by another database of this cluster at the same moment
end
$$;

-- An owner that is not a superuser can then transfer functions to the role.
grant cuebook_search to current_user;
grant usage on schema private to cuebook_search;

do $$
begin
  if not exists (select from pg_roles where rolname = 'cuebook_reader') then
    create role cuebook_reader nologin noinherit nobypassrls;
    comment on role cuebook_reader is
      'Owner of the views of prompts. No login, and no way around row level security: its policies '
      'decide what the views show.';
  end if;
exception when duplicate_object or unique_violation then
  null; -- made by another database of this cluster at the same moment
end
$$;

-- An owner that is not a superuser can then transfer views to the role.
grant cuebook_reader to current_user;

-- Policies of the views' owner are evaluated for the caller: auth.uid() is the caller's id.
grant usage on schema public to cuebook_reader;
grant usage on schema private to cuebook_reader;
