-- The words by which large libraries, teams and the community are searched. A partition is a set of
-- prompts that are searched together: those of a person, of a team, or of the community. A large
-- one has a list of its distinct words, a hundredth of its texts. Search finds a word in the list
-- first, even a part of it or a typo, and then the prompts by the word's keys. A private prompt has
-- keys in the partitions of its owner and its team only.
-- A library's list is scanned. The community's grows without end, so it has an index.

create table private.search_words (
  partition_id uuid not null,
  words text not null
) with (toast_tuple_target = 8160);
comment on table private.search_words is
  'The distinct words of large partitions, separated by line feeds, some 7,000 characters a row; '
  'those of the community one a row. Words stay after their last prompt is gone.';

alter table private.search_words alter column words set storage external;

create index search_words_partition_id_idx on private.search_words (partition_id);

create table private.search_keys (
  prompt_id uuid primary key references public.prompts (id) on delete cascade,
  keys bigint[] not null
) with (autovacuum_vacuum_scale_factor = 0.005);
comment on table private.search_keys is
  'The keys of prompts: their words in large partitions. In the community also tags and category, '
  'as tag:name and category:name.';
create index search_keys_idx on private.search_keys using gin (keys) with (fastupdate = off);

-- A save only adds a row here; its words are indexed within a minute. Until then search scans the
-- prompt's text.
create table private.search_queue (
  partition_id uuid not null,
  prompt_id uuid not null
);
comment on table private.search_queue is
  'Prompts that changed since their words were last indexed.';
create index search_queue_partition_id_prompt_id_idx on private.search_queue (partition_id, prompt_id);

alter table private.search_words enable row level security;
alter table private.search_keys enable row level security;
alter table private.search_queue enable row level security;
grant select on table private.search_words, private.search_queue to cuebook_search;

create policy "Search reads words" on private.search_words for select to cuebook_search
  using (true);
create policy "Search reads unindexed prompts" on private.search_queue for select to cuebook_search
  using (true);

-- As with prompt_search, the planner may use its statistics only for the owner. How many prompts
-- have a word decides between fetching by key and scanning the order's index.
grant create on schema private to cuebook_search;
alter table private.search_keys owner to cuebook_search;
revoke create on schema private from cuebook_search;

do $$
begin
  execute format('grant select, insert, update, delete on table private.search_keys to %I',
    current_user);
  execute format(
    'create policy "Indexing writes search keys" on private.search_keys to %I using (true) with check (true)', current_user);
end
$$;
revoke insert, update, truncate, references, trigger on table private.search_keys
  from cuebook_search;

-- Statistics then cover words of one prompt in a thousand.
alter table private.search_keys alter column keys set statistics 500;

-- Splits scripts that put spaces between words. For others (Chinese, Japanese, Thai …) search has
-- pairs of characters. Long runs are cut into overlapping pieces, so that each part of up to 33
-- characters lies within one piece.
create function private.split_words(folded text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return (
    select array(
      select word from unnest(runs) word where length(word) between 1 and 64
      union
      select substr(word, at, 64) from unnest(runs) word, generate_series(1, length(word), 32) at
        where length(word) > 64
    )
    from (select string_to_array(regexp_replace(folded,
      '[^a-z0-9\u00c0-\u0dff\u0f00-\u0fff\u10a0-\u177f\u1800-\u1fff\uac00-\ud7a3]+', ' ', 'g'), ' ') as runs) split
  );
end
$$;
comment on function private.split_words is
  'Returns the distinct words of a folded text, of up to 64 characters.';

create function private.community_partition() returns uuid
language sql immutable parallel safe set search_path = ''
as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;
comment on function private.community_partition is 'Returns the partition of the public prompts.';

create function private.letter_runs(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array(
    select substr(' ' || word, at, size) from generate_series(2, 3) size, generate_series(1, length(word) - size + 2) at)
$$;
comment on function private.letter_runs is
  'Returns the runs of two and of three letters of a word, with a space before its first letter.';

create function private.longest_runs(part text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$ select array(select substr(part, at, 3) from generate_series(1, greatest(length(part) - 2, 1)) at) $$;
comment on function private.longest_runs is
  'Returns the runs of three letters of a part, or its two: words with the part have them in private.letter_runs. A part that '
  'begins with a space stands at the start of a word.';

create unique index search_words_community_idx on private.search_words (words)
  where partition_id = private.community_partition();
create index search_words_community_runs_idx on private.search_words
  using gin (private.letter_runs(words)) with (fastupdate = off)
  where partition_id = private.community_partition();

create function private.prompt_partitions(s public.prompt_search) returns uuid[]
language sql immutable set search_path = ''
as $$
  select array_remove(array[s.user_id, s.team_id, case when s.is_public then private.community_partition() end], null)
$$;
comment on function private.prompt_partitions is 'Returns the partitions of a prompt.';

-- Has no SET clause, so that PostgreSQL inlines it and a caller's LIMIT ends it early.
create function private.partition_prompts(partition_ids uuid[]) returns setof uuid
language sql stable
as $$
  select s.prompt_id from public.prompt_search s where s.user_id = any (partition_ids)
  union all select s.prompt_id from public.prompt_search s where s.team_id = any (partition_ids)
  union all select s.prompt_id from public.prompt_search s
    where s.is_public and private.community_partition() = any (partition_ids)
$$;
comment on function private.partition_prompts is
  'Returns the prompts of the partitions; one of several of them repeatedly.';

create function private.partition_keys(partition_id uuid, words text[]) returns bigint[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select array(
      select hashtextextended(word, hashtextextended(partition_id::text, 0)) from unnest(words) word)
  );
end
$$;
comment on function private.partition_keys is 'Returns the keys of words in a partition.';

create function private.label_words(tags text[], category text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$ select array(select 'tag:' || tag from unnest(tags) tag) || case when category <> '' then array['category:' || category] else '{}' end $$;
comment on function private.label_words is
  'Returns the words that stand for folded tags and a category in the community.';

-- A word has more keys, one for each part of its partition that a prompt is in, so that the best
-- matches are found without reading all. The parts of a library are ranks: 3 the title, 2 the tags,
-- 1 the description. Those of the community are months and powers of two of points.

create function private.keys_in(keys bigint[], parts integer[]) returns bigint[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when parts is null then keys
    else (select array(select key # part::bigint from unnest(keys) key, unnest(parts) part)) end;
end
$$;
comment on function private.keys_in is
  'Returns the keys of the same words in parts of the partition; the keys themselves, for all of it, if parts is null.';

create function private.month_part(at timestamptz) returns integer
language sql immutable parallel safe set search_path = ''
as $$ select (extract(year from at at time zone 'UTC') * 12 + extract(month from at at time zone 'UTC'))::integer $$;
comment on function private.month_part is 'Returns the part of the community for prompts that were created in the same month.';

create function private.points_part(points integer) returns integer
language sql immutable parallel safe set search_path = ''
as $$ select case when points >= 2 then 9 + length(ltrim(points::bit(32)::text, '0')) end $$;
comment on function private.points_part is
  'Returns the part of the community for prompts with about as many points: 11 from two, 12 from four, 13 from eight; null below.';

create function private.community_keys(s public.prompt_search, points integer) returns bigint[]
language plpgsql immutable set search_path = ''
as $$
declare
  community constant uuid := private.community_partition();
  keys constant bigint[] := private.partition_keys(community, private.split_words(s.community_text));
begin
  return keys || private.partition_keys(community, private.label_words(s.tags, s.category))
    || private.keys_in(keys, array_remove(array[private.month_part(s.created_at), private.points_part(points)], null));
end
$$;
comment on function private.community_keys is
  'Returns the keys of a prompt in the community: of each word, tag and category, and of each word in the prompt''s month and '
  'points.';

create function private.library_keys(partition_id uuid, s public.prompt_search) returns bigint[]
language plpgsql immutable set search_path = ''
as $$
begin
  return private.partition_keys(partition_id, private.split_words(s.library_text)) || array(
    select key # max(rank)::bigint
    from (
      select unnest(private.partition_keys(partition_id, private.split_words(s.title))) as key, 3 as rank
      union all
      select unnest(private.partition_keys(partition_id, private.split_words(array_to_string(s.tags, ' ')))), 2
      union all
      select unnest(private.partition_keys(partition_id, private.split_words(s.community_text))), 1
    ) ranked group by key
  );
end
$$;
comment on function private.library_keys is
  'Returns the keys of a prompt in the partition of its owner or team: of each word, and of each '
  'word at its best rank.';
grant execute on function private.split_words, private.community_partition, private.letter_runs, private.longest_runs,
  private.partition_prompts, private.partition_keys, private.label_words, private.keys_in,
  private.month_part, private.points_part
  to cuebook_search;

create function private.queue_for_indexing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.search_queue
  select partition_id, new.prompt_id from unnest(private.prompt_partitions(new)) partition_id;
  return null;
end
$$;
comment on function private.queue_for_indexing is 'Queues a prompt, so that its words are indexed.';
grant trigger on table public.prompt_search to current_user;
create trigger prompt_search_queue_new after insert on public.prompt_search
  for each row execute function private.queue_for_indexing();
create trigger prompt_search_queue after update on public.prompt_search
  for each row when (
    (old.library_text, old.community_text, old.tags, old.category, old.user_id, old.team_id,
      old.is_public, old.created_at)
    is distinct from
    (new.library_text, new.community_text, new.tags, new.category, new.user_id, new.team_id,
      new.is_public, new.created_at)
  ) execute function private.queue_for_indexing();
revoke trigger on table public.prompt_search from current_user;

create function private.queue_for_points() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.search_queue values (private.community_partition(), new.prompt_id);
  return null;
end
$$;
comment on function private.queue_for_points is 'Queues a prompt whose points are in another part of the community.';
create trigger prompt_stats_queue after update on public.prompt_stats
  for each row when (
    new.listed and private.points_part(old.points) is distinct from private.points_part(new.points)
  ) execute function private.queue_for_points();

-- In a library, new words join the rows of a list that are short, which are rewritten. Rows of some
-- 7,000 characters fit a page of PostgreSQL; rewriting those of less than 3,000 keeps a save from
-- rewriting the whole list.
create function private.add_to_word_lists(prompt_ids uuid[], partition_ids uuid[]) returns void
language sql set search_path = ''
as $$
  insert into private.search_words
  select distinct private.community_partition(), word
  from public.prompt_search s, unnest(private.split_words(s.community_text)) word
  where s.prompt_id = any (prompt_ids) and s.is_public
    and private.community_partition() = any (partition_ids)
  on conflict do nothing;

  with library (id) as (
    select unnest(array_remove(partition_ids, private.community_partition()))
  ), short_row as (
    delete from private.search_words w
    where w.partition_id in (select id from library) and length(w.words) < 3000
    returning w.partition_id, w.words
  ), new_word as (
    select library.id as partition_id, word
    from public.prompt_search s, unnest(array[s.user_id, s.team_id]) owner (id)
    join library using (id), unnest(private.split_words(
      concat_ws(' ', s.library_text, s.community_text, array_to_string(s.tags, ' ')))) word
    where s.prompt_id = any (prompt_ids)
    union
    select partition_id, word from short_row, string_to_table(words, E'\n') word
    except
    select w.partition_id, word from private.search_words w, string_to_table(w.words, E'\n') word
    where w.partition_id in (select id from library) and length(w.words) >= 3000
  ), numbered as (
    select partition_id, word,
      sum(length(word) + 1) over (partition by partition_id order by word) / 7000 as row_number
    from new_word
  )
  insert into private.search_words
  select partition_id, string_agg(word, E'\n' order by word) from numbered group by partition_id, row_number
$$;
comment on function private.add_to_word_lists is
  'Adds the words of prompts to the word lists of those of their partitions that are named.';

create function private.add_search_keys(prompt_ids uuid[]) returns void
language sql set search_path = ''
as $$
  insert into private.search_keys
  select s.prompt_id, array_agg(distinct key)
  from public.prompt_search s join public.prompt_stats st using (prompt_id),
    unnest(private.prompt_partitions(s)) k (partition_id),
    unnest(case k.partition_id
      when private.community_partition() then private.community_keys(s, st.points)
      else private.library_keys(k.partition_id, s) end) key
  where s.prompt_id = any (prompt_ids)
    and exists (select from private.search_words w where w.partition_id = k.partition_id)
  group by s.prompt_id
  on conflict (prompt_id) do update set keys = excluded.keys
$$;
comment on function private.add_search_keys is
  'Writes the keys of prompts, of those of their partitions that have a word list.';

create function public.read_search_queue(most integer default 2000, large_from integer default null)
  returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  min_size constant integer := coalesce(large_from,
    (private.search_thresholds()).indexed_partition_size);
  queued_prompts uuid[];
  queued_partitions uuid[];
  prompts uuid[];
  grown_partitions uuid[];
  indexed_partitions uuid[];
begin
  -- Only one session indexes at a time.
  if not pg_try_advisory_xact_lock(hashtextextended('private.search_queue', 0)) then
    return 0;
  end if;
  -- Next is what belongs to the person of whom least is indexed before it. A megabyte takes seconds, for
  -- which others who delete their account wait: a call ends after as much, but indexes one prompt at least.
  with queued as (
    select prompt_id, s.user_id, coalesce(octet_length(s.library_text), 0) as size
    from (select distinct q.prompt_id from private.search_queue q) q
    left join public.prompt_search s using (prompt_id)
  ), shared as (
    select prompt_id, size, sum(size) over (partition by user_id order by size, prompt_id) as size_of_person
    from queued
  ), ordered as (
    select prompt_id, row_number() over next_first as number, sum(size) over next_first as total
    from shared
    window next_first as (order by size_of_person, prompt_id)
  ), dequeued as (
    delete from private.search_queue q
    using ordered o
    where o.prompt_id = q.prompt_id
      and (most is null or o.number = 1 or (o.number <= most and o.total <= most * 500))
    returning q.partition_id, q.prompt_id
  )
  select array_agg(prompt_id), array_agg(distinct prompt_id), array_agg(distinct partition_id)
  into queued_prompts, prompts, queued_partitions from dequeued;
  grown_partitions := array(
    select partition_id from unnest(queued_partitions) partition_id
    where not exists (select from private.search_words w where w.partition_id = partition_id.partition_id)
      and min_size = (
        select count(*) from (select from private.partition_prompts(array[partition_id]) limit min_size) first_prompts)
  );
  indexed_partitions := grown_partitions || array(
    select partition_id from unnest(queued_partitions) partition_id
    where partition_id <> all (grown_partitions)
      and exists (select from private.search_words w where w.partition_id = partition_id.partition_id)
  );
  perform private.add_to_word_lists(prompts, indexed_partitions);
  -- Partitions that have become large enough for a word list get all of their prompts indexed, by the
  -- next calls. Prompts without words make no list.
  insert into private.search_queue
  select grown.id, p.prompt_id
  from unnest(grown_partitions) grown (id), private.partition_prompts(array[grown.id]) p (prompt_id)
  where exists (select from private.search_words w where w.partition_id = grown.id)
    and not exists (select from unnest(prompts) indexed (id) where indexed.id = p.prompt_id);
  -- A prompt that is deleted meanwhile violates the foreign key. The next attempt no longer finds it.
  loop
    begin
      perform private.add_search_keys(prompts);
      exit;
    exception when foreign_key_violation then
      null;
    end;
  end loop;
  return coalesce(cardinality(queued_prompts), 0);
end
$$;
comment on function public.read_search_queue is
  'Indexes the words of up to most queued prompts for search, fewer if they are long, in partitions of at least large_from '
  'prompts, and returns how many there were. Run every minute, it keeps search fast.';
grant execute on function public.read_search_queue to service_role;

-- When an account is deleted, its words go, too. The community's word list outlives prompts, and a
-- word that only this person used would identify them there.

create function private.delete_partition_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.search_words where partition_id = old.id;
  delete from private.search_queue where partition_id = old.id;
  return null;
end
$$;
comment on function private.delete_partition_words is
  'Deletes the word list and queue of a deleted person or team.';

create trigger profiles_delete_words after delete on public.profiles
  for each row execute function private.delete_partition_words();
create trigger teams_delete_words after delete on public.teams
  for each row execute function private.delete_partition_words();

create function private.delete_community_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  own_prompts constant uuid[] := array(select p.id from public.prompts p where p.user_id = old.id);
  own_words text[];
  common_keys bigint[];
  unused_words text[];
begin
  if own_prompts = '{}'
    or not exists (select from private.search_words w where w.partition_id = private.community_partition())
  then
    return old;
  end if;
  -- Waits for a session that is indexing: it could add the words once more.
  perform pg_advisory_xact_lock(hashtextextended('private.search_queue', 0));
  own_words := array(
    select distinct word
    from (
      select title, description from public.prompts where id = any (own_prompts)
      union select title, description from public.prompt_versions where prompt_id = any (own_prompts)
    ) texts, unnest(private.split_words(private.fold(title || ' ' || coalesce(description, '')))) word
  );
  -- For a common word the index returns all its prompts. A sample of other prompts has most such
  -- words. Long ones have a hundred thousand more.
  common_keys := array(
    select distinct key
    from (
      select keys from private.search_keys
      where prompt_id <> all (own_prompts) and pg_column_size(keys) <= 8000 limit 2000
    ) others, unnest(keys) key
  );
  unused_words := array(
    select word
    from unnest(own_words) word,
    unnest(private.partition_keys(private.community_partition(), array[word])) key
    where key <> all (common_keys)
      and not exists (select from private.search_keys k
        where k.keys @> array[key] and k.prompt_id <> all (own_prompts))
  );
  delete from private.search_words
  where partition_id = private.community_partition() and words = any (unused_words);
  return old;
end
$$;
comment on function private.delete_community_words is
  'Deletes the words that only a deleted person used from the community''s word list.';

-- Its name comes after cuebook_before_user_delete, which hands prompts over to teams: triggers run
-- in alphabetical order.
create trigger cuebook_delete_words before delete on auth.users
  for each row execute function private.delete_community_words();
