-- Includes: a reference `{{> id}}` in a prompt's content stands for the text of another prompt. It
-- follows the latest version, or names one: `{{> id@3}}`. Values behind it are bound to variables of
-- that text: `{{> id tone="formal"}}`. templating/references.ts has the same syntax.

create table public.prompt_includes (
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  position integer not null,
  included_id uuid not null,
  pinned_version integer,
  primary key (prompt_id, position)
);
comment on table public.prompt_includes is
  'The references in the current content of each prompt, at most the first 200. Written by triggers.';
comment on column public.prompt_includes.position is 'The number of the reference in the content, from 1.';
comment on column public.prompt_includes.included_id is
  'The prompt that it names. No foreign key: a reference outlives its prompt, and may name an unknown one.';
comment on column public.prompt_includes.pinned_version is 'The version that it names; null follows the latest.';
create index prompt_includes_included_idx on public.prompt_includes (included_id, pinned_version);

alter table public.prompt_includes enable row level security;
grant select on table public.prompt_includes to authenticated, service_role;
create policy "references are read with their prompt" on public.prompt_includes for select to authenticated
  using (exists (select from public.prompts p where p.id = prompt_id));

create function private.references_in(content text)
returns table ("position" integer, included_id uuid, pinned_version integer)
language sql immutable parallel safe set search_path = '' rows 5
as $$
  select found.place::integer, lower(target[1])::uuid, substr(target[2], 2)::integer
  from regexp_matches(
    case when strpos(content, '{{>') > 0 then content else '' end,
    '\{\{>((?:[^{}"\n]|"(?:[^"\\\n]|\\[^\n])*")*)\}\}', 'g'
  ) with ordinality as found (inner_text, place),
  lateral regexp_match(found.inner_text[1],
    '^[ \t]*([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(@[1-9][0-9]{0,8})?'
    '(?:[ \t]+(?:"(?:[^"\\\n]|\\[^\n])*"|[^ \t\r\n{}"=]+)="(?:[^"\\\n]|\\[^\n])*")*[ \t]*$') as target
  where target is not null
  order by found.place
  limit 200
$$;
comment on function private.references_in is
  'Returns the references of a content, in order; the position counts other text of that form, too.';

create function private.without_reference_ids(content text) returns text
language sql immutable strict parallel safe
as $$
  select case when pg_catalog.strpos(content, '{{>') = 0 then content
    else pg_catalog.regexp_replace(content,
      '(\{\{>[ \t]*)[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?:@[1-9][0-9]{0,8})?', '\1…', 'g')
  end
$$;
comment on function private.without_reference_ids is
  'Returns a content as lists show it and search reads it: references without their ids.';

create function private.without_references(content text) returns text
language sql immutable strict parallel safe
as $$
  select case when pg_catalog.strpos(content, '{{>') = 0 then content
    else pg_catalog.regexp_replace(content, '\{\{>(?:[^{}"\n]|"(?:[^"\\\n]|\\[^\n])*")*\}\}', '{{>}}', 'g')
  end
$$;
comment on function private.without_references is
  'Returns a content with all references made equal: ids differ between libraries.';

create function private.map_reference(reference text, ids jsonb, names jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  target_end integer := length(rtrim(reference, E' \t'));
  target text;
  pin text;
begin
  if strpos(reference, '="') > 0 then
    -- Bindings follow the last word. A search for them from the end of the text would begin again at
    -- each blank and each binding of a long text.
    target_end := (
      select coalesce(max(token_end) filter (where not is_binding), 0)
      from (
        select sum(length(found.token[1])) over (order by found.place) as token_end,
          found.token[1] ~ '^[ \t]+(?:"(?:[^"\\\n]|\\[^\n])*"|[^ \t\r\n{}"=]+)="(?:[^"\\\n]|\\[^\n])*"$' as is_binding
        from regexp_matches(reference, '[ \t]*(?:[^ \t"]|"(?:[^"\\\n]|\\[^\n])*")+', 'g') with ordinality as found (token, place)
      ) tokens
    );
  end if;
  target := btrim(left(reference, target_end), E' \t');
  pin := coalesce((regexp_match(target, '@[1-9][0-9]{0,8}$'))[1], '');
  target := left(target, length(target) - length(pin));
  return coalesce(
    ' ' || coalesce(ids ->> lower(target), names ->> target) || pin || substr(reference, target_end + 1), reference);
end
$$;
comment on function private.map_reference is
  'Returns what stands between {{> and }} with the new id of the prompt that it names by id or title; unchanged if there is none.';

create function private.map_references(content text, ids jsonb, names jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  pattern constant text := '\{\{>(?:[^{}"\n]|"(?:[^"\\\n]|\\[^\n])*")*\}\}';
  texts text[];
  sources text[];
begin
  if strpos(content, '{{>') = 0 then
    return content;
  end if;
  texts := regexp_split_to_array(content, pattern);
  sources := array(select match[1] from regexp_matches(content, pattern, 'g') match);
  return (
    select string_agg(
      part.before || coalesce('{{>' || private.map_reference(substr(part.source, 4, length(part.source) - 5), ids, names) || '}}', ''),
      '' order by part.place
    )
    from unnest(texts, sources) with ordinality as part (before, source, place)
  );
end
$$;
comment on function private.map_references is
  'Returns a content whose references name the new ids of prompts, by their old ids or their titles.';

-- Strangers don't read the history of a public prompt. But its owner's public prompts publish the
-- versions that they include, if those were public themselves. This also holds once the included
-- prompt is deleted.
create function private.is_published_include(prompt_id uuid, version_number integer) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.prompt_includes i
    join public.prompts includer on includer.id = i.prompt_id
    join public.prompts included on included.id = i.included_id
    join public.prompt_versions v on v.prompt_id = i.included_id and v.version_number = i.pinned_version
    where i.included_id = $1 and i.pinned_version = $2
      and includer.is_public and includer.deleted_at is null and includer.user_id = included.user_id
      and included.is_public and v.is_public
  )
$$;
comment on function private.is_published_include is
  'Returns whether a public prompt of the same owner includes this public version.';

grant select on table public.prompt_versions to cuebook_reader;
create policy "includes show versions that their reader may read" on public.prompt_versions for select to cuebook_reader
  using (
    (select private.may_use('prompts:read'))
    and (
      exists (
        select from public.prompts p
        where p.id = prompt_id and (
          p.user_id = (select auth.uid())
          or (p.team_id in (select private.my_team_ids()) and version_number >= p.shared_version)
          or version_number >= ((select private.my_first_versions()) ->> p.id::text)::integer
        )
      )
      or (is_public and private.is_published_include(prompt_id, version_number))
    )
  );

-- Runs as the role of its caller, cuebook_reader, whose policies decide for the signed-in user. The
-- limits make the planner look up each text by its key, whatever it expects of the policies.
create function private.read_included(refs text[])
returns table (
  ref text, prompt_id uuid, version integer, title text, content text, is_public boolean, is_deleted boolean
)
language sql stable set search_path = '' rows 20
as $$
  select wanted.ref, wanted.id, coalesce(v.version_number, p.version), coalesce(p.title, v.title),
    case when wanted.pinned is null or wanted.pinned = p.version then p.content else v.content end,
    coalesce(p.is_public and (v.is_public or wanted.pinned is null), v.is_public),
    p.deleted_at is not null and wanted.pinned is null
  from (
    select ref, split_part(ref, '@', 1)::uuid as id, nullif(split_part(ref, '@', 2), '')::integer as pinned
    from unnest(refs) ref
  ) wanted
  left join lateral (select * from public.prompts where id = wanted.id limit 1) p on true
  left join lateral (
    select * from public.prompt_versions where prompt_id = wanted.id and version_number = wanted.pinned limit 1
  ) v on true
$$;
comment on function private.read_included is
  'Reads prompts, or versions of them, by references of the form id or id@version; null where the caller may not.';

-- Limits of a resolved text, also in templating/expand-includes.ts: 10 levels, 200 different
-- texts, 1,000,000 characters.
create function public.included_texts(refs text[])
returns table (
  ref text, prompt_id uuid, version integer, title text, content text, is_public boolean, gap text
)
language plpgsql stable security definer set search_path = '' rows 20
as $$
#variable_conflict use_column
declare
  due text[] := array(
    select distinct lower(each) from unnest(refs) each
    where each ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(@[1-9][0-9]{0,8})?$'
    order by 1 limit 200
  );
  seen text[] := '{}';
  beyond text[];
  rest text[] := '{}';
  characters bigint := 0;
  node record;
begin
  for level in 1..10 loop
    exit when cardinality(due) = 0;
    seen := seen || due;
    beyond := '{}';
    for node in select * from private.read_included(due) loop
      ref := node.ref;
      prompt_id := node.prompt_id;
      version := node.version;
      title := node.title;
      content := node.content;
      is_public := node.is_public;
      gap := case when content is null then 'missing' when node.is_deleted then 'deleted' end;
      if gap is null then
        characters := characters + char_length(content);
        if characters > 1000000 then
          gap := 'limit';
        else
          beyond := beyond || array(
            select r.included_id || coalesce('@' || r.pinned_version, '') from private.references_in(content) r
          );
        end if;
      end if;
      if gap is not null then
        content := null;
        version := null;
        is_public := null;
      end if;
      return next;
    end loop;
    rest := rest || beyond;
    due := array(
      select distinct each from unnest(beyond) each
      where each <> all (seen) limit 200 - cardinality(seen)
    );
  end loop;
  return query
    select distinct on (each) each, split_part(each, '@', 1)::uuid,
      null::integer, null::text, null::text, null::boolean, 'limit'
    from unnest(rest) each where each <> all (seen);
end
$$;
comment on function public.included_texts is
  'Returns the texts that references (id or id@version) stand for, and those that these include, each once. Without a text, gap '
  'says why: missing (none, or not readable by the caller), deleted, or limit (more than 10 levels, 200 texts or 1,000,000 '
  'characters).';
grant execute on function public.included_texts to anon, authenticated, service_role;

-- Only prompts that the caller may read count: nobody learns what the others include. A cycle over
-- one of those is a gap where it closes.
create function private.find_include_cycle(prompt_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  start record;
  refs text[];
  parents integer[] := '{0}';
  titles text[];
  from_index integer := 1;
  to_index integer;
  edge record;
  path text;
  step integer;
begin
  select p.id, p.version, left(p.title, 80) as title into start
  from public.prompts p where p.id = find_include_cycle.prompt_id;
  if not found then
    return null;
  end if;
  refs := array[start.id::text];
  titles := array[start.title];
  while from_index <= cardinality(refs) and cardinality(refs) < 1000 loop
    to_index := cardinality(refs);
    for edge in
      select array_position(refs, r.ref) as parent, left(r.title, 80) as title, i.included_id, i.pinned_version
      from private.read_included(refs[from_index:to_index]) r, private.references_in(r.content) i
    loop
      titles[edge.parent] := edge.title;
      if edge.included_id = start.id and coalesce(edge.pinned_version, start.version) = start.version then
        path := start.title;
        step := edge.parent;
        while step > 0 loop
          path := titles[step] || ' → ' || path;
          step := parents[step];
        end loop;
        return path;
      end if;
      if array_position(refs, edge.included_id || coalesce('@' || edge.pinned_version, '')) is null then
        refs := refs || (edge.included_id || coalesce('@' || edge.pinned_version, ''));
        parents := parents || edge.parent;
      end if;
    end loop;
    from_index := to_index + 1;
  end loop;
  return null;
end
$$;
comment on function private.find_include_cycle is
  'Returns the titles on the way on which a prompt includes itself, joined by arrows; null if it does not.';

-- Two saves that close a cycle together don't see each other. So a save that adds a reference takes
-- a lock until its transaction ends, and then looks. Each library has its own lock, since a large save
-- holds it for seconds; a cycle that two libraries close at the same moment is a gap.
create function private.refuse_include_cycle(prompt_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  path text;
begin
  perform pg_advisory_xact_lock(hashtextextended('includes of ' || coalesce(p.team_id, p.user_id), 0))
  from public.prompts p where p.id = refuse_include_cycle.prompt_id;
  path := private.find_include_cycle(prompt_id);
  if path is not null then
    raise exception 'Prompts can''t include each other: %', path using errcode = 'check_violation';
  end if;
end
$$;
comment on function private.refuse_include_cycle is
  'Refuses a save after which a prompt includes itself, also over others.';

create function private.update_includes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  has_new_reference constant boolean := exists (
    select from private.references_in(new.content) r
    where not exists (
      select from public.prompt_includes i
      where i.prompt_id = new.id and i.included_id = r.included_id
        and i.pinned_version is not distinct from r.pinned_version
    )
  );
begin
  delete from public.prompt_includes i where i.prompt_id = new.id;
  insert into public.prompt_includes (prompt_id, position, included_id, pinned_version)
  select new.id, r.position, r.included_id, r.pinned_version from private.references_in(new.content) r;
  if has_new_reference then
    perform private.refuse_include_cycle(new.id);
  end if;
  return null;
end
$$;
comment on function private.update_includes is 'Stores the references of a changed content.';
create trigger prompts_update_includes after update on public.prompts
  for each row when (
    old.content is distinct from new.content
    and (strpos(old.content, '{{>') > 0 or strpos(new.content, '{{>') > 0)
  ) execute function private.update_includes();

-- An import gives its prompts new ids, which no other prompt names. It may contain a cycle, which is
-- a gap: a whole file is not refused for it.
create function private.insert_includes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.prompt_includes (prompt_id, position, included_id, pinned_version)
  select made.id, r.position, r.included_id, r.pinned_version
  from made, private.references_in(made.content) r
  where strpos(made.content, '{{>') > 0;
  if found and not private.is_bulk_write() then
    perform private.refuse_include_cycle(made.id)
    from made where strpos(made.content, '{{>') > 0
    -- Takes the locks in one order.
    order by coalesce(made.team_id, made.user_id);
  end if;
  return null;
end
$$;
comment on function private.insert_includes is 'Stores the references of new prompts.';
create trigger prompts_insert_includes after insert on public.prompts
  referencing new table as made
  for each statement execute function private.insert_includes();

grant execute on function private.references_in, private.read_included,
  private.is_published_include to cuebook_reader;
grant execute on function private.references_in to authenticated;
grant execute on function private.without_reference_ids to cuebook_search;
grant execute on function private.without_references to authenticated, service_role;

grant create on schema public, private to cuebook_reader;
alter function public.included_texts owner to cuebook_reader;
alter function private.find_include_cycle owner to cuebook_reader;
revoke create on schema public, private from cuebook_reader;
do $$
begin
  execute format('grant execute on function private.find_include_cycle(uuid) to %I', current_user);
end
$$;

-- Shows what a save or deletion of prompts changes: prompts of the caller and their teams, and
-- their chains. Runs of chains are copies. The policies let a person read deleted prompts.
create function public.prompt_usage(prompt_ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  with recursive followers (id, of_id) as (
    select i.prompt_id, i.included_id
    from public.prompt_includes i join public.prompts p on p.id = i.prompt_id
    where i.included_id = any (prompt_ids) and i.pinned_version is null and p.deleted_at is null
      and (p.user_id = (select auth.uid()) or p.team_id in (select private.my_team_ids()))
    union
    select i.prompt_id, f.of_id
    from followers f
    join public.prompt_includes i on i.included_id = f.id and i.pinned_version is null
    join public.prompts p on p.id = i.prompt_id
    where f.id <> all (prompt_ids) and p.deleted_at is null
      and (p.user_id = (select auth.uid()) or p.team_id in (select private.my_team_ids()))
  ), uses (id, of_id) as (
    select f.id, f.of_id from followers f
    union
    select i.prompt_id, i.included_id from public.prompt_includes i where i.included_id = any (prompt_ids)
  ), users as (
    select p.id, p.title, p.content, p.version, p.is_public,
      p.id in (select f.id from followers f) as follows,
      exists (
        select from public.prompt_includes i
        where i.prompt_id = p.id and i.included_id = any (prompt_ids)
      ) as is_direct,
      p.user_id = (select auth.uid()) or p.team_id in (select private.my_edited_team_ids()) as may_edit
    from public.prompts p
    where p.id in (select u.id from uses u) and p.id <> all (prompt_ids) and p.deleted_at is null
      and (p.user_id = (select auth.uid()) or p.team_id in (select private.my_team_ids()))
  ), step_uses as (
    select s.id, s.chain_id, s.title, s.content, r.included_id, r.pinned_version,
      c.user_id = (select auth.uid()) or c.team_id in (select private.my_edited_team_ids()) as may_edit
    from public.chains c
    join public.chain_prompts s on s.chain_id = c.id and strpos(s.content, '{{>') > 0,
      private.references_in(s.content) r
    where c.user_id = (select auth.uid()) or c.team_id = any (array(select private.my_team_ids()))
  ), chain_uses (chain_id, of_id, is_step, follows) as (
    select s.chain_id, s.prompt_id, true, true
    from public.chain_prompts s where s.prompt_id = any (prompt_ids)
    union
    select s.chain_id, f.of_id, false, true
    from public.chain_prompts s join followers f on f.id = s.prompt_id and f.id <> all (prompt_ids)
    union
    select s.chain_id, s.included_id, false, s.pinned_version is null
    from step_uses s where s.included_id = any (prompt_ids)
    union
    select s.chain_id, f.of_id, false, true
    from step_uses s join followers f on f.id = s.included_id and f.id <> all (prompt_ids)
    where s.pinned_version is null
  ), used_chains as (
    select c.id, c.title, bool_or(u.follows) as follows, bool_or(u.is_step) as has_step
    from public.chains c join chain_uses u on u.chain_id = c.id
    group by c.id, c.title
  ), steps as (
    select distinct s.id, s.chain_id, s.title, s.content
    from step_uses s where s.included_id = any (prompt_ids) and s.may_edit
  ), released as (
    select p.id, p.title, array_agg(l.label order by l.label) as labels
    from public.prompt_labels l join public.prompts p on p.id = l.prompt_id
    where l.prompt_id = any (prompt_ids) and p.deleted_at is null
    group by p.id, p.title
  )
  select jsonb_build_object(
    'used_count', (
      select count(distinct each.of_id)
      from (
        select u.of_id from uses u where u.id in (select id from users)
        union all
        select u.of_id from chain_uses u
      ) each
    ),
    'prompt_count', (select count(*) from users),
    'prompts', (
      select coalesce(jsonb_agg(to_jsonb(shown)), '[]')
      from (
        select id, title, content, version, is_public, follows, is_direct, may_edit
        from (
          select u.*, row_number() over listed as place, sum(octet_length(u.content)) over listed as bytes
          from users u window listed as (order by u.is_direct desc, u.title, u.id)
        ) counted
        where place <= 200 or (is_direct and bytes <= 8 * 1024 * 1024)
        order by place
      ) shown
    ),
    'chain_count', (select count(*) from used_chains),
    'chains', (
      select coalesce(jsonb_agg(to_jsonb(shown)), '[]')
      from (select * from used_chains order by title, id limit 200) shown
    ),
    'steps', (
      select coalesce(jsonb_agg(to_jsonb(shown)), '[]')
      from (select * from steps order by chain_id, id) shown
    ),
    'released_count', (select count(*) from released),
    'released', (
      select coalesce(jsonb_agg(to_jsonb(shown)), '[]')
      from (select title, labels from released order by title, id limit 20) shown
    )
  )
$$;
comment on function public.prompt_usage is
  'Lists what uses these prompts, of the caller and their teams, and other than themselves: {used_count: how many of them, prompt_count, prompts: '
  '[{id, title, content, version, is_public, follows: the latest version, is_direct, may_edit}], chain_count, chains: [{id, '
  'title, follows, has_step: one with such a prompt}], steps: texts written in chains that include them and that the caller may change, [{id, chain_id, title, content}], released_count: how many of them have labels, released: the first 20, [{title, '
  'labels}]}. Prompts that include them directly come first; of those up to 8 MiB are listed, of all prompts and of chains the '
  'first 200.';

create function private.change_chain_steps(changes jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  changed integer;
begin
  -- Like save_chain: locks the chain first, and its new time refuses saves based on the old texts.
  perform from public.chains c
  where c.id in (
    select s.chain_id from public.chain_prompts s
    where s.id in (select (change ->> 'id')::uuid from jsonb_array_elements(changes) change)
  )
  order by c.id for update;
  with step as (
    update public.chain_prompts s
    set content = change.content
    from jsonb_to_recordset(changes) as change (id uuid, before text, content text)
    where s.id = change.id and s.content = change.before
    returning s.chain_id
  ), chain as (
    update public.chains c set title = c.title where c.id in (select chain_id from step)
  )
  select count(*) into changed from step;
  return changed;
end
$$;
comment on function private.change_chain_steps is
  'Changes texts written in chains where they are as expected: [{id, before, content}]. Returns how many.';
grant execute on function private.change_chain_steps to authenticated;

-- Chains come first, as in save_chain, and all prompts are locked before the first one changes: a
-- save locks its row, then the references.
create function public.delete_included_prompts(
  prompt_ids uuid[],
  changes jsonb,
  change_description text default null,
  step_changes jsonb default '[]',
  group_id uuid default null
) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  saved jsonb;
  deleted uuid[];
begin
  if private.change_chain_steps(step_changes) <> jsonb_array_length(step_changes) then
    raise exception 'A chain that includes this has been changed meanwhile' using errcode = 'PT409';
  end if;
  perform from public.prompts p
  where p.id = any (prompt_ids)
    or p.id in (select (change ->> 'id')::uuid from jsonb_array_elements(changes) change)
  order by p.id for no key update;
  with changed as (
    update public.prompts p
    set content = change.content, change_description = delete_included_prompts.change_description
    from jsonb_to_recordset(changes) as change (id uuid, version integer, content text)
    where p.id = change.id and p.version = change.version and p.deleted_at is null
    returning p.id, p.version
  )
  select coalesce(jsonb_object_agg(id, version), '{}') into saved from changed;
  if (select count(*) from jsonb_object_keys(saved)) <> jsonb_array_length(changes) then
    raise exception 'A prompt that includes this has been changed meanwhile' using errcode = 'PT409';
  end if;
  if delete_included_prompts.group_id is not null then
    update public.groups g set deleted_at = now()
    where g.id = delete_included_prompts.group_id and g.deleted_at is null;
    if not found then
      raise exception 'Group not found' using errcode = 'PT404';
    end if;
    return jsonb_build_object('prompts', '[]'::jsonb, 'saved', saved);
  end if;
  with gone as (
    update public.prompts p set deleted_at = now()
    where p.id = any (prompt_ids) and p.deleted_at is null
    returning p.id
  )
  select coalesce(array_agg(id), '{}') into deleted from gone;
  if cardinality(deleted) = 0 then
    raise exception 'Prompt not found' using errcode = 'PT404';
  end if;
  return jsonb_build_object('prompts', to_jsonb(deleted), 'saved', saved);
end
$$;
comment on function public.delete_included_prompts is
  'Deletes prompts, or a group with its prompts, and saves other contents of prompts and chain steps that include them, in one '
  'transaction. Changes: [{id, version: the base of the change, content}]. Step changes: [{id, before, content}]. Returns '
  '{prompts: the ids of those it deleted, saved: {id: the number of the new version}}.';

create function public.restore_included_prompts(
  prompt_ids uuid[],
  changes jsonb,
  step_changes jsonb default '[]',
  group_id uuid default null
) returns integer
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  restored integer := private.change_chain_steps(step_changes);
  contents integer;
begin
  if restore_included_prompts.group_id is not null then
    update public.groups g set deleted_at = null
    where g.id = restore_included_prompts.group_id and g.deleted_at is not null;
  else
    update public.prompts p set deleted_at = null
    where p.id = any (prompt_ids) and p.deleted_at is not null;
  end if;
  if not found then
    raise exception 'Prompt not found' using errcode = 'PT404';
  end if;
  update public.prompts p
  set content = past.content, change_description = 'Restored from version ' || past.version_number
  from jsonb_each_text(changes) as change (id, version), public.prompt_versions past
  where p.id = change.id::uuid and p.version = change.version::integer
    and past.prompt_id = p.id and past.version_number = p.version - 1;
  get diagnostics contents = row_count;
  return restored + contents;
end
$$;
comment on function public.restore_included_prompts is
  'Takes back what delete_included_prompts did ({id: version}, [{id, before, content}]): the prompts or the group come back, and '
  'so do the contents of the others where nothing has happened since. Returns how many.';

grant execute on function public.prompt_usage, public.delete_included_prompts,
  public.restore_included_prompts to authenticated;
