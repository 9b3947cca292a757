-- The rate limits of the auth server. They are in the database, since several servers may share it.
-- The table is unlogged, since limits may start over after a crash.
set local role supabase_auth_admin;

create unlogged table auth.rate_limits (
  key text not null primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);
comment on table auth.rate_limits is
  'Token buckets: tokens left in the bucket of key (what is limited and whom) at the instant refilled_at.';
create index rate_limits_refilled_at_idx on auth.rate_limits (refilled_at);

reset role;
