-- Sessions, recovery codes of the second factor, and the rule that a password alone doesn't suffice
-- beside one. GoTrue has no endpoint that lists sessions or ends one of them.
-- A caller with a personal access token has no session: the claim access_token has its rights.

-- The token of a session stays valid until it expires, even if its session has ended or its account
-- is banned: hence the check.
create function private.has_session() returns boolean
language sql stable security definer set search_path = ''
as $$
  select auth.uid() is not null and auth.jwt() -> 'access_token' is null
    and not exists (select from auth.users u where u.id = auth.uid() and u.banned_until > now())
    and (
      auth.jwt() ->> 'session_id' is null
      or exists (
        select from auth.sessions s
        where s.id::text = auth.jwt() ->> 'session_id' and s.user_id = auth.uid()
          and (s.not_after is null or s.not_after > now())))
$$;
comment on function private.has_session is
  'Returns whether the caller is signed in, and was neither signed out nor banned since.';

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  factor_ids uuid[] not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is 'Single-use codes that replace a lost second factor.';
comment on column private.recovery_codes.user_id is 'The owner of the code.';
comment on column private.recovery_codes.code_hash is
  'SHA-256 of the code''s letters and digits; the code has 64 random bits.';
comment on column private.recovery_codes.factor_ids is
  'The factors of the account when the code was created; it is valid while one of them exists.';

alter table private.recovery_codes enable row level security;

create function private.has_second_factor() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
$$;
comment on function private.has_second_factor is
  'Returns whether the caller''s account has a second factor.';

create function private.lacks_second_factor() returns boolean
language sql stable security definer set search_path = ''
as $$
  select auth.jwt() ->> 'aal' is distinct from 'aal2' and private.has_second_factor()
$$;
comment on function private.lacks_second_factor is
  'Returns whether the caller has not given the second factor that their account has.';
grant execute on function private.lacks_second_factor to authenticated;

create function private.require_whole_session() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_session() then
    raise exception 'Authentication required' using errcode = 'PT401';
  end if;
  if private.lacks_second_factor() then
    raise exception 'The second factor is required' using errcode = 'PT403';
  end if;
end
$$;
comment on function private.require_whole_session is
  'Refuses a caller whose session was ended, whose account is banned, or who has not given the second '
  'factor that it has.';

create function private.live_recovery_codes(of_user uuid) returns setof private.recovery_codes
language sql stable security definer set search_path = ''
as $$
  select c.* from private.recovery_codes c
  where c.user_id = of_user and exists (
    select from auth.mfa_factors f
    where f.user_id = of_user and f.status = 'verified' and f.id = any (c.factor_ids))
$$;
comment on function private.live_recovery_codes is
  'Returns the valid codes: those created for a factor that still exists.';

create function public.new_recovery_codes() returns setof text
language plpgsql security definer set search_path = ''
as $$
declare
  factors uuid[] := array(
    select f.id from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified');
  code text;
begin
  perform private.require_whole_session();
  if not private.has_second_factor() then
    raise exception 'There is no second factor' using errcode = 'PT409';
  end if;
  perform from auth.users u where u.id = auth.uid() for update;
  delete from private.recovery_codes c where c.user_id = auth.uid();
  for i in 1..10 loop
    code := left(encode(private.random_bytes(), 'hex'), 16);
    insert into private.recovery_codes (user_id, code_hash, factor_ids)
    values (auth.uid(), sha256(convert_to(code, 'utf8')), factors);
    return next regexp_replace(code, '(....)(?=.)', '\1-', 'g');
  end loop;
end
$$;
comment on function public.new_recovery_codes is
  'Creates ten recovery codes for the caller, which replace the older ones, and returns them. They '
  'are shown only once.';
grant execute on function public.new_recovery_codes to authenticated;

create function public.recovery_codes_left() returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from private.live_recovery_codes(auth.uid()) where private.has_session()
$$;
comment on function public.recovery_codes_left is
  'Returns how many recovery codes of the caller are unused.';
grant execute on function public.recovery_codes_left to authenticated;

create function public.use_recovery_code(code text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  submitted_hash bytea := sha256(convert_to(lower(regexp_replace(use_recovery_code.code, '[^0-9A-Fa-f]', '', 'g')), 'utf8'));
begin
  if not private.has_session() then
    raise exception 'Authentication required' using errcode = 'PT401';
  end if;
  perform from auth.users u where u.id = auth.uid() for update;
  if not exists (select from private.live_recovery_codes(auth.uid()) c
    where c.code_hash = submitted_hash) then
    raise exception 'This recovery code is not valid' using errcode = 'PT422';
  end if;
  -- Without the lost factor, the account is protected by its password again, so all other sessions
  -- end.
  delete from private.recovery_codes c where c.user_id = auth.uid();
  delete from auth.mfa_factors f where f.user_id = auth.uid();
  delete from auth.sessions s
  where s.user_id = auth.uid() and s.id::text is distinct from auth.jwt() ->> 'session_id';
  insert into auth.audit_log_entries (id, payload, created_at, ip_address)
  values (gen_random_uuid(), json_build_object('action', 'factor_deleted', 'actor_id', auth.uid(),
    'log_type', 'factor', 'traits', json_build_object('by', 'recovery_code')), now(), '');
end
$$;
comment on function public.use_recovery_code is
  'Turns the caller''s second factors off by a recovery code, and ends their other sessions.';
grant execute on function public.use_recovery_code to authenticated;

create function private.is_whole_session() returns boolean
language sql stable security definer set search_path = ''
as $$ select auth.jwt() -> 'access_token' is null and not private.lacks_second_factor() $$;
comment on function private.is_whole_session is
  'Returns whether the caller is a person who has given every factor that their account has.';
grant execute on function private.is_whole_session to authenticated, service_role;

create function private.require_scope(scope text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if scope is null then
    raise exception 'Access tokens cannot be used for this' using errcode = 'insufficient_privilege';
  elsif not coalesce(auth.jwt() -> 'access_token' -> 'scopes' ? scope, false) then
    raise exception 'The access token needs the scope %', scope using errcode = 'insufficient_privilege';
  end if;
  return true;
end
$$;
comment on function private.require_scope is
  'Refuses a personal access token without a scope; null refuses every token.';
grant execute on function private.require_scope to authenticated, service_role;

create function private.token_group_id() returns uuid
language sql stable security definer set search_path = ''
as $$ select (auth.jwt() -> 'access_token' ->> 'group_id')::uuid $$;
comment on function private.token_group_id is
  'Returns the group to which the caller''s access token is limited; null without such a limit.';

create function private.token_team_id() returns uuid
language sql stable security definer set search_path = ''
as $$ select (auth.jwt() -> 'access_token' ->> 'team_id')::uuid $$;
comment on function private.token_team_id is
  'Returns the team to which the caller''s access token is limited; null without such a limit.';
grant execute on function private.token_group_id, private.token_team_id
  to authenticated, service_role, cuebook_search, cuebook_reader;

create function private.may_use(scope text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.jwt() -> 'access_token' is not null then
    return private.require_scope(scope);
  end if;
  return not private.lacks_second_factor();
end
$$;
comment on function private.may_use is
  'Returns whether the caller has given every factor that their account has. Refuses personal access tokens without the scope; '
  'null refuses every token.';
grant execute on function private.may_use to authenticated, service_role;

-- Functions that bypass the policies check the caller with this.
create function private.caller_id(scope text default null) returns uuid
language sql stable security definer set search_path = ''
as $$ select case when private.may_use(scope) then auth.uid() end $$;
comment on function private.caller_id is
  'Returns auth.uid() of a caller who has given every factor, or whose access token has the scope, for a role that cannot reach the schema '
  'auth.';

create function private.require_caller() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.caller_id();
begin
  if caller is null then
    raise exception 'Authentication required' using errcode = 'PT401';
  end if;
  return caller;
end
$$;
comment on function private.require_caller is 'Returns private.caller_id(), and refuses a caller who has none (401).';

create function public.my_sessions()
returns table (
  id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text,
  second_factor boolean, is_current boolean
)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at),
    s.user_agent, host(s.ip), coalesce(s.aal > 'aal1', false),
    coalesce(s.id::text = auth.jwt() ->> 'session_id', false)
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
    and private.has_session() and not private.lacks_second_factor()
  order by 7 desc, 3 desc, 1
$$;
comment on function public.my_sessions is
  'Returns the sessions of the caller: this one first, then the most recently used.';
grant execute on function public.my_sessions to authenticated;

create function public.revoke_session(session_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_whole_session();
  delete from auth.sessions s where s.id = revoke_session.session_id and s.user_id = auth.uid();
  if not found then
    raise exception 'There is no such session' using errcode = 'PT404';
  end if;
end
$$;
comment on function public.revoke_session is
  'Ends one of the caller''s sessions: it cannot be refreshed any more.';
grant execute on function public.revoke_session to authenticated;
