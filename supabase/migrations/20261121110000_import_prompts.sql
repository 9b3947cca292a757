-- Import: a whole file of prompts in one statement, so that it arrives wholly or not at all.

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

-- Runs as the caller: policies, constraints and triggers see to each row as they do for any other.
-- PostgREST gives such a request the time-out that its function names.
create function public.import_prompts(items jsonb, include_known boolean default false) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  me constant uuid := auth.uid();
  -- Looked up by key, so that no estimate of a new table's size makes the work grow with its square.
  own_prompts jsonb := '{}';
  own_groups jsonb;
  new_groups integer;
  imported integer;
  known integer[];
begin
  if me is null then
    raise exception 'Authentication required' using errcode = 'insufficient_privilege';
  end if;
  if jsonb_typeof(items) is distinct from 'array'
    or jsonb_path_exists(items, '$[*] ? (@.type() != "object")')
  then
    raise exception 'items must be a list of prompts' using errcode = 'invalid_parameter_value';
  end if;

  insert into public.groups (name, description, user_id)
  select distinct on (lower(wanted.name)) wanted.name, 'Imported', me
  from jsonb_array_elements(items) with ordinality as item (fields, place),
    nullif(btrim(fields ->> 'group'), '') as wanted (name)
  where wanted.name is not null and not exists (
    select from public.groups g
    where g.user_id = me and g.deleted_at is null and lower(g.name) = lower(wanted.name)
  )
  order by lower(wanted.name), place;
  get diagnostics new_groups = row_count;

  -- Of several groups with one name the oldest is taken: in an object the last of a key stays.
  select coalesce(jsonb_object_agg(lower(g.name), g.id order by g.created_at desc, g.id desc), '{}')
  into own_groups
  from public.groups g where g.user_id = me and g.deleted_at is null;

  if not include_known then
    select coalesce(jsonb_object_agg(private.prompt_fingerprint(p.title, p.content), true), '{}')
    into own_prompts
    from public.prompts p where p.user_id = me and p.deleted_at is null;
  end if;

  select coalesce(array_agg(place - 1 order by place), '{}')
  into known
  from jsonb_array_elements(items) with ordinality as item (fields, place)
  where own_prompts ? private.prompt_fingerprint(fields ->> 'title', fields ->> 'content');

  -- The last row first: lists show the newest first, and then have the order of the file.
  insert into public.prompts (title, content, description, tags, category, group_id, user_id)
  select
    fields ->> 'title',
    fields ->> 'content',
    fields ->> 'description',
    array(
      select jsonb_array_elements_text(
        case jsonb_typeof(fields -> 'tags') when 'array' then fields -> 'tags' else '[]' end
      )
    ),
    fields ->> 'category',
    (own_groups ->> lower(btrim(fields ->> 'group')))::uuid,
    me
  from jsonb_array_elements(items) with ordinality as item (fields, place)
  where (own_prompts ? private.prompt_fingerprint(fields ->> 'title', fields ->> 'content')) is not true
  order by place desc;
  get diagnostics imported = row_count;

  return jsonb_build_object('imported', imported, 'known', known, 'new_groups', new_groups);
end
$$;
comment on function public.import_prompts(jsonb, boolean) is
  'Stores prompts ({title, content, description, tags, category, group}; a group by its name, made where missing) in one '
  'transaction. Leaves out what the caller has already, unless include_known. '
  'Answers {imported, known: positions left out, from 0, new_groups}.';
revoke all on function public.import_prompts(jsonb, boolean) from public;
grant execute on function public.import_prompts(jsonb, boolean) to authenticated;
