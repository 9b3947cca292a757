-- Rules of every table that people reach, as policies beside each table's own.
-- An account with a second factor needs both factors: a password alone reads and writes nothing.
-- An access token needs the scope that is named here; tables that are not named refuse every token.
-- Each new table needs these policies; a test checks that each has them. Each of a statement's functions
-- takes about 50 µs, so a session is told by an expression.

do $$
declare
  scopes constant jsonb := '{
    "prompts": {"select": "prompts:read", "insert": "prompts:write", "update": "prompts:write"},
    "prompt_versions": {"select": "prompts:read", "insert": "prompts:write"},
    "prompt_stats": {"select": "prompts:read"},
    "prompt_includes": {"select": "prompts:read"},
    "prompt_uses": {"select": "prompts:read", "insert": "prompts:read", "update": "prompts:read"},
    "favorites": {"select": "prompts:read", "insert": "prompts:write", "delete": "prompts:write"},
    "groups": {"select": "prompts:read", "insert": "prompts:write", "update": "prompts:write"},
    "profiles": {"select": "prompts:read"},
    "chains": {"select": "chains:read"},
    "chain_prompts": {"select": "chains:read"}
  }';
  kept record;
  command text;
begin
  for kept in
    select c.oid::regclass as name, c.relname, c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  loop
    foreach command in array '{select,insert,update,delete}'::text[] loop
      if has_table_privilege('authenticated', kept.oid, command)
        or (command <> 'delete' and has_any_column_privilege('authenticated', kept.oid, command))
      then
        execute format(
          'create policy %I on %s as restrictive for %s to authenticated %s (
            case when (select auth.jwt() -> ''access_token'') is null then (select private.is_whole_session())
              else (select private.require_scope(%L)) end)',
          format('Both factors, or a token with its scope: %s', command), kept.name, command,
          case command when 'insert' then 'with check' else 'using' end,
          scopes -> kept.relname ->> command);
      end if;
    end loop;
  end loop;
end
$$;

-- A token limited to a group or a team reaches only prompts in it, what belongs to these, and the
-- group itself.
create policy "A token keeps to its group or team" on public.prompts as restrictive to authenticated
  using (
    (select auth.jwt() -> 'access_token') is null
    or ((select private.token_group_id()) is null or group_id = (select private.token_group_id()))
    and ((select private.token_team_id()) is null or team_id = (select private.token_team_id()))
  );
create policy "A token keeps to its group" on public.groups as restrictive to authenticated
  using (
    (select auth.jwt() -> 'access_token') is null
    or (select private.token_team_id()) is null
    and ((select private.token_group_id()) is null or id = (select private.token_group_id()))
  );

do $$
declare
  name text;
begin
  foreach name in array '{favorites,prompt_uses,prompt_stats}'::text[] loop
    execute format(
      'create policy "A token keeps to its group or team" on public.%I as restrictive to authenticated
        using ((select auth.jwt() -> ''access_token'') is null
          or coalesce((select private.token_group_id()), (select private.token_team_id())) is null
          or exists (select from public.prompts p where p.id = prompt_id))', name);
  end loop;
end
$$;

-- PostgreSQL lets everybody execute a new function. Here only the roles to which one was granted may.
-- A migration that adds functions repeats this statement; a test checks that no function is open.

revoke all on all functions in schema public, private from public;
