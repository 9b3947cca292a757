-- The OAuth 2.1 server: apps that registered, requests for access, and what people allowed. A hosted
-- Supabase has tables of these names, too, with other columns.
set local role supabase_auth_admin;

create table auth.oauth_clients (
  id text not null primary key,
  registration_type text not null
    constraint oauth_clients_registration_type_check
      check (registration_type in ('dynamic', 'metadata_document')),
  client_name text not null,
  client_uri text,
  logo_uri text,
  redirect_uris text[] not null,
  grant_types text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  fresh_until timestamptz,
  last_approved_at timestamptz
);
comment on table auth.oauth_clients is 'OAuth: apps that may ask people for access. All are public clients.';
comment on column auth.oauth_clients.id is
  'The client_id: a UUID, or the https address of the app''s metadata document.';
comment on column auth.oauth_clients.fresh_until is
  'When the metadata document is fetched again; null for an app that registered.';
comment on column auth.oauth_clients.last_approved_at is
  'When somebody last gave the app access. Apps that nobody ever did are removed after a week.';
create index oauth_clients_created_at_idx on auth.oauth_clients (created_at);

create table auth.oauth_grants (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  client_id text not null references auth.oauth_clients (id) on delete cascade,
  scopes text[] not null,
  audience text not null,
  group_id uuid,
  team_id uuid,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint oauth_grants_one_limit_check check (group_id is null or team_id is null),
  constraint oauth_grants_limited_check
    check (group_id is null or 'chains:read' <> all (scopes))
);
comment on table auth.oauth_grants is 'OAuth: what a person allowed an app. Deleting a row ends its tokens.';
comment on column auth.oauth_grants.audience is 'The only resource that its tokens open (RFC 8707).';
comment on column auth.oauth_grants.group_id is
  'The only group whose prompts it reaches; null for no limit. Chains use prompts from everywhere.';
comment on column auth.oauth_grants.team_id is 'The only team whose prompts it reaches; null for no limit.';
create index oauth_grants_user_id_idx on auth.oauth_grants (user_id, created_at);
create index oauth_grants_client_id_idx on auth.oauth_grants (client_id);

create table auth.oauth_authorizations (
  id uuid not null default gen_random_uuid() primary key,
  client_id text not null references auth.oauth_clients (id) on delete cascade,
  redirect_uri text not null,
  state text,
  scopes text[] not null,
  audience text not null,
  code_challenge text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_at timestamptz,
  user_id uuid references auth.users (id) on delete cascade,
  group_id uuid,
  team_id uuid,
  code_hash bytea unique,
  code_used_at timestamptz,
  grant_id uuid references auth.oauth_grants (id) on delete cascade
);
comment on table auth.oauth_authorizations is
  'OAuth: requests of apps for access, and the codes of those that were approved.';
comment on column auth.oauth_authorizations.expires_at is
  'When the request can no longer be approved; after its approval, when its code expires.';
comment on column auth.oauth_authorizations.user_id is 'The person who decided; null before.';
comment on column auth.oauth_authorizations.code_hash is 'SHA-256 of the code; null without approval.';
comment on column auth.oauth_authorizations.grant_id is
  'What the code was exchanged for. A code that is used twice ends it.';
create index oauth_authorizations_client_id_idx on auth.oauth_authorizations (client_id);
create index oauth_authorizations_user_id_idx on auth.oauth_authorizations (user_id);
create index oauth_authorizations_grant_id_idx on auth.oauth_authorizations (grant_id);
create index oauth_authorizations_expires_at_idx on auth.oauth_authorizations (expires_at);

create table auth.oauth_tokens (
  token_hash bytea not null primary key,
  grant_id uuid not null references auth.oauth_grants (id) on delete cascade,
  kind text not null constraint oauth_tokens_kind_check check (kind in ('access', 'refresh')),
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table auth.oauth_tokens is 'OAuth: access and refresh tokens, as hashes.';
comment on column auth.oauth_tokens.token_hash is 'SHA-256 of the token, which has 160 random bits or more.';
comment on column auth.oauth_tokens.used_at is
  'When a refresh token was exchanged. One that comes again later ends its grant.';
create index oauth_tokens_grant_id_idx on auth.oauth_tokens (grant_id);
create index oauth_tokens_expires_at_idx on auth.oauth_tokens (expires_at);

reset role;

-- For the claims of access tokens, and for scheduled jobs.
grant select, update, delete on auth.oauth_clients, auth.oauth_grants, auth.oauth_authorizations, auth.oauth_tokens
  to current_user;
