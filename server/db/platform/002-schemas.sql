-- The schemas of a hosted Supabase and the extensions it has in them.
create schema if not exists extensions;
grant usage on schema extensions to public;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists citext with schema extensions;

create schema if not exists auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role, current_user;
alter role supabase_auth_admin set search_path = auth;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

-- As on a hosted project, the API roles can reach new objects in public unless a migration revokes
-- it. Migrations must not rely on that: revoke first.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
