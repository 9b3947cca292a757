-- Rules of every table that people reach, as policies beside each table's own.
-- An account with a second factor needs both factors: a password alone reads and writes nothing.
-- An access token needs the scope that is named here; tables that are not named refuse every token. A
-- token limited to a group or a team reaches only prompts in it, what belongs to these, and the group;
-- a group with those below it. Subselects read the limit once a statement: a function for each row would
-- make a token's read without a filter reach its timeout at some ten thousand prompts.
-- Each new table needs these policies; a test checks that each has them. A function takes about 50 µs a
-- statement, so a session is told from a token by an expression. PostgreSQL evaluates every
-- subselect when a row was changed concurrently, whatever stands before it: none may raise an error for
-- a session.

do $$
declare
  scopes constant jsonb := '{
    "prompts": {"select": "prompts:read", "insert": "prompts:write", "update": "prompts:write"},
    "prompt_versions": {"select": "prompts:read", "insert": "prompts:write"},
    "prompt_labels": {"select": "prompts:read"},
    "prompt_label_moves": {"select": "prompts:read"},
    "prompt_stats": {"select": "prompts:read"},
    "prompt_includes": {"select": "prompts:read"},
    "proposals": {"select": "prompts:read"},
    "prompt_uses": {"select": "prompts:read", "insert": "prompts:read", "update": "prompts:read"},
    "favorites": {"select": "prompts:read", "insert": "prompts:write", "delete": "prompts:write"},
    "groups": {"select": "prompts:read", "insert": "prompts:write", "update": "prompts:write"},
    "profiles": {"select": "prompts:read"},
    "teams": {"select": "prompts:read"},
    "chains": {"select": "chains:read"},
    "chain_prompts": {"select": "chains:read"}
  }';
  of_group constant text := '(%I = any ((select private.token_group_ids())::uuid[])) is true';
  of_team constant text := '(%I = (select private.token_team_id())) is true';
  of_prompt constant text := 'exists (select from public.prompts p where p.id = prompt_id)';
  -- A token is limited to a group or to a team, never to both.
  limits constant jsonb := jsonb_build_object(
    'prompts', concat_ws(' or ', format(of_group, 'group_id'), format(of_team, 'team_id')),
    'groups', concat_ws(' or ', format(of_group, 'id'), format(of_group, 'parent_id'), format(of_team, 'team_id')),
    'teams', format(of_team, 'id'),
    'chains', format(of_team, 'team_id'),
    'favorites', of_prompt, 'prompt_uses', of_prompt, 'prompt_stats', of_prompt, 'proposals', of_prompt);
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
            (select case when auth.jwt() -> ''access_token'' is null then not private.lacks_second_factor()
              else private.require_scope(%L) end)
            and %s)',
          format('Both factors, or a token with its scope: %s', command), kept.name, command,
          case command when 'insert' then 'with check' else 'using' end,
          scopes -> kept.relname ->> command,
          case when limits ? kept.relname
            then format('case when (select coalesce(auth.jwt() #>> ''{access_token,group_id}'', auth.jwt() #>> ''{access_token,team_id}'')) is null
              then true else %s end', limits ->> kept.relname)
            else 'true' end);
      end if;
    end loop;
  end loop;
end
$$;

-- PostgreSQL lets everybody execute a new function. Here only the roles to which one was granted may.
-- A migration that adds functions repeats this statement; a test checks that no function is open.

revoke all on all functions in schema public, private from public;
