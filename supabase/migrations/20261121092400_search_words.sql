-- What large libraries and the community are searched by: their words. A list of the different words of a library is a
-- hundredth of its texts. Whatever contains a word, or nearly does, is first found in that list, and then the prompts
-- that have it. The words of a private prompt stand in the lists of its owner and its team only.

create table private.search_words (
  shelf uuid not null,
  words text not null
) with (toast_tuple_target = 8160);
comment on table private.search_words is
  'The different words of the shelves that are large, one a line, some 7,000 characters a row. Words that went are still there.';

alter table private.search_words alter column words set storage external;

create index search_words_shelf_idx on private.search_words (shelf);

create table private.search_keys (
  prompt_id uuid primary key references public.prompts (id) on delete cascade,
  keys bigint[] not null
) with (autovacuum_vacuum_scale_factor = 0.005);
comment on table private.search_keys is
  'Prompts by their words on the large shelves; on the community''s by tags and category too, as tag:name and category:name.';
create index search_keys_idx on private.search_keys using gin (keys) with (fastupdate = off);

-- Written with each save, and read some time later. Until then search looks at the texts themselves.
create table private.search_queue (
  shelf uuid not null,
  prompt_id uuid not null
);
comment on table private.search_queue is 'Prompts that changed since their words were last read.';
create index search_queue_shelf_idx on private.search_queue (shelf);

alter table private.search_words enable row level security;
alter table private.search_keys enable row level security;
alter table private.search_queue enable row level security;
grant select on table private.search_words, private.search_queue to cuebook_search;

create policy "search reads words" on private.search_words for select to cuebook_search using (true);
create policy "search reads what waits" on private.search_queue for select to cuebook_search using (true);

-- The planner may look into its statistics only for an owner, as with prompt_search: how many prompts have a word decides
-- whether to gather those or to walk in the order that is asked for.
grant create on schema private to cuebook_search;
alter table private.search_keys owner to cuebook_search;
revoke create on schema private from cuebook_search;

do $$
begin
  execute format('grant select, insert, update, delete on table private.search_keys to %I', current_user);
  execute format(
    'create policy "the queue writes words" on private.search_keys to %I using (true) with check (true)', current_user);
end
$$;
revoke insert, update, truncate, references, trigger on table private.search_keys from cuebook_search;

-- So that it is known how common words are that one prompt in a thousand has, and that an order is read from its index alone.
alter table private.search_keys alter column keys set statistics 500;

-- Which shelves a prompt stands on, which words it has, and by which keys it is found there. A shelf is what is searched
-- together: the prompts of a person, of a team, or of the community.

-- Scripts that put spaces between words. Where they do not (Chinese, Japanese, Thai …), search has pairs of characters.
-- Of a longer run every part of up to 33 characters lies in one of its pieces.
create function private.words(folded text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return (
    select array(
      select word from unnest(runs) word where length(word) between 1 and 64
      union
      select substr(word, at, 64) from unnest(runs) word, generate_series(1, length(word), 32) at where length(word) > 64
    )
    from (select string_to_array(regexp_replace(folded,
      '[^a-z0-9\u00c0-\u0dff\u0f00-\u0fff\u10a0-\u177f\u1800-\u1fff\uac00-\ud7a3]+', ' ', 'g'), ' ') as runs) split
  );
end
$$;
comment on function private.words(text) is 'The different words of a folded text, of up to 64 characters.';

create function private.community_shelf() returns uuid
language sql immutable parallel safe set search_path = ''
as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;
comment on function private.community_shelf() is 'Where the public prompts stand.';

create function private.shelves(s public.prompt_search) returns uuid[]
language sql immutable set search_path = ''
as $$
  select array_remove(array[s.user_id, s.team_id, case when s.is_public then private.community_shelf() end], null)
$$;
comment on function private.shelves(public.prompt_search) is 'The shelves that a prompt stands on.';

create function private.shelf_keys(shelf uuid, words text[]) returns bigint[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select array(select hashtextextended(word, hashtextextended(shelf::text, 0)) from unnest(words) word)
  );
end
$$;
comment on function private.shelf_keys(uuid, text[]) is 'What words are called in the index, each shelf having its own names.';

create function private.community_marks(tags text[], category text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$ select array(select 'tag:' || tag from unnest(tags) tag) || case when category <> '' then array['category:' || category] else '{}' end $$;
comment on function private.community_marks(text[], text) is 'What folded tags and a category are called among the words of the community.';

-- Where a word stands, best first: 3 the title, 2 the tags, 1 the description.
create function private.at_place(keys bigint[], lowest integer) returns bigint[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when lowest is null then keys
    else (select array(select key # place::bigint from unnest(keys) key, generate_series(lowest, 3) place)) end;
end
$$;
comment on function private.at_place(bigint[], integer) is
  'What the same words are called where they stand at that place or a better one; as they are for null: anywhere in the text.';

create function private.library_keys(shelf uuid, s public.prompt_search) returns bigint[]
language plpgsql immutable set search_path = ''
as $$
begin
  return private.shelf_keys(shelf, private.words(s.library_text)) || array(
    select key # max(place)::bigint
    from (
      select unnest(private.shelf_keys(shelf, private.words(s.title))) as key, 3 as place
      union all select unnest(private.shelf_keys(shelf, private.words(array_to_string(s.tags, ' ')))), 2
      union all select unnest(private.shelf_keys(shelf, private.words(s.community_text))), 1
    ) said group by key
  );
end
$$;
comment on function private.library_keys(uuid, public.prompt_search) is
  'What the words of a prompt are called in the list of its owner or team, each also by the best place where it stands.';
revoke all on function private.words(text), private.community_shelf(), private.shelves(public.prompt_search),
  private.shelf_keys(uuid, text[]), private.community_marks(text[], text), private.at_place(bigint[], integer),
  private.library_keys(uuid, public.prompt_search) from public;
grant execute on function private.words(text), private.community_shelf(), private.shelf_keys(uuid, text[]),
  private.community_marks(text[], text), private.at_place(bigint[], integer) to cuebook_search;

-- A save only notes that a prompt changed. Its words are read within a minute, and search looks at its text until then: the
-- answer is never old.

create function private.queue_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.search_queue select shelf, new.prompt_id from unnest(private.shelves(new)) shelf;
  return null;
end
$$;
comment on function private.queue_words() is 'Notes that the words of a prompt are to be read.';
grant trigger on table public.prompt_search to current_user;
create trigger prompt_search_queue_new after insert on public.prompt_search
  for each row execute function private.queue_words();
create trigger prompt_search_queue after update on public.prompt_search
  for each row when (
    (old.library_text, old.community_text, old.tags, old.category, old.user_id, old.team_id, old.is_public)
    is distinct from
    (new.library_text, new.community_text, new.tags, new.category, new.user_id, new.team_id, new.is_public)
  ) execute function private.queue_words();
revoke trigger on table public.prompt_search from current_user;

-- Pieces of a list that are short are written anew together with what is added.
create function private.add_words(prompts uuid[], large uuid[]) returns void
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

create function public.read_search_queue(most integer default 2000, large_from integer default 300) returns integer
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

-- Nobody's words outlive them. The community's list of words outlives prompts: one that only a person who leaves has
-- written would name them there.

create function private.forget_shelf() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.search_words where shelf = old.id;
  delete from private.search_queue where shelf = old.id;
  return null;
end
$$;
comment on function private.forget_shelf() is 'Removes the words of a person or team that is gone.';

create trigger profiles_forget_words after delete on public.profiles
  for each row execute function private.forget_shelf();
create trigger teams_forget_words after delete on public.teams
  for each row execute function private.forget_shelf();

create function private.forget_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  own constant uuid[] := array(select p.id from public.prompts p where p.user_id = old.id);
  written text[];
  common bigint[];
  gone text[];
begin
  if own = '{}' or not exists (select from private.search_words w where w.shelf = private.community_shelf()) then
    return old;
  end if;
  -- What is being read now could be added once more.
  perform pg_advisory_xact_lock(hashtextextended('private.search_queue', 0));
  written := array(
    select distinct word
    from (
      select title, description from public.prompts where id = any (own)
      union select title, description from public.prompt_versions where prompt_id = any (own)
    ) said, unnest(private.words(private.fold(title || ' ' || coalesce(description, '')))) word
  );
  -- Of words that many have, an index gives everybody: most are known from some prompts of others.
  common := array(
    select distinct key
    from (select keys from private.search_keys where prompt_id <> all (own) limit 2000) some_others, unnest(keys) key
  );
  gone := array(
    select word from unnest(written) word, unnest(private.shelf_keys(private.community_shelf(), array[word])) key
    where key <> all (common)
      and not exists (select from private.search_keys k where k.keys @> array[key] and k.prompt_id <> all (own))
  );
  update private.search_words w
  set words = coalesce(
    (select string_agg(word, E'\n') from string_to_table(w.words, E'\n') word where word <> all (gone)), '')
  where w.shelf = private.community_shelf() and string_to_array(w.words, E'\n') && gone;
  return old;
end
$$;
comment on function private.forget_words() is 'Takes the words that nobody else has written out of the list of the community.';

-- After cuebook_before_user_delete: what passed to a team is the team's.
create trigger cuebook_leave_words before delete on auth.users
  for each row execute function private.forget_words();
revoke all on function private.forget_shelf(), private.forget_words() from public;
