-- A mail carries a link and a code of six digits. GoTrue derives the link from the code. Here each
-- is a secret of its own, so trying codes does not reveal the link, and neither does the table.
set local role supabase_auth_admin;

alter table auth.one_time_tokens
  add column code_hash text,
  add column expires_at timestamptz,
  add column flow_state_id uuid references auth.flow_state (id) on delete set null;
create index one_time_tokens_flow_state_id_idx on auth.one_time_tokens (flow_state_id);
comment on column auth.one_time_tokens.token_hash is 'SHA-256 of the token in the link, in hex.';
comment on column auth.one_time_tokens.code_hash is
  'HMAC-SHA-256 of the six digits, keyed by the server, in hex.';
comment on column auth.one_time_tokens.flow_state_id is 'The PKCE flow that the mail belongs to.';

reset role;
