-- What is rare is gathered by its keys and then put in order; what is common is soon found by walking in the order that is
-- asked for. How common something is, statistics know.

-- Null where so many wait that it is as well to look at everything.
create or replace function private.unread(shelves uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  small constant uuid[] := array(
    select shelf from unnest(shelves) shelf where not exists (select from private.search_words w where w.shelf = shelf.shelf)
  );
  waiting constant uuid[] := array(
    select prompt_id from (
      select q.prompt_id from private.search_queue q where q.shelf = any (shelves)
      union all select s.prompt_id from public.prompt_search s where s.user_id = any (small)
      union all select s.prompt_id from public.prompt_search s where s.team_id = any (small)
      union all select s.prompt_id from public.prompt_search s where s.is_public and private.community_shelf() = any (small)
    ) them limit 1001
  );
begin
  return case when cardinality(waiting) <= 1000 then waiting end;
end
$$;
comment on function private.unread(uuid[]) is 'Prompts of the shelves whose words are not in the lists, or not as they are now.';

create or replace function private.pick(condition text, place integer, waiting uuid[], most integer) returns uuid[]
-- An array's elements seem more common than they are: it would look through all rows for a thousand.
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  -- Where any of some words is enough, the index is asked for each of them until there are too many; asked for all at
  -- once, it would look for each prompt which of them it has.
  either constant bigint[] := substring(condition from '^k\.keys && private\.at_place\(''(\{[-0-9,]*\})''::bigint\[\], \$1\)$');
  ids uuid[] := '{}';
begin
  if condition = 'true' or waiting is null then
    return null;
  elsif either is not null then
    ids := array(
      select k.prompt_id
      from unnest(private.at_place(either, place)) key,
        lateral (select prompt_id from private.search_keys where keys @> array[key] offset 0) k
      -- What waits may have lost the words that its keys tell of.
      where k.prompt_id <> all (waiting)
      limit most + 1
    );
  elsif condition <> 'false' then
    execute format('select array(select k.prompt_id from private.search_keys k where %s and k.prompt_id <> all ($2) limit %s)',
      condition, most + 1) into ids using place, waiting;
  end if;
  return case when cardinality(ids) <= most then ids end;
end
$$;
comment on function private.pick(text, integer, uuid[], integer) is
  'The prompts whose words find_keys has named, at a place or a better one, but for those that wait; null where they are more '
  'than so many, or cannot be named.';

create or replace function private.expected(condition text) returns double precision
-- It changes nothing, but stable functions may not explain.
language plpgsql volatile set search_path = ''
as $$
declare
  plan jsonb;
begin
  if condition = 'false' then
    return 0;
  end if;
  execute 'explain (format json) select from private.search_keys k where ' || condition into plan using null::integer;
  return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::double precision;
end
$$;
comment on function private.expected(text) is 'How many prompts will have the words that find_keys has named, from statistics.';

create or replace function private.gather(
  statement text, caller uuid, found_ids uuid[], waiting uuid[], instant timestamptz, out ids uuid[], out keys jsonb[]
)
language plpgsql stable set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  set max_parallel_workers_per_gather = 0
as $$
begin
  execute statement into ids, keys using caller, found_ids, waiting, instant;
end
$$;
comment on function private.gather(text, uuid, uuid[], uuid[], timestamptz) is
  'Runs a statement over the prompts that are named in it, each looked up by its key.';

create or replace function private.walk(
  statement text, caller uuid, found_ids uuid[], waiting uuid[], instant timestamptz, out ids uuid[], out keys jsonb[]
)
-- No statistics know how common a word is in a text, so the planner could not choose this: it would gather, then sort.
language plpgsql stable set search_path = '' set enable_bitmapscan = off set enable_sort = off set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set max_parallel_workers_per_gather = 0
as $$
begin
  execute statement into ids, keys using caller, found_ids, waiting, instant;
end
$$;
comment on function private.walk(text, uuid, uuid[], uuid[], timestamptz) is
  'Runs a statement in the order of an index, whatever is thought to be found.';

revoke all on function private.unread(uuid[]), private.pick(text, integer, uuid[], integer), private.expected(text),
  private.gather(text, uuid, uuid[], uuid[], timestamptz), private.walk(text, uuid, uuid[], uuid[], timestamptz)
  from public;
grant execute on function private.unread(uuid[]), private.pick(text, integer, uuid[], integer), private.expected(text),
  private.gather(text, uuid, uuid[], uuid[], timestamptz), private.walk(text, uuid, uuid[], uuid[], timestamptz)
  to cuebook_search;
