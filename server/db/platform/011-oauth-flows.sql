-- The address to which a sign-in at another provider returns. GoTrue stores it in a column of this
-- name.
set local role supabase_auth_admin;

alter table auth.flow_state add column referrer text;
comment on column auth.flow_state.referrer is 'The address that the flow leads back to.';

reset role;
