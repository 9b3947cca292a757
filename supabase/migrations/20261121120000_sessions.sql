-- Where somebody is signed in, and the end of it: GoTrue has no address for either.

/* The caller's own session, while it lasts: a token outlives its session by up to its own life. */
create function private.has_session() returns boolean
language sql stable security definer set search_path = ''
as $$
  select auth.uid() is not null and (
    auth.jwt() ->> 'session_id' is null
    or exists (
      select from auth.sessions s
      where s.id::text = auth.jwt() ->> 'session_id' and s.user_id = auth.uid()
        and (s.not_after is null or s.not_after > now())))
$$;
comment on function private.has_session() is 'Whether the caller is signed in, and was not signed out since.';
revoke all on function private.has_session() from public;

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
    and private.has_session()
  order by 7 desc, 3 desc, 1
$$;
comment on function public.my_sessions() is
  'Where the caller is signed in: this session first, then the last used one.';
revoke all on function public.my_sessions() from public, anon, authenticated, service_role;
grant execute on function public.my_sessions() to authenticated;

create function public.revoke_session(session_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.has_session() then
    raise exception 'Authentication required' using errcode = 'PT401';
  end if;
  delete from auth.sessions s where s.id = revoke_session.session_id and s.user_id = auth.uid();
  if not found then
    raise exception 'There is no such session' using errcode = 'PT404';
  end if;
end
$$;
comment on function public.revoke_session(uuid) is
  'Ends one of the caller''s sessions: it cannot be refreshed any more.';
revoke all on function public.revoke_session(uuid) from public, anon, authenticated, service_role;
grant execute on function public.revoke_session(uuid) to authenticated;
