-- Import: the contents of a file are sent in parts, and one statement stores all of them or none.
-- They are prompts with their history, groups, chains and their runs, comments, and last values.

create function private.prompt_fingerprint(title text, content text) returns text
language sql immutable strict parallel safe
as $$
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(
    pg_catalog.octet_length(title) || ':' || title || content, 'UTF8')), 'hex')
$$;
comment on function private.prompt_fingerprint(text, text) is
  'The same for two prompts exactly when title and content are the same; the page computes it too.';
revoke all on function private.prompt_fingerprint(text, text) from public;
grant execute on function private.prompt_fingerprint(text, text) to authenticated, service_role;

create function public.known_prompts(fingerprints text[]) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(own.fingerprint), '{}')
  from (
    select private.prompt_fingerprint(title, content) as fingerprint
    from public.prompts
    where user_id = (select auth.uid()) and deleted_at is null
    intersect
    select unnest(fingerprints)
  ) own
$$;
comment on function public.known_prompts(text[]) is
  'Which of these fingerprints (SHA-256 of the title''s length in bytes, a colon, title and content) belong to prompts of the caller.';
revoke all on function public.known_prompts(text[]) from public;
grant execute on function public.known_prompts(text[]) to authenticated;

-- Unlogged: after a crash the parts are gone, and the client sends them again.
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
  'What people are bringing in: sent in parts, stored by import_library, which empties it; the rest goes after a day.';
comment on column public.import_parts.content is
  'Lists named groups, prompts, versions, chains, runs, comments and uses, as import_library takes them.';
create index import_parts_user_id_idx on public.import_parts (user_id);

alter table public.import_parts enable row level security;
revoke all on table public.import_parts from anon, authenticated, service_role;
grant select, insert, delete on table public.import_parts to authenticated;

create policy "people read what they are bringing in" on public.import_parts for select to authenticated
  using (user_id = (select auth.uid()));
create policy "people send parts of their imports" on public.import_parts for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "people call their imports off" on public.import_parts for delete to authenticated
  using (user_id = (select auth.uid()));

create function private.text_list(list jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(select jsonb_array_elements_text(case jsonb_typeof(list) when 'array' then list else '[]' end))
$$;
comment on function private.text_list(jsonb) is 'Returns a list of texts; empty if there is none.';
revoke all on function private.text_list(jsonb) from public;

create function private.imported_time(written text) returns timestamptz
language sql stable set search_path = ''
as $$ select least(coalesce(written::timestamptz, now()), now()) $$;
comment on function private.imported_time(text) is 'A time from a file, never later than now; now where it says none.';
revoke all on function private.imported_time(text) from public;

create function private.readable_prompt(id text, reader uuid) returns uuid
language sql stable set search_path = ''
as $$
  select p.id from public.prompts p
  where p.id = case when $1 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $1::uuid end
    and p.deleted_at is null
    and (p.user_id = $2 or p.is_public or p.team_id in (select private.my_team_ids()))
$$;
comment on function private.readable_prompt(text, uuid) is
  'The prompt that a file names by its id, if it is here and its reader may read it.';
revoke all on function private.readable_prompt(text, uuid) from public;

create function private.import_groups(import uuid, person uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wanted jsonb;
  target uuid;
  taken uuid[] := '{}';
  made integer := 0;
  ids jsonb := '{}';
begin
  for wanted in
    select item.fields
    from public.import_parts p, jsonb_array_elements(p.content -> 'groups') with ordinality as item (fields, place)
    where p.import_id = import and p.user_id = person
    order by p.part, item.place
  loop
    -- Two groups of the same name in a file remain two groups.
    select g.id into target from public.groups g
    where g.user_id = person and g.deleted_at is null and g.id <> all (taken)
      and lower(btrim(g.name)) = lower(btrim(wanted ->> 'name'))
    order by g.created_at, g.id
    limit 1;
    if target is null then
      insert into public.groups (name, description, user_id, created_at, updated_at)
      values (
        btrim(wanted ->> 'name'), wanted ->> 'description', person,
        private.imported_time(wanted ->> 'created_at'),
        private.imported_time(coalesce(wanted ->> 'updated_at', wanted ->> 'created_at'))
      )
      returning id into target;
      made := made + 1;
    end if;
    taken := taken || target;
    ids := ids || jsonb_build_object(wanted ->> 'key', target);
  end loop;
  return jsonb_build_object('ids', ids, 'made', made);
end
$$;
comment on function private.import_groups(uuid, uuid) is
  'Finds the groups of an import by their names, or creates them. Returns {ids: by their keys, made}.';
revoke all on function private.import_groups(uuid, uuid) from public;

-- Also returns the ids of chains by their keys, including those of chains that the caller already
-- had.
create function private.import_chains(import uuid, person uuid, ids jsonb, include_known boolean)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wanted jsonb;
  steps uuid[];
  chain uuid;
  made integer := 0;
  empty integer := 0;
  chain_ids jsonb := '{}';
begin
  for wanted in
    select item.fields
    from public.import_parts p, jsonb_array_elements(p.content -> 'chains') with ordinality as item (fields, place)
    where p.import_id = import and p.user_id = person
    order by p.part, item.place
  loop
    select coalesce(array_agg(coalesce((ids ->> key)::uuid, private.readable_prompt(key, person)) order by place), '{}')
    into steps
    from jsonb_array_elements_text(wanted -> 'prompts') with ordinality as step (key, place);
    chain := null;
    if not include_known then
      select c.id into chain
      from public.chains c
      where c.user_id = person and c.title = wanted ->> 'title'
        and c.description is not distinct from wanted ->> 'description'
        and steps = array(
          select s.prompt_id from public.chain_prompts s where s.chain_id = c.id order by s.sequence_order
        )
      order by c.created_at, c.id
      limit 1;
    end if;
    if chain is null then
      insert into public.chains (title, description, user_id, created_at, updated_at)
      values (
        wanted ->> 'title', wanted ->> 'description', person,
        private.imported_time(wanted ->> 'created_at'),
        private.imported_time(coalesce(wanted ->> 'updated_at', wanted ->> 'created_at'))
      )
      returning id into chain;
      insert into public.chain_prompts (chain_id, prompt_id, sequence_order)
      select chain, prompt, place from unnest(steps) with ordinality as step (prompt, place);
      made := made + 1;
      empty := empty + (select count(*) from unnest(steps) as step (prompt) where prompt is null);
    end if;
    if wanted ->> 'key' is not null then
      chain_ids := chain_ids || jsonb_build_object(wanted ->> 'key', chain);
    end if;
  end loop;
  return jsonb_build_object('made', made, 'empty', empty, 'ids', chain_ids);
end
$$;
comment on function private.import_chains(uuid, uuid, jsonb, boolean) is
  'Makes the chains of an import; a step whose prompt is neither in it nor readable stays empty. Returns {made, empty, ids: by their keys}.';
revoke all on function private.import_chains(uuid, uuid, jsonb, boolean) from public;

create function private.import_runs(import uuid, person uuid, ids jsonb, chain_ids jsonb, include_known boolean)
returns integer
language plpgsql set search_path = ''
as $$
declare
  wanted jsonb;
  run_steps jsonb;
  began timestamptz;
  made integer := 0;
begin
  for wanted in
    select item.fields
    from public.import_parts p, jsonb_array_elements(p.content -> 'runs') with ordinality as item (fields, place)
    where p.import_id = import and p.user_id = person
    order by p.part, item.place
  loop
    -- Ids in a run are the file's: they are replaced by ids of this library, or removed.
    select coalesce(jsonb_agg(
      step || jsonb_build_object('prompt_id', coalesce(
        ids ->> (step ->> 'prompt_id'), private.readable_prompt(step ->> 'prompt_id', person)::text
      ))
      order by place
    ), '[]')
    into run_steps
    from jsonb_array_elements(wanted -> 'steps') with ordinality as item (step, place);
    began := private.imported_time(wanted ->> 'created_at');
    continue when not include_known and exists (
      select from public.chain_runs r
      where r.user_id = person and r.created_at = began and r.title = wanted ->> 'title'
        and r.answers = wanted -> 'answers' and r.steps = run_steps
    );
    insert into public.chain_runs (chain_id, user_id, title, steps, answers, state, created_at, updated_at)
    values (
      (chain_ids ->> (wanted ->> 'chain'))::uuid, person, wanted ->> 'title', run_steps, wanted -> 'answers',
      wanted ->> 'state', began,
      private.imported_time(coalesce(wanted ->> 'updated_at', wanted ->> 'created_at'))
    );
    made := made + 1;
  end loop;
  return made;
end
$$;
comment on function private.import_runs(uuid, uuid, jsonb, jsonb, boolean) is
  'Makes the runs of an import that are not there yet, each of its chain; returns how many.';
revoke all on function private.import_runs(uuid, uuid, jsonb, jsonb, boolean) from public;

-- Imports only the caller's own comments, under their own prompts. A file could contain comments in
-- others' names, or for others' prompts.
create function private.import_comments(import uuid, person uuid, ids jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  made integer;
begin
  insert into public.comments (prompt_id, user_id, body, created_at, updated_at, imported)
  select wanted.prompt_id, person, wanted.body, wanted.created_at, wanted.updated_at, true
  from (
    select
      (ids ->> (item.fields ->> 'prompt'))::uuid as prompt_id,
      item.fields ->> 'body' as body,
      private.imported_time(item.fields ->> 'created_at') as created_at,
      private.imported_time(coalesce(item.fields ->> 'updated_at', item.fields ->> 'created_at')) as updated_at,
      p.part, item.place
    from public.import_parts p, jsonb_array_elements(p.content -> 'comments') with ordinality as item (fields, place)
    where p.import_id = import and p.user_id = person
  ) wanted
  where wanted.prompt_id is not null and not exists (
    select from public.comments c
    where c.prompt_id = wanted.prompt_id and c.user_id = person
      and c.body = wanted.body and c.created_at = wanted.created_at
  )
  order by wanted.part, wanted.place;
  get diagnostics made = row_count;
  return made;
end
$$;
comment on function private.import_comments(uuid, uuid, jsonb) is
  'Stores the comments of an import that are not there yet as the caller''s own, under prompts of the import; returns how many.';
revoke all on function private.import_comments(uuid, uuid, jsonb) from public;

create function private.import_uses(import uuid, person uuid, ids jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.prompt_uses (user_id, prompt_id, used_at, uses, last_values)
  select person, used.prompt_id, private.imported_time(used.fields ->> 'used_at'),
    greatest(1, (used.fields ->> 'uses')::integer), coalesce(used.fields -> 'last_values', '{}')
  from (
    select item.fields, coalesce(
      (ids ->> (item.fields ->> 'prompt'))::uuid, private.readable_prompt(item.fields ->> 'prompt', person)
    ) as prompt_id
    from public.import_parts p, jsonb_array_elements(p.content -> 'uses') as item (fields)
    where p.import_id = import and p.user_id = person
  ) used
  where used.prompt_id is not null
  on conflict (user_id, prompt_id) do nothing
$$;
comment on function private.import_uses(uuid, uuid, jsonb) is
  'Stores when the caller last used a prompt and with which values, where nothing newer is known here.';
revoke all on function private.import_uses(uuid, uuid, jsonb) from public;

-- Runs as the owner, since clients may not write times and history otherwise. Every row belongs to
-- the caller, in their own groups and in no team; constraints and triggers check each row as usual.
create function public.import_library(
  import_id uuid,
  include_known boolean default false,
  publish boolean default false
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
  pasts jsonb;
  known integer[];
  chains jsonb;
  runs integer;
  comments integer;
begin
  if me is null then
    raise exception 'Authentication required' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from public.import_parts p where p.import_id = import_library.import_id and p.user_id = me) then
    raise exception 'There is nothing to import' using errcode = 'PT404';
  end if;
  groups := private.import_groups(import_library.import_id, me);

  if not include_known then
    select coalesce(jsonb_object_agg(private.prompt_fingerprint(p.title, p.content), p.id), '{}')
    into own
    from public.prompts p where p.user_id = me and p.deleted_at is null;
  end if;

  -- Inserts the last prompt first: lists show the newest first, and so have the order of the file.
  select
    coalesce(jsonb_object_agg(item.key, item.id) filter (where item.existing is null), '{}'),
    coalesce(jsonb_object_agg(item.key, coalesce(item.existing, item.id::text)), '{}'),
    coalesce(array_agg(item.place order by item.place) filter (where item.existing is not null), '{}')
  into fresh, ids, known
  from (
    select
      numbered.key, numbered.place, private.new_id() as id, own ->> numbered.fingerprint as existing
    from (
      select
        element.fields ->> 'key' as key,
        private.prompt_fingerprint(element.fields ->> 'title', element.fields ->> 'content') as fingerprint,
        (row_number() over (order by p.part, element.place) - 1)::integer as place
      from public.import_parts p, jsonb_array_elements(p.content -> 'prompts') with ordinality as element (fields, place)
      where p.import_id = import_library.import_id and p.user_id = me
    ) numbered
    order by numbered.place desc
  ) item;

  -- Counts the versions of each prompt before its current one.
  select coalesce(jsonb_object_agg(past.key, past.states), '{}')
  into pasts
  from (
    select state.fields ->> 'prompt' as key, count(*) as states
    from public.import_parts p, jsonb_array_elements(p.content -> 'versions') as state (fields)
    where p.import_id = import_library.import_id and p.user_id = me
    group by 1
  ) past;

  with item as materialized (
    select
      element.fields,
      (fresh ->> (element.fields ->> 'key'))::uuid as id,
      coalesce((element.fields ->> 'is_public')::boolean, false) as was_public,
      coalesce((pasts ->> (element.fields ->> 'key'))::integer, 0) as past,
      coalesce(jsonb_typeof(element.fields -> 'newest') = 'object', false) as has_newest,
      -- Otherwise the database makes the version of the present state: of a file, none; or it is
      -- made private.
      coalesce(jsonb_typeof(element.fields -> 'newest') = 'object', false)
        and (publish or not coalesce((element.fields ->> 'is_public')::boolean, false)) as is_recorded
    from public.import_parts p, jsonb_array_elements(p.content -> 'prompts') as element (fields)
    where p.import_id = import_library.import_id and p.user_id = me and fresh ? (element.fields ->> 'key')
  ), prompt as (
    insert into public.prompts (id, title, content, description, tags, category, icon, is_public, group_id,
      user_id, version, created_at, updated_at, forked_from, forked_from_version, change_description)
    select
      item.id, fields ->> 'title', fields ->> 'content', fields ->> 'description',
      private.text_list(fields -> 'tags'), fields ->> 'category', fields ->> 'icon', was_public and publish,
      (groups -> 'ids' ->> (fields ->> 'group'))::uuid, me,
      past + has_newest::integer + (not is_recorded)::integer,
      case when past > 0 or has_newest then private.imported_time(fields ->> 'created_at') else now() end,
      case when is_recorded then private.imported_time(fields ->> 'updated_at') else now() end,
      source.id,
      -- A file could name any version of another person's prompt, and so reveal its history: the
      -- fork gets the current one.
      case when ids ? (fields ->> 'forked_from') then (fields ->> 'forked_from_version')::integer end,
      case when (past > 0 or has_newest) and not is_recorded then 'Imported' end
    from item, lateral (
      select coalesce(
        (ids ->> (fields ->> 'forked_from'))::uuid, private.readable_prompt(fields ->> 'forked_from', me)
      ) as id
    ) source
  ), version as (
    insert into public.prompt_versions (prompt_id, version_number, title, content, description, tags, is_public,
      category, icon, group_id, change_description, created_by, created_at, imported)
    select
      kept.id, kept.number, state ->> 'title', state ->> 'content', state ->> 'description',
      private.text_list(state -> 'tags'), coalesce((state ->> 'is_public')::boolean, false),
      state ->> 'category', state ->> 'icon', (groups -> 'ids' ->> (state ->> 'group'))::uuid,
      kept.saved ->> 'change_description', me, private.imported_time(kept.saved ->> 'created_at'), true
    from (
      select item.id, past + 1 as number, fields as state, fields -> 'newest' as saved from item where has_newest
      union all
      select
        (fresh ->> (past.fields ->> 'prompt'))::uuid,
        row_number() over (partition by past.fields ->> 'prompt' order by p.part, past.place),
        past.fields, past.fields
      from public.import_parts p, jsonb_array_elements(p.content -> 'versions') with ordinality as past (fields, place)
      where p.import_id = import_library.import_id and p.user_id = me and fresh ? (past.fields ->> 'prompt')
    ) kept
  )
  insert into public.favorites (user_id, prompt_id)
  select me, id from item where (fields ->> 'is_favorite')::boolean;

  chains := private.import_chains(import_library.import_id, me, ids, include_known);
  runs := private.import_runs(import_library.import_id, me, ids, chains -> 'ids', include_known);
  comments := private.import_comments(import_library.import_id, me, ids);
  perform private.import_uses(import_library.import_id, me, ids);
  delete from public.import_parts p where p.import_id = import_library.import_id and p.user_id = me;
  return jsonb_build_object(
    'imported', (select count(*) from jsonb_object_keys(fresh)), 'known', known,
    'new_groups', groups -> 'made', 'new_chains', chains -> 'made', 'empty_steps', chains -> 'empty',
    'new_runs', runs, 'new_comments', comments
  );
end
$$;
comment on function public.import_library(uuid, boolean, boolean) is
  'Stores what was sent to import_parts under an id, in one transaction, as the caller''s own. Prompts: {key, title, '
  'content, description, tags, category, icon, is_public, is_favorite, group: a key, forked_from: a key or id, '
  'forked_from_version, created_at, updated_at, newest: {change_description, created_at} of the version that is this '
  'state}. Versions, of each prompt from the first on: {prompt: a key, title, content, …, change_description, created_at}. '
  'Groups: {key, name, description, created_at, updated_at}; those that are there by name are taken. Chains: {key, title, '
  'description, created_at, updated_at, prompts: keys or ids}. Runs: {chain: a key, title, state, steps, answers, '
  'created_at, updated_at}. Comments, under prompts of the import: {prompt: a key, body, created_at, updated_at}. Uses: '
  '{prompt: a key or id, used_at, uses, last_values}. Leaves out prompts, chains and runs that the caller has already, '
  'unless include_known, and comments and uses always; keeps all private, unless publish. '
  'Returns {imported, known: positions left out, from 0, new_groups, new_chains, empty_steps, new_runs, new_comments}.';
revoke all on function public.import_library(uuid, boolean, boolean) from public, anon, authenticated, service_role;
grant execute on function public.import_library(uuid, boolean, boolean) to authenticated;
