-- What search stores of a prompt, after the first release: its category too, its texts in the row itself, its title in an
-- index. No index of texts is left, which was most of what a save cost: what is large is searched by lists of its words, all
-- else is walked through. How search works, in the order of these files: docs/search.md.

drop index public.prompt_search_library_idx;
drop index public.prompt_search_community_idx;
drop index public.prompt_search_newest_idx;

-- Texts of up to 8 kB stay in their row, uncompressed: to look at a thousand of them otherwise costs more than all else.
-- Rows take the new form when they are saved next.
alter table public.prompt_search set (toast_tuple_target = 8160);

alter table public.prompt_search add column category text;
comment on column public.prompt_search.category is 'The category, folded; null when there is none.';
comment on column public.prompt_search.title is 'The first 500 characters of the title, folded.';
comment on column public.prompt_search.community_grams is
  'Those of community_text while the prompt is public, see private.grams.';

update public.prompt_search s
set category = nullif(btrim(private.fold(p.category)), ''), title = left(s.title, 500)
from public.prompts p
where p.id = s.prompt_id and (p.category is not null or char_length(s.title) > 500);

-- A library's titles are read from this index alone.
create index prompt_search_newest_idx on public.prompt_search (user_id, created_at desc, prompt_id desc) include (title);
create index prompt_search_template_idx on public.prompt_search (created_at desc, prompt_id desc) where is_template;
-- Their lists are as long as private.set_search_list says.
alter index public.prompt_search_library_grams_idx reset (gin_pending_list_limit);
alter index public.prompt_search_community_grams_idx reset (gin_pending_list_limit);

-- The search functions' role owns what it searches. A policy, even one that is always true, keeps the planner from
-- looking into its statistics for operators that are not leakproof, as LIKE is: it took every word for a rare one, and
-- gathered a hundred thousand rows to sort them. Policies do not concern an owner; nobody else gains a right by it.
drop policy "search reads what it searches" on public.prompt_search;
grant create on schema public to cuebook_search;
alter table public.prompt_search owner to cuebook_search;
revoke create on schema public from cuebook_search;

-- The triggers that write it run as whoever applies these migrations. What that role had as owner went over to the new one.
do $$
begin
  execute format('grant select, insert, update, delete on table public.prompt_search to %I', current_user);
  execute format(
    'create policy "triggers write what is searched" on public.prompt_search to %I using (true) with check (true)',
    current_user);
end
$$;
-- It reads. That rows go with their prompt is done in the name of the table's owner, hence delete stays.
revoke insert, update, truncate, references, trigger on table public.prompt_search from cuebook_search;

-- What a search box asks for: authors by an index of their names, and when a prompt was used.
alter type private.search_terms add attribute author_ids uuid[];
alter type private.search_terms add attribute used text[];
comment on type private.search_terms is
  'What a search box asks for: words, and the filters tag: (all of them), group: and author: (any of those named), is:, '
  'has: and used:.';
create index profiles_name_idx on public.profiles
  using gin (private.fold(full_name) extensions.gin_trgm_ops) with (fastupdate = off);
-- Whoever writes a name writes its place in the index.
grant execute on function private.fold(text) to service_role;
