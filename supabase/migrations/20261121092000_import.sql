-- Import: the contents of a file are sent in parts, and one statement stores all of them or none.
-- They are prompts with their history, groups, chains and their runs, comments, and last values.

create function private.prompt_fingerprint(title text, content text) returns text
language sql immutable strict parallel safe
as $$
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(
    pg_catalog.octet_length(title) || ':' || title || private.without_references(content), 'UTF8')), 'hex')
$$;
comment on function private.prompt_fingerprint is
  'Returns a text that is the same for two prompts exactly if title and content are the same, whatever they include; '
  'the page computes it too.';
grant execute on function private.prompt_fingerprint to authenticated, service_role;

create function public.known_prompts(fingerprints text[], of_team uuid default null) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(own.fingerprint), '{}')
  from (
    select private.prompt_fingerprint(title, content) as fingerprint
    from public.prompts
    where ((of_team is null and user_id = (select auth.uid())) or team_id = of_team)
      and deleted_at is null
    intersect
    select unnest(fingerprints)
  ) own
$$;
comment on function public.known_prompts is
  'Returns which of these fingerprints (SHA-256 of the title''s length in bytes, a colon, title and '
  'content) belong to prompts of the caller, or of a team of theirs.';
grant execute on function public.known_prompts to authenticated;

-- Unlogged: after a crash the parts are gone. import_library refuses the rest, and the client sends
-- all of them again.
create unlogged table public.import_parts (
  import_id uuid not null,
  part integer not null,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  content jsonb not null,
  created_at timestamptz not null default now(),
  primary key (import_id, part),
  constraint "a part of an import is an object" check (jsonb_typeof(content) = 'object')
);
comment on table public.import_parts is
  'What people are bringing in: sent in parts, stored by import_library, which empties it; the '
  'rest goes after a day.';
comment on column public.import_parts.part is 'From 0 on, without gaps.';
comment on column public.import_parts.content is
  'Lists named groups, prompts, versions, chains, runs, comments and uses, as import_library takes '
  'them.';
create index import_parts_user_id_idx on public.import_parts (user_id);

alter table public.import_parts enable row level security;
grant select, insert (import_id, part, user_id, content), delete on table public.import_parts to authenticated;

create policy "People manage their imports" on public.import_parts to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function private.text_list(list jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(select jsonb_array_elements_text(case jsonb_typeof(list) when 'array' then list else '[]' end))
$$;
comment on function private.text_list is 'Returns a list of texts; empty if there is none.';

create function private.imported_time(written text) returns timestamptz
language sql stable set search_path = ''
as $$ select least(greatest(coalesce(written::timestamptz, now()), 'epoch'), now()) $$;
comment on function private.imported_time is
  'Returns a time from a file, never later than now, nor before 1970, such as -infinity, which pages can''t show; now where it says none.';

-- Runs as the owner: public prompts in groups and teams are closed to the caller's own queries.
create function private.readable_prompt(id text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select p.id from public.prompts p
  where p.id = case when $1 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $1::uuid end
    and p.deleted_at is null
    and (
      p.user_id = (select private.caller_id())
      or p.is_public
      or p.team_id in (select private.my_team_ids())
      or p.id in (select private.my_shared_prompt_ids())
    )
$$;
comment on function private.readable_prompt is
  'Returns the id of the prompt that a file names by its id, if it exists and the caller may read '
  'it.';
grant execute on function private.readable_prompt to authenticated;

-- An import leaves out what the library has. Preview and import share the functions below, so that they agree.

create function private.json_digest(value jsonb) returns text
language sql immutable strict parallel safe
as $$ select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(value::text, 'UTF8')),
  'hex') $$;
comment on function private.json_digest is
  'Returns the SHA-256 of a value as PostgreSQL prints it; the page computes it too.';

create function private.group_key(path text[]) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select to_jsonb(array(
    select lower(btrim(name)) from unnest(path) with ordinality as names (name, place) order by place
  ))::text
$$;
comment on function private.group_key is
  'Returns a key from the names on a group''s path: groups of an import are those of the library with the same key.';

create function private.map_bindings(bindings jsonb, step_ids jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(jsonb_object_agg(b.key,
    case when b.value ? 'step' then jsonb_build_object('step', step_ids -> (b.value ->> 'step'))
    else b.value end), '{}')
  from jsonb_each(bindings) b
$$;
comment on function private.map_bindings is
  'Returns bindings of a step with other names of steps. Files number them from 1: their ids are '
  'those of a library.';

create function private.chain_digest(title text, description text, steps jsonb) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select private.json_digest(jsonb_build_array(title, description, coalesce(
    jsonb_agg(jsonb_build_array(
      step ->> 'title', private.without_references(step ->> 'content'),
      coalesce(step -> 'bindings', '{}')
    ) order by place), '[]'
  )))
  from jsonb_array_elements(steps) with ordinality as item (step, place)
$$;
comment on function private.chain_digest is
  'Returns a digest: two chains are equal if it and their prompts are the same. Steps are those of a file.';

create function private.file_steps(chain_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  with step as (
    select s.*, row_number() over (order by s.sequence_order) as number
    from public.chain_prompts s where s.chain_id = $1
  )
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'title', title, 'content', content,
      'bindings', private.map_bindings(bindings, (select jsonb_object_agg(id, number) from step))
    ) order by number
  ), '[]')
  from step
$$;
comment on function private.file_steps is
  'Returns the steps of a chain as a file has them, without their prompts of the library.';

create function private.run_digest(title text, steps jsonb, answers jsonb) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select private.json_digest(jsonb_build_array(title, answers, coalesce(
    jsonb_agg(case jsonb_typeof(step) when 'object' then step - 'prompt_id' else step end order by place), '[]'
  )))
  from jsonb_array_elements(steps) with ordinality as item (step, place)
$$;
comment on function private.run_digest is
  'Returns a digest: two runs are equal if it, their start and their prompts are the same.';

create function private.comment_digest(body text) returns text
language sql immutable parallel safe
as $$ select private.json_digest(pg_catalog.to_jsonb(body)) $$;
comment on function private.comment_digest is
  'Returns a digest: two comments are equal if it, their time and their prompt are the same.';

create function private.step_prompts(steps jsonb) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array(
    select step ->> 'prompt_id' from jsonb_array_elements(steps) with ordinality as item (step, place) order by place
  )
$$;
comment on function private.step_prompts is 'Returns the prompt ids of the steps of a run, in order.';

-- Equal entries are numbered in the library and in each file, so that two equal ones of a file stay two. The library
-- counts as a file before the first one. An entry is new if no earlier file has an equal one with its number.
-- Without nested loops: their estimates are wrong here, and they could take quadratic time.
create function private.match_entries(entries jsonb, person uuid, include_known boolean, team uuid)
returns table (entry integer, file integer, kind text, existing uuid, is_new boolean)
language sql stable set search_path = '' set enable_nestloop = off
as $$
  with recursive group_paths as (
    select g.id, g.created_at, array[g.name] as path
    from public.groups g
    where ((team is null and g.user_id = person) or g.team_id = team)
      and g.deleted_at is null and g.parent_id is null
    union all
    select g.id, g.created_at, p.path || g.name
    from group_paths p join public.groups g on g.parent_id = p.id
    where ((team is null and g.user_id = person) or g.team_id = team) and g.deleted_at is null
  ), wanted as materialized (
    select
      item.entry::integer, coalesce((item.fields ->> 'file')::integer, 1) as file,
      item.fields ->> 'kind' as kind,
      case item.fields ->> 'kind'
        when 'groups' then private.group_key(private.text_list(item.fields -> 'path'))
        else item.fields ->> 'digest'
      end as digest,
      case when item.fields ->> 'kind' in ('runs', 'comments') then
        private.imported_time(item.fields ->> 'created_at')
      end as created_at,
      private.text_list(item.fields -> 'prompts') as prompts
    from jsonb_array_elements(entries) with ordinality as item (fields, entry)
  ), own as materialized (
    select 'groups' as kind, g.id, g.created_at as position, private.group_key(g.path) as digest,
      null::timestamptz as created_at, '{}'::text[] as prompts
    from group_paths g
    union all
    select 'chains', c.id, c.created_at,
      private.chain_digest(c.title, c.description, private.file_steps(c.id)), null,
      coalesce(steps.prompts, '{}')
    from public.chains c
    left join (
      select s.chain_id, array_agg(s.prompt_id::text order by s.sequence_order) as prompts
      from public.chain_prompts s
      where s.chain_id in (select own_chain.id from public.chains own_chain
        where (team is null and own_chain.user_id = person) or own_chain.team_id = team)
      group by s.chain_id
    ) steps on steps.chain_id = c.id
    where ((team is null and c.user_id = person) or c.team_id = team)
      and exists (select from wanted w where w.kind = 'chains')
    union all
    select 'runs', r.id, r.created_at, private.run_digest(r.title, r.steps, r.answers), r.created_at,
      private.step_prompts(r.steps)
    from public.chain_runs r
    where r.user_id = person and r.created_at between
      (select min(w.created_at) from wanted w where w.kind = 'runs')
      and (select max(w.created_at) from wanted w where w.kind = 'runs')
    union all
    select 'comments', c.id, c.created_at, private.comment_digest(c.body), c.created_at,
      array[c.prompt_id::text]
    from public.comments c
    where c.user_id = person and c.created_at between
      (select min(w.created_at) from wanted w where w.kind = 'comments')
      and (select max(w.created_at) from wanted w where w.kind = 'comments')
    union all
    select 'uses', u.prompt_id, u.used_at, null, null, array[u.prompt_id::text]
    from public.prompt_uses u
    where u.user_id = person and exists (select from wanted w where w.kind = 'uses')
  ), identities as materialized (
    -- Ids differ between libraries, so prompts of this one are compared by fingerprint. Others keep their id
    -- if the caller may read them; the rest count as gone.
    select prompt.id, case
      when prompt.id ~ '^[0-9a-f]{64}$' then prompt.id
      when p.id is not null then private.prompt_fingerprint(p.title, p.content)
      else private.readable_prompt(prompt.id)::text
    end as identity
    from (select unnest(prompts) as id from wanted union select unnest(prompts) from own) prompt
    left join public.prompts p on p.id::text = prompt.id
      and (p.user_id = person or p.team_id = team) and p.deleted_at is null
    where prompt.id is not null
  ), compared as materialized (
    select row_number() over () as row, both_sides.*
    from (
      select 0 as entry, 0 as file, own.* from own
      union all
      select w.entry, w.file, w.kind, null, null, w.digest, w.created_at, w.prompts from wanted w
    ) both_sides
  ), prompt_lists as materialized (
    select listed.row, array_agg(i.identity order by listed.place) as identities
    from (
      select c.row, prompt.id, prompt.place
      from compared c, unnest(c.prompts) with ordinality as prompt (id, place)
    ) listed
    left join identities i on i.id = listed.id
    group by listed.row
  ), signed as (
    select
      compared.*,
      private.json_digest(jsonb_build_array(
        compared.kind, compared.digest, compared.created_at, coalesce(l.identities, '{}')
      )) as signature,
      -- A comment or use belongs to a prompt, or stays in the file.
      compared.kind in ('comments', 'uses') and l.identities[1] is null as is_lost,
      -- Imported again, whatever is there: these entries belong to the new copies of the file's prompts.
      case when include_known and (
        compared.kind in ('chains', 'runs', 'comments')
        or (compared.kind = 'uses' and compared.prompts[1] ~ '^[0-9a-f]{64}$')
      ) then compared.entry end as alone
    from compared
    left join prompt_lists l on l.row = compared.row
  ), numbered as (
    select
      signed.*,
      -- A person has one use of a prompt.
      case when signed.kind = 'uses' then 1 else row_number() over (
        partition by signed.file, signed.signature, signed.alone
        order by signed.entry, signed.position, signed.id
      ) end as copy
    from signed
  ), matched as (
    select
      numbered.entry, numbered.file, numbered.kind,
      first_value(numbered.id) over same as existing,
      rank() over same = 1 and not numbered.is_lost as is_new
    from numbered
    window same as (partition by numbered.signature, numbered.copy, numbered.alone
      order by numbered.file)
  )
  select matched.entry, matched.file, matched.kind, matched.existing, matched.is_new
  from matched
  where matched.file > 0
$$;
comment on function private.match_entries is
  'Decides which entries of an import are new, and which row of the library equals each other one. '
  'Entries: {file: a number from 1, kind: groups, chains, runs, comments or uses, path: the names '
  'from the top to a group, digest, created_at, prompts: ids, or fingerprints of prompts of the file}. '
  'The library is that of a person, or of a team; runs, comments and uses are the person''s.';

grant execute on function private.json_digest, private.group_key, private.map_bindings,
  private.file_steps, private.chain_digest,
  private.run_digest, private.comment_digest, private.step_prompts, private.text_list,
  private.imported_time, private.match_entries to authenticated;

create function public.preview_import(
  entries jsonb, include_known boolean default false, to_team uuid default null
) returns jsonb
language sql stable set search_path = '' set statement_timeout = '60s'
as $$
  select coalesce(jsonb_agg(to_jsonb(counted)), '[]')
  from (
    select m.file, m.kind, count(*) filter (where m.is_new) as new, count(m.existing) as existing
    from private.match_entries(entries, (select auth.uid()), include_known, to_team) m
    group by m.file, m.kind
  ) counted
$$;
comment on function public.preview_import is
  'Counts what import_library would store of these entries, file after file, and what the library '
  'has; stores nothing. Entries are objects: {file: a number from 1, kind: groups, chains, runs, '
  'comments or uses, path: the names from the top to a group, digest: SHA-256 of what the kind compares, created_at: of '
  'runs and comments, prompts: fingerprints of prompts of the same file, or ids of others}. '
  'Returns [{file, kind, new, existing}].';
grant execute on function public.preview_import to authenticated;

-- PostgreSQL inlines this into its callers, whose plans then know how many rows there are. A SET
-- clause, even of search_path, would prevent it.
create function private.import_items(import uuid, person uuid, kind text)
returns table (number bigint, fields jsonb)
language sql stable
as $$
  select row_number() over (order by p.part, item.place), item.fields
  from public.import_parts p,
    pg_catalog.jsonb_array_elements(p.content -> kind) with ordinality as item (fields, place)
  where p.import_id = import and p.user_id = person
$$;
comment on function private.import_items is
  'Returns the entries of a kind, such as groups, in the order of the file, numbered from 1.';

create function private.import_entries(import uuid, person uuid, prints jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    case list.kind
      when 'groups' then jsonb_build_object('path', fields -> 'path')
      when 'chains' then jsonb_build_object(
        'digest',
        private.chain_digest(fields ->> 'title', fields ->> 'description', fields -> 'steps'),
        'prompts', (
          select jsonb_agg(coalesce(prints ->> step.key, step.key) order by step.place)
          from (
            select step ->> 'prompt' as key, place
            from jsonb_array_elements(fields -> 'steps') with ordinality as item (step, place)
          ) step
        )
      )
      when 'runs' then jsonb_build_object(
        'digest', private.run_digest(fields ->> 'title', fields -> 'steps', fields -> 'answers'),
        'created_at', fields ->> 'created_at',
        'prompts', (
          select jsonb_agg(coalesce(prints ->> step.key, step.key) order by step.place)
          from unnest(private.step_prompts(fields -> 'steps')) with ordinality as step (key, place)
        )
      )
      when 'comments' then jsonb_build_object(
        'digest', private.comment_digest(fields ->> 'body'),
        'created_at', fields ->> 'created_at',
        'prompts', jsonb_build_array(prints ->> (fields ->> 'prompt'))
      )
      else jsonb_build_object(
        'prompts',
        jsonb_build_array(coalesce(prints ->> (fields ->> 'prompt'), fields ->> 'prompt'))
      )
    end || jsonb_build_object('kind', list.kind)
    order by list.kind, item.number
  ), '[]')
  from unnest(array['groups', 'chains', 'runs', 'comments', 'uses']) as list (kind),
    private.import_items(import, person, list.kind) item
$$;
comment on function private.import_entries is
  'Returns the entries of an import as match_entries compares them; prints: the fingerprints of its '
  'prompts by their keys.';

create function private.existing_entries(import uuid, person uuid, prints jsonb,
  include_known boolean, team uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(matched.kind || ' ' || matched.place, matched.existing), '{}')
  from (
    select m.kind, m.existing, m.is_new,
      row_number() over (partition by m.kind order by m.entry) as place
    from private.match_entries(private.import_entries(import, person, prints), person,
      include_known, team) m
  ) matched
  where not matched.is_new
$$;
comment on function private.existing_entries is
  'Returns the entries of an import that stay out, such as "chains 3", each with the row of the library '
  'that equals it.';

create function private.import_groups(import uuid, person uuid, existing jsonb, team uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  number bigint;
  wanted jsonb;
  target uuid;
  made integer := 0;
  ids jsonb := '{}';
begin
  for number, wanted in
    select item.* from private.import_items(import, person, 'groups') item
    order by jsonb_array_length(item.fields -> 'path'), item.number
  loop
    target := (existing ->> ('groups ' || number))::uuid;
    if target is null then
      insert into public.groups (name, description, parent_id, user_id, team_id, created_at, updated_at)
      values (
        btrim(wanted -> 'path' ->> -1), wanted ->> 'description', (ids ->> (wanted ->> 'parent'))::uuid, person, team,
        private.imported_time(wanted ->> 'created_at'),
        private.imported_time(coalesce(wanted ->> 'updated_at', wanted ->> 'created_at'))
      )
      returning id into target;
      made := made + 1;
    end if;
    ids := ids || jsonb_build_object(wanted ->> 'key', target);
  end loop;
  return jsonb_build_object('ids', ids, 'made', made);
end
$$;
comment on function private.import_groups is
  'Finds the groups of an import by their paths, or creates them. Returns {ids: by their keys, '
  'made}.';

-- Also returns the ids of chains by their keys, including those of chains that the library already
-- had.
create function private.import_chains(import uuid, person uuid, ids jsonb, names jsonb,
  existing jsonb, team uuid)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  number bigint;
  wanted jsonb;
  step_ids jsonb;
  chain uuid;
  made integer := 0;
  empty integer := 0;
  chain_ids jsonb := '{}';
begin
  for number, wanted in
    select item.* from private.import_items(import, person, 'chains') item order by item.number
  loop
    chain := (existing ->> ('chains ' || number))::uuid;
    if chain is null then
      insert into public.chains (title, description, user_id, team_id, created_at, updated_at)
      values (
        wanted ->> 'title', wanted ->> 'description', person, team,
        private.imported_time(wanted ->> 'created_at'),
        private.imported_time(coalesce(wanted ->> 'updated_at', wanted ->> 'created_at'))
      )
      returning id into chain;
      select coalesce(jsonb_object_agg(place, private.new_id()), '{}') into step_ids
      from generate_series(1, jsonb_array_length(wanted -> 'steps')) place;
      insert into public.chain_prompts (id, chain_id, prompt_id, title, content, bindings,
        sequence_order)
      select
        (step_ids ->> place::text)::uuid, chain,
        case when step ->> 'content' is null then
          coalesce((ids ->> (step ->> 'prompt'))::uuid, private.readable_prompt(step ->> 'prompt'))
        end,
        step ->> 'title', private.map_references(step ->> 'content', ids, names),
        private.map_bindings(coalesce(step -> 'bindings', '{}'), step_ids), place
      from jsonb_array_elements(wanted -> 'steps') with ordinality as item (step, place);
      made := made + 1;
      empty := empty + (
        select count(*) from public.chain_prompts s
        where s.chain_id = chain and s.prompt_id is null and s.content is null
      );
    end if;
    if wanted ->> 'key' is not null then
      chain_ids := chain_ids || jsonb_build_object(wanted ->> 'key', chain);
    end if;
  end loop;
  return jsonb_build_object('made', made, 'empty', empty, 'ids', chain_ids);
end
$$;
comment on function private.import_chains is
  'Makes the chains of an import; a step whose prompt is neither in it nor readable stays empty. '
  'Returns {made, empty, ids: by their keys}.';

create function private.import_runs(import uuid, person uuid, ids jsonb, chain_ids jsonb,
  existing jsonb)
returns integer
language sql set search_path = ''
as $$
  with made as (
    insert into public.chain_runs (chain_id, user_id, title, steps, answers, state, created_at,
      updated_at)
    select
      (chain_ids ->> (run.fields ->> 'chain'))::uuid, person, run.fields ->> 'title',
      -- Ids in a run are the file's: they are replaced by ids of this library, or removed.
      (
        select coalesce(jsonb_agg(
          step || jsonb_build_object('prompt_id', coalesce(
            ids ->> (step ->> 'prompt_id'), private.readable_prompt(step ->> 'prompt_id')::text
          ))
          order by place
        ), '[]')
        from jsonb_array_elements(run.fields -> 'steps') with ordinality as item (step, place)
      ),
      run.fields -> 'answers', run.fields ->> 'state',
      private.imported_time(run.fields ->> 'created_at'),
      private.imported_time(coalesce(run.fields ->> 'updated_at', run.fields ->> 'created_at'))
    from private.import_items(import, person, 'runs') run
    where not existing ? ('runs ' || run.number)
    order by run.number
    returning 1
  )
  select count(*)::integer from made
$$;
comment on function private.import_runs is
  'Makes the runs of an import that are not there yet, each of its chain; returns how many.';

-- Imports only the caller's own comments, under their own prompts. A file could contain comments in
-- others' names, or for others' prompts.
create function private.import_comments(import uuid, person uuid, ids jsonb, existing jsonb)
  returns integer
language sql set search_path = ''
as $$
  with made as (
    insert into public.comments (prompt_id, user_id, body, created_at, updated_at, imported)
    select
      (ids ->> (item.fields ->> 'prompt'))::uuid, person, item.fields ->> 'body',
      private.imported_time(item.fields ->> 'created_at'),
      private.imported_time(coalesce(item.fields ->> 'updated_at', item.fields ->> 'created_at')), true
    from private.import_items(import, person, 'comments') item
    where not existing ? ('comments ' || item.number)
      and exists (
        select from public.prompts p
        where p.id = (ids ->> (item.fields ->> 'prompt'))::uuid and p.user_id = person
      )
    order by item.number
    returning 1
  )
  select count(*)::integer from made
$$;
comment on function private.import_comments is
  'Stores the comments of an import that are not there yet as the caller''s own, under prompts of '
  'the import; returns how many.';

create function private.import_uses(import uuid, person uuid, ids jsonb, existing jsonb)
  returns integer
language sql set search_path = ''
as $$
  with made as (
    insert into public.prompt_uses (user_id, prompt_id, used_at, uses, last_values)
    select
      person,
      coalesce((ids ->> (item.fields ->> 'prompt'))::uuid,
        private.readable_prompt(item.fields ->> 'prompt')),
      private.imported_time(item.fields ->> 'used_at'),
      greatest(1, (item.fields ->> 'uses')::integer), coalesce(item.fields -> 'last_values', '{}')
    from private.import_items(import, person, 'uses') item
    where not existing ? ('uses ' || item.number)
    on conflict (user_id, prompt_id) do nothing
    returning 1
  )
  select count(*)::integer from made
$$;
comment on function private.import_uses is
  'Stores when the caller last used a prompt and with which values, unless the library knows; '
  'returns of how many.';

create function private.titles_for_references(import uuid, person uuid, ids jsonb, team uuid) returns jsonb
language sql stable set search_path = ''
as $$
  with item as (
    select fields from private.import_items(import, person, 'prompts')
  ), named (title, id) as (
    select title, min(id::text)
    from public.prompts
    where ((team is null and user_id = person) or team_id = team) and deleted_at is null
      and (
        exists (select from item where strpos(item.fields ->> 'content', '{{>') > 0)
        or exists (
          select
          from private.import_items(import, person, 'chains') chain,
            jsonb_array_elements(chain.fields -> 'steps') step
          where strpos(step ->> 'content', '{{>') > 0
        )
      )
    group by title having count(*) = 1
  )
  select coalesce((select jsonb_object_agg(title, id) from named), '{}')
    || coalesce((select jsonb_object_agg(fields ->> 'title', ids ->> (fields ->> 'key')) filter (where fields ->> 'title' is not null) from item), '{}')
$$;
comment on function private.titles_for_references is
  'Returns ids by title, for references by name: prompts of the import, else of the library if only one has the title.';

create function private.import_prompts(
  import uuid, person uuid, publish boolean, fresh jsonb, ids jsonb, names jsonb, group_ids jsonb, team uuid
) returns void
language plpgsql set search_path = ''
as $$
declare
  pasts jsonb;
begin
  -- Counts the versions of each prompt before its current one.
  select coalesce(jsonb_object_agg(past.key, past.states), '{}')
  into pasts
  from (
    select state.fields ->> 'prompt' as key, count(*) as states
    from private.import_items(import, person, 'versions') state
    group by 1
  ) past;

  with item as materialized (
    select
      element.fields,
      (fresh ->> (element.fields ->> 'key'))::uuid as id,
      coalesce((pasts ->> (element.fields ->> 'key'))::integer, 0) as past,
      state.was_public,
      state.has_newest,
      -- Otherwise the database makes the version of the present state: of a file, none; or it is
      -- made private.
      state.has_newest and (publish or not state.was_public) as is_recorded
    from private.import_items(import, person, 'prompts') element, lateral (
      select
        coalesce((element.fields ->> 'is_public')::boolean, false) as was_public,
        coalesce(jsonb_typeof(element.fields -> 'newest') = 'object', false) as has_newest
    ) state
    where fresh ? (element.fields ->> 'key')
  ), prompt as (
    insert into public.prompts (id, title, content, description, tags, category, icon, is_public, group_id,
      team_id, user_id, version, created_at, updated_at, forked_from, forked_from_version,
      change_description)
    select
      item.id, fields ->> 'title', private.map_references(fields ->> 'content', ids, names), fields ->> 'description',
      private.text_list(fields -> 'tags'), fields ->> 'category', fields ->> 'icon', was_public and publish,
      (group_ids ->> (fields ->> 'group'))::uuid, team, person,
      past + has_newest::integer + (not is_recorded)::integer,
      case when past > 0 or has_newest then private.imported_time(fields ->> 'created_at') else now() end,
      case when is_recorded then private.imported_time(fields ->> 'updated_at') else now() end,
      source.id,
      -- A file could name any version of another person's prompt, and so reveal its history: the
      -- fork gets the current one, here of a prompt that the team has already.
      case when fresh ? (fields ->> 'forked_from')
        or exists (select from public.prompts p where p.id = source.id and p.user_id = person)
      then (fields ->> 'forked_from_version')::integer end,
      case when (past > 0 or has_newest) and not is_recorded then 'Imported' end
    from item, lateral (select (ids ->> (fields ->> 'forked_from'))::uuid as id) source
  ), version as (
    insert into public.prompt_versions (prompt_id, version_number, title, content, description, tags, is_public,
      category, icon, group_id, change_description, created_by, created_at, imported)
    select
      kept.id, kept.number, state ->> 'title', private.map_references(state ->> 'content', ids, names), state ->> 'description',
      private.text_list(state -> 'tags'), coalesce((state ->> 'is_public')::boolean, false),
      state ->> 'category', state ->> 'icon', (group_ids ->> (state ->> 'group'))::uuid,
      kept.saved ->> 'change_description', person,
      private.imported_time(kept.saved ->> 'created_at'), true
    from (
      select item.id, past + 1 as number, fields as state, fields -> 'newest' as saved from item
        where has_newest
      union all
      select
        (fresh ->> (past.fields ->> 'prompt'))::uuid,
        row_number() over (partition by past.fields ->> 'prompt' order by past.number),
        past.fields, past.fields
      from private.import_items(import, person, 'versions') past
      where fresh ? (past.fields ->> 'prompt')
    ) kept
  )
  insert into public.favorites (user_id, prompt_id)
  select person, id from item where (fields ->> 'is_favorite')::boolean;
  -- The triggers that count these ran before the new prompts had counts.
  update public.prompt_stats s set favorites_count = own.favorites, forks_count = own.forks
  from jsonb_each_text(fresh) new_prompt, lateral (
    select
      (select count(*) from public.favorites f where f.prompt_id = new_prompt.value::uuid) as favorites,
      (select count(*) from public.prompts p where p.forked_from = new_prompt.value::uuid) as forks
  ) own
  where s.prompt_id = new_prompt.value::uuid and own.favorites + own.forks > 0;
end
$$;
comment on function private.import_prompts is
  'Stores the prompts of an import that are new, with their history and favourites. fresh: their ids by key; ids: those of all '
  'prompts of the import; names: ids by title; group_ids: by key. Forks of other prompts: see link_imported_forks.';

-- Locks the counts of the sources, which are other people's: so it comes last, or a long import would keep
-- their owners from making them private.
create function private.link_imported_forks(import uuid, person uuid, fresh jsonb, ids jsonb) returns void
language sql set search_path = ''
as $$
  update public.prompts p set forked_from = source.id, forked_from_version = source.version
  from private.import_items(import, person, 'prompts') item, lateral (
    select s.id, s.version from public.prompts s
    where s.id = private.readable_prompt(item.fields ->> 'forked_from') limit 1
  ) source
  where p.id = (fresh ->> (item.fields ->> 'key'))::uuid and not ids ? (item.fields ->> 'forked_from')
$$;
comment on function private.link_imported_forks is
  'Makes prompts of an import forks of the prompts outside of it that they name, in their current versions.';

create function private.require_import_right(to_team uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if to_team is not null and to_team not in (select private.my_edited_team_ids()) then
    raise exception 'Only owners and editors of a team import into it'
      using errcode = 'insufficient_privilege';
  end if;
end
$$;
comment on function private.require_import_right is
  'Raises an error if the caller may not import into this team. Null is their own library.';

-- Runs as the owner, since clients may not write times and history otherwise. Every row belongs to
-- the caller, in their own library, or in that of a team that they edit; constraints and triggers
-- check each row as usual.
create function public.import_library(
  import_id uuid,
  include_known boolean default false,
  publish boolean default false,
  to_team uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '300s' set gin_pending_list_limit = '64MB'
as $$
declare
  me constant uuid := private.caller_id();
  own jsonb := '{}';
  groups jsonb;
  -- Ids by the file's keys: of new rows, and of all. They are JSON objects, since a join with a
  -- wrong estimate could take quadratic time.
  fresh jsonb;
  ids jsonb;
  prints jsonb;
  names jsonb;
  known integer[];
  existing_entries jsonb;
  chains jsonb;
  runs integer;
  comments integer;
  uses integer;
  report jsonb;
begin
  if me is null then
    raise exception 'Authentication required' using errcode = 'insufficient_privilege';
  end if;
  -- A stranger must not hold the lock, and a member may lose the right while waiting for it.
  perform private.require_import_right(to_team);
  -- Imports into a library happen one after the other, so that each finds what the others stored.
  perform pg_advisory_xact_lock(hashtextextended('import into ' || coalesce(to_team, me), 0));
  perform private.require_import_right(to_team);
  if not exists (select from public.import_parts p
    where p.import_id = import_library.import_id and p.user_id = me) then
    raise exception 'There is nothing to import' using errcode = 'PT404';
  end if;
  -- A crash of the database may have emptied the table in between.
  if (select max(p.part) + 1 <> count(*) from public.import_parts p
    where p.import_id = import_library.import_id and p.user_id = me)
  then
    raise exception 'A part of the import is missing' using errcode = 'PT409', hint = 'Send all parts again.';
  end if;
  if not include_known then
    select coalesce(jsonb_object_agg(private.prompt_fingerprint(p.title, p.content), p.id), '{}')
    into own
    from public.prompts p
    where ((to_team is null and p.user_id = me) or p.team_id = to_team) and p.deleted_at is null;
  end if;

  -- Inserts the last prompt first: lists show the newest first, and so have the order of the file.
  select
    coalesce(jsonb_object_agg(item.key, item.id) filter (where item.existing is null), '{}'),
    coalesce(jsonb_object_agg(item.key, coalesce(item.existing, item.id::text)), '{}'),
    coalesce(array_agg(item.place order by item.place) filter (where item.existing is not null), '{}'),
    coalesce(jsonb_object_agg(item.key, item.fingerprint), '{}')
  into fresh, ids, known, prints
  from (
    select
      numbered.key, numbered.place, numbered.fingerprint, private.new_id() as id,
      own ->> numbered.fingerprint as existing
    from (
      select
        element.fields ->> 'key' as key,
        private.prompt_fingerprint(element.fields ->> 'title',
          element.fields ->> 'content') as fingerprint,
        (element.number - 1)::integer as place
      from private.import_items(import_library.import_id, me, 'prompts') element
    ) numbered
    order by numbered.place desc
  ) item;
  existing_entries := private.existing_entries(import_library.import_id, me, prints, include_known,
    to_team);
  groups := private.import_groups(import_library.import_id, me, existing_entries, to_team);
  names := private.titles_for_references(import_library.import_id, me, ids, to_team);
  perform private.import_prompts(import_library.import_id, me, publish, fresh, ids, names, groups -> 'ids', to_team);

  -- The page uploads the files of the import next. Those of a fork's source would come twice.
  delete from public.prompt_attachments a
  using jsonb_each_text(fresh) new_prompt
  where a.prompt_id = new_prompt.value::uuid;
  chains := private.import_chains(import_library.import_id, me, ids, names, existing_entries, to_team);
  runs := private.import_runs(import_library.import_id, me, ids, chains -> 'ids', existing_entries);
  comments := private.import_comments(import_library.import_id, me, ids, existing_entries);
  uses := private.import_uses(import_library.import_id, me, ids, existing_entries);
  report := jsonb_build_object(
    'imported', (select count(*) from jsonb_object_keys(fresh)), 'known', known,
    'new_groups', groups -> 'made', 'new_chains', chains -> 'made', 'empty_steps', chains -> 'empty',
    'new_runs', runs, 'new_comments', comments, 'new_uses', uses,
    'prompts_with_files', (
      select coalesce(jsonb_object_agg(element.fields ->> 'key', fresh ->> (element.fields ->> 'key')), '{}')
      from private.import_items(import_library.import_id, me, 'prompts') element
      where (element.fields ->> 'has_files')::boolean and fresh ? (element.fields ->> 'key')
    )
  );
  perform private.link_imported_forks(import_library.import_id, me, fresh, ids);
  delete from public.import_parts p where p.import_id = import_library.import_id and p.user_id = me;
  return report;
end
$$;
comment on function public.import_library is
  'Stores what was sent to import_parts under an id, in one transaction, as the caller''s own. '
  'With to_team, the prompts and chains are shared with the team, and prompts lie in its groups; the rest is the caller''s. '
  'Prompts: {key, title, content, description, tags, category, icon, is_public, is_favorite, '
  'group: a key, forked_from: a key or id, forked_from_version, created_at, updated_at, newest: '
  '{change_description, created_at} of the version that is this state, has_files}. Versions, of each prompt '
  'from the first on: {prompt: a key, title, content, …, change_description, created_at}. Groups: '
  '{key, path: the names from the top to it, parent: a key, description, created_at, updated_at}; those that are there by path '
  'are taken. '
  'Chains: {key, title, description, created_at, updated_at, steps: [{prompt: a key or id, or title '
  'and content of a prompt written in the chain, bindings}]}. Runs: {chain: '
  'a key, title, state, steps, answers, created_at, updated_at}. Comments, under prompts of the '
  'import that the caller owns: {prompt: a key, body, created_at, updated_at}. Uses: {prompt: a key or id, used_at, '
  'uses, last_values}. Leaves out prompts and chains that the library, and runs that the caller has already, unless '
  'include_known, and comments and uses always; keeps all private, unless publish. Returns '
  '{imported, known: positions left out, from 0, new_groups, new_chains, empty_steps, new_runs, '
  'new_comments, new_uses, prompts_with_files: ids of new prompts by key}.';
grant execute on function public.import_library to authenticated;
