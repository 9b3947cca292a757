-- Personal access tokens: keys with which programs act as a person, within scopes. Created by a
-- function, which returns the token once; only its hash is stored. The server asks
-- private.access_token_claims for the claims of a request with a token. Apps get tokens from the OAuth
-- server, which keeps them in the schema auth.

create table public.access_tokens (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null,
  scopes text[] not null,
  group_id uuid references public.groups (id) on delete cascade,
  team_id uuid references public.teams (id) on delete cascade,
  token_hash bytea not null unique,
  last_characters text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  constraint "a token needs a name of 1 to 100 characters"
    check (name ~ '\S' and char_length(name) <= 100),
  constraint "a token has scopes that exist" check (
    cardinality(scopes) > 0
    and scopes <@ '{prompts:read,prompts:write,chains:read,releases:write}'::text[]
  ),
  constraint "writing needs prompts:read" check (
    not scopes && '{prompts:write,releases:write}'::text[] or 'prompts:read' = any (scopes)
  ),
  constraint "a token is limited to a group or to a team" check (group_id is null or team_id is null),
  constraint "a token limited to a group reads no chains"
    check (group_id is null or 'chains:read' <> all (scopes))
);
comment on table public.access_tokens is 'Personal access tokens, with which programs act as a person.';
comment on column public.access_tokens.scopes is
  'What the token allows: prompts:read, prompts:write, chains:read, releases:write.';
comment on column public.access_tokens.group_id is 'The only group whose prompts it reaches; null for no limit.';
comment on column public.access_tokens.team_id is 'The only team whose prompts and chains it reaches; null for no limit.';
comment on column public.access_tokens.token_hash is 'SHA-256 of the token, which has 160 random bits.';
comment on column public.access_tokens.last_characters is 'The last four characters of the token, by which a person tells it.';
comment on column public.access_tokens.expires_at is 'When it ends; null for never.';
comment on column public.access_tokens.last_used_at is 'Its last use, within a minute; null before the first.';
create index access_tokens_user_id_idx on public.access_tokens (user_id, created_at);
create index access_tokens_group_id_idx on public.access_tokens (group_id) where group_id is not null;
create index access_tokens_team_id_idx on public.access_tokens (team_id) where team_id is not null;

alter table public.access_tokens enable row level security;
grant select (id, user_id, name, scopes, group_id, team_id, last_characters, created_at, expires_at, last_used_at), delete
  on table public.access_tokens to authenticated;
grant select, insert, update, delete on table public.access_tokens to service_role;
create policy "People read their access tokens" on public.access_tokens for select to authenticated
  using (user_id = (select auth.uid()));
create policy "People revoke their access tokens" on public.access_tokens for delete to authenticated
  using (user_id = (select auth.uid()));

create function public.create_access_token(
  name text, scopes text[], group_id uuid default null, team_id uuid default null, expires_at timestamptz default null
) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  max_tokens constant integer := 100;
  random_digits constant text := left(encode(private.random_bytes(), 'hex'), 40);
  token constant text := 'cbk_' || random_digits || left(encode(sha256(convert_to(random_digits, 'utf8')), 'hex'), 8);
begin
  perform private.require_whole_session();
  if create_access_token.expires_at <= now() then
    raise exception 'The token would have expired already' using errcode = 'PT422';
  end if;
  if create_access_token.group_id is not null
    and not private.is_live_group_of(create_access_token.group_id, auth.uid())
  then
    raise exception 'There is no such group' using errcode = 'PT404';
  end if;
  if create_access_token.team_id is not null and create_access_token.team_id not in (select private.my_team_ids()) then
    raise exception 'There is no such team' using errcode = 'PT404';
  end if;
  -- Two requests at once are counted one after the other.
  perform from auth.users u where u.id = auth.uid() for update;
  if (select count(*) >= max_tokens from public.access_tokens t where t.user_id = auth.uid()) then
    raise exception 'An account has at most % access tokens', max_tokens
      using errcode = 'PT422', hint = 'Revoke one that is no longer used.';
  end if;
  insert into public.access_tokens (user_id, name, scopes, group_id, team_id, token_hash, last_characters, expires_at)
  values (auth.uid(), btrim(create_access_token.name),
    array(select distinct scope from unnest(create_access_token.scopes) scope order by scope),
    create_access_token.group_id, create_access_token.team_id,
    sha256(convert_to(token, 'utf8')), right(token, 4), create_access_token.expires_at);
  return token;
end
$$;
comment on function public.create_access_token is
  'Creates a personal access token and returns it: cbk_, 40 random hexadecimal digits, and the first 8 of their SHA-256 as a '
  'checksum. It is shown only once.';
grant execute on function public.create_access_token to authenticated;

create function private.app_token_claims(hash bytea) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  granted record;
begin
  select g.id, g.user_id, g.client_id, g.audience, g.group_id, g.team_id, g.last_used_at, t.scopes into granted
  from auth.oauth_tokens t join auth.oauth_grants g on g.id = t.grant_id join auth.users u on u.id = g.user_id
  where t.token_hash = hash and t.kind = 'access' and t.expires_at > now()
    and (u.banned_until is null or u.banned_until <= now()) and u.deleted_at is null;
  if granted.id is null then
    return null;
  end if;
  if granted.last_used_at is null or granted.last_used_at < now() - interval '1 minute' then
    update auth.oauth_grants g set last_used_at = now()
    where g.id = (select id from auth.oauth_grants where id = granted.id for update skip locked);
  end if;
  return jsonb_build_object('sub', granted.user_id, 'role', 'authenticated', 'aud', granted.audience,
    'access_token', jsonb_strip_nulls(jsonb_build_object('id', granted.id, 'scopes', granted.scopes,
      'group_id', granted.group_id, 'team_id', granted.team_id, 'client_id', granted.client_id)));
end
$$;
comment on function private.app_token_claims is
  'Returns the claims of an app''s access token (OAuth) with a hash, and notes its use. The claim aud is the only address that it '
  'opens.';

-- Called by the server with each request that has a token, so that a revoked one ends at once.
create function private.access_token_claims(hash bytea) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token public.access_tokens;
begin
  select t.* into token
  from public.access_tokens t join auth.users u on u.id = t.user_id
  where t.token_hash = hash and (t.expires_at is null or t.expires_at > now())
    and (u.banned_until is null or u.banned_until <= now()) and u.deleted_at is null;
  if token.id is null then
    return private.app_token_claims(hash);
  end if;
  if token.last_used_at is null or token.last_used_at < now() - interval '1 minute' then
    -- Another request may be noting the same minute: that one suffices.
    update public.access_tokens t set last_used_at = now()
    where t.id = (select id from public.access_tokens where id = token.id for update skip locked);
  end if;
  return jsonb_build_object('sub', token.user_id, 'role', 'authenticated', 'access_token', jsonb_strip_nulls(
    jsonb_build_object('id', token.id, 'scopes', token.scopes, 'group_id', token.group_id, 'team_id', token.team_id)));
end
$$;
comment on function private.access_token_claims is
  'Returns the claims of the personal or app token with a hash, and notes its use; null if it was revoked, has expired, or its '
  'account is banned or gone.';
