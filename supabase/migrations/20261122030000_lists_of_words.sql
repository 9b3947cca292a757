-- What large libraries and the community are searched by: their words. A list of the different words of a library is a
-- hundredth of its texts. Whatever contains a word, or nearly does, is first found in that list, and then the prompts
-- that have it. The words of a private prompt stand in the lists of its owner and its team only.

create table private.search_words (
  shelf uuid not null,
  words text not null
);
comment on table private.search_words is
  'The different words of the shelves that are large, one a line, some 7,000 characters a row. Words that went are still there.';
alter table private.search_words alter column words set storage external;
alter table private.search_words set (toast_tuple_target = 8160);
create index search_words_shelf_idx on private.search_words (shelf);

-- Its index on keys is made once it is filled, in the last of these files.
create table private.search_keys (
  prompt_id uuid primary key references public.prompts (id) on delete cascade,
  keys bigint[] not null
);
comment on table private.search_keys is
  'Prompts by their words on the large shelves; on the community''s by tags and category too, as tag:name and category:name.';

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
alter table private.search_keys set (autovacuum_vacuum_scale_factor = 0.005);
alter table public.prompt_stats set (autovacuum_vacuum_scale_factor = 0.01);
