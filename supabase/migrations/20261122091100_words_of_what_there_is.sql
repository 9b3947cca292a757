-- The words of what was there before there were lists are read once, in one go; where there are lists, only what waits.

insert into private.search_queue
select shelf, s.prompt_id from public.prompt_search s, unnest(private.shelves(s)) shelf
where not exists (select from private.search_keys);
select public.read_search_queue(null);
create index if not exists search_keys_idx on private.search_keys using gin (keys) with (fastupdate = off);
analyze private.search_words, private.search_keys;
