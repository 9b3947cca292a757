-- A save only notes that a prompt changed. Its words are read within a minute, and search looks at its text until then: the
-- answer is never old.

create or replace function private.queue_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.search_queue select shelf, new.prompt_id from unnest(private.shelves(new)) shelf;
  return null;
end
$$;
comment on function private.queue_words() is 'Notes that the words of a prompt are to be read.';

grant trigger on table public.prompt_search to current_user;
create or replace trigger prompt_search_queue_new after insert on public.prompt_search
  for each row execute function private.queue_words();
create or replace trigger prompt_search_queue after update on public.prompt_search
  for each row when (
    (old.library_text, old.community_text, old.tags, old.category, old.user_id, old.team_id, old.is_public)
    is distinct from
    (new.library_text, new.community_text, new.tags, new.category, new.user_id, new.team_id, new.is_public)
  ) execute function private.queue_words();
revoke trigger on table public.prompt_search from current_user;

-- Pieces of a list that are short are written anew together with what is added.
create or replace function private.add_words(prompts uuid[], large uuid[]) returns void
language sql set search_path = ''
as $$
  with short as (
    delete from private.search_words w where w.shelf = any (large) and length(w.words) < 3000 returning w.shelf, w.words
  ), said as (
    select k.shelf, word
    from public.prompt_search s, unnest(private.shelves(s)) k (shelf),
      unnest(private.words(case k.shelf when private.community_shelf() then s.community_text
        else concat_ws(' ', s.library_text, s.community_text, array_to_string(s.tags, ' ')) end)) word
    where s.prompt_id = any (prompts) and k.shelf = any (large)
    union
    select shelf, word from short, string_to_table(words, E'\n') word
    except
    select w.shelf, word from private.search_words w, string_to_table(w.words, E'\n') word
    where w.shelf = any (large) and length(w.words) >= 3000
  ), cut as (
    select shelf, word, sum(length(word) + 1) over (partition by shelf order by word) / 7000 as part from said
  )
  insert into private.search_words
  select shelf, string_agg(word, E'\n' order by word) from cut group by shelf, part
$$;
comment on function private.add_words(uuid[], uuid[]) is 'Adds the words of prompts to the lists of the large shelves they stand on.';

create or replace function public.read_search_queue(most integer default 2000, large_from integer default 300) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  waiting uuid[];
  prompts uuid[];
  shelves uuid[];
  grown uuid[];
  large uuid[];
begin
  -- One at a time; who comes second finds less to do later.
  if not pg_try_advisory_xact_lock(hashtextextended('private.search_queue', 0)) then
    return 0;
  end if;
  with taken as (
    delete from private.search_queue
    where ctid = any (array(select ctid from private.search_queue limit most))
    returning shelf, prompt_id
  )
  select array_agg(prompt_id), array_agg(distinct shelf) into waiting, shelves from taken;
  -- What is smaller is looked through at once; a shelf that has grown is read from its first prompt on.
  select coalesce(array_agg(shelf), '{}') into grown
  from unnest(shelves) shelf
  where not exists (select from private.search_words w where w.shelf = shelf.shelf)
    and large_from = (
      select count(*) from (
        select from public.prompt_search s where s.user_id = shelf
        union all select from public.prompt_search s where s.team_id = shelf
        union all select from public.prompt_search s where s.is_public and shelf = private.community_shelf()
        limit large_from
      ) first_ones
    );
  prompts := array(
    select unnest(waiting)
    union select s.prompt_id from public.prompt_search s where s.user_id = any (grown)
    union select s.prompt_id from public.prompt_search s where s.team_id = any (grown)
    union select s.prompt_id from public.prompt_search s where s.is_public and private.community_shelf() = any (grown)
  );
  large := grown || array(
    select shelf from unnest(shelves) shelf
    where shelf <> all (grown) and exists (select from private.search_words w where w.shelf = shelf.shelf)
  );
  perform private.add_words(prompts, large);
  insert into private.search_keys
  select s.prompt_id, array_agg(distinct key)
  from public.prompt_search s, unnest(private.shelves(s)) k (shelf),
    unnest(case k.shelf
      when private.community_shelf() then private.shelf_keys(k.shelf,
        private.words(s.community_text) || private.community_marks(s.tags, s.category))
      else private.library_keys(k.shelf, s) end) key
  where s.prompt_id = any (prompts) and exists (select from private.search_words w where w.shelf = k.shelf)
  group by s.prompt_id
  on conflict (prompt_id) do update set keys = excluded.keys;
  return coalesce(cardinality(waiting), 0);
end
$$;
comment on function public.read_search_queue(integer, integer) is
  'Reads the words of so many prompts that changed, for search, on shelves of so many prompts or more; gives how many there '
  'were. Run every minute, it keeps search fast.';

revoke all on function private.queue_words(), private.add_words(uuid[], uuid[]) from public;
revoke all on function public.read_search_queue(integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.read_search_queue(integer, integer) to service_role;
