-- What search reads of a prompt: its texts, folded, in a row of their own. No index of texts, which would be most of what
-- a save costs: what is large is searched by lists of its words, all else is walked through. How search works, in the order
-- of these files: docs/search.md.

-- A side table without grants: a policy would keep its indexes from being used (no text operator is leakproof), so only
-- the search functions reach it, under a role of their own. Texts of up to 8 kB stay in their row, uncompressed: to look at
-- a thousand of them otherwise costs more than all else.
create table public.prompt_search (
  prompt_id uuid primary key references public.prompts (id) on delete cascade,
  user_id uuid not null,
  team_id uuid,
  group_id uuid,
  created_at timestamptz not null,
  is_public boolean not null,
  is_template boolean not null,
  tags text[] not null,
  title text not null,
  library_text text not null,
  community_text text not null,
  library_grams text[] not null,
  library_grams_complete boolean not null,
  community_grams text[] not null,
  category text
) with (toast_tuple_target = 8160);
comment on table public.prompt_search is 'Prompts that are not deleted, as search reads them. No grants.';
comment on column public.prompt_search.library_text is 'Title and content, folded, each after a line feed.';
comment on column public.prompt_search.community_text is 'Title and description, folded, each after a line feed.';
comment on column public.prompt_search.library_grams is
  'Those of the first 20,000 characters of library_text, see private.grams.';
comment on column public.prompt_search.library_grams_complete is 'Whether these are all.';
comment on column public.prompt_search.community_grams is
  'Those of community_text while the prompt is public, see private.grams.';
comment on column public.prompt_search.category is 'The category, folded; null when there is none.';
comment on column public.prompt_search.title is 'The first 500 characters of the title, folded.';
-- Every search reads the list of entries not yet merged into these: private.set_search_list keeps it short.
create index prompt_search_library_grams_idx on public.prompt_search
  using gin (user_id, library_grams) where library_grams <> '{}';
create index prompt_search_community_grams_idx on public.prompt_search
  using gin (community_grams) where is_public;
create index prompt_search_long_idx on public.prompt_search (user_id) where not library_grams_complete;
create index prompt_search_feed_idx on public.prompt_search (created_at desc, prompt_id desc) where is_public;
create index prompt_search_team_id_idx on public.prompt_search (team_id) where team_id is not null;
-- A library's titles are read from this index alone.
create index prompt_search_newest_idx on public.prompt_search (user_id, created_at desc, prompt_id desc) include (title);
create index prompt_search_template_idx on public.prompt_search (created_at desc, prompt_id desc) where is_template;

alter table public.prompt_search enable row level security;
revoke all on table public.prompt_search from anon, authenticated, service_role;

-- The role of the search functions sees every row; its functions repeat the rule of who may see what.
grant execute on function private.caller_id(), private.my_team_ids() to cuebook_search;
grant select on table public.prompts, public.prompt_stats, public.profiles, public.favorites, public.prompt_uses,
  public.groups, public.prompt_details_v, public.hidden_authors to cuebook_search;

create policy "search reads prompts" on public.prompts for select to cuebook_search using (true);
create policy "search reads counts" on public.prompt_stats for select to cuebook_search using (true);
create policy "search reads authors" on public.profiles for select to cuebook_search using (true);
create policy "search reads favourites" on public.favorites for select to cuebook_search using (true);
create policy "search reads uses" on public.prompt_uses for select to cuebook_search using (true);
create policy "search reads groups" on public.groups for select to cuebook_search using (true);
create policy "search leaves out whom its caller hid" on public.hidden_authors for select to cuebook_search
  using (true);

-- The search functions' role owns what it searches. A policy, even one that is always true, keeps the planner from
-- looking into its statistics for operators that are not leakproof, as LIKE is: it took every word for a rare one, and
-- gathered a hundred thousand rows to sort them. Policies do not concern an owner; nobody else gains a right by it.
grant create on schema public to cuebook_search;

alter table public.prompt_search owner to cuebook_search;
revoke create on schema public from cuebook_search;

-- The triggers that write it run as the role that applies these migrations, whose rights as owner went to the new owner.
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

-- A prompt as search reads it, made with each save.

-- Entries wait in a list before they are merged into an index. Every search reads that list, so it is short: but
-- a thousand prompts merged a few at a time cost several times as much as merged together. A function that writes
-- many says so by a long list, a setting of its own; its entries are merged before it ends.
create function private.writes_many() returns boolean
language sql stable set search_path = ''
as $$ select current_setting('gin_pending_list_limit') = '64MB' $$;
comment on function private.writes_many() is 'Whether the present statement writes many prompts.';

create function private.set_search_list() returns void
language sql set search_path = ''
as $$
  select set_config('gin_pending_list_limit', case when private.writes_many() then '64MB' else '256kB' end, true)
$$;
comment on function private.set_search_list() is 'How many entries may wait before they are merged into an index of search.';

create function private.merge_search_list() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform gin_clean_pending_list(i.indexrelid)
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where i.indrelid = 'public.prompt_search'::regclass and a.amname = 'gin';
  return null;
end
$$;
comment on function private.merge_search_list() is 'Merges the waiting entries into the indexes of search.';
revoke all on function private.writes_many(), private.set_search_list(), private.merge_search_list() from public;
grant execute on function private.writes_many() to authenticated, service_role;

-- Where scripts put no spaces between words (Chinese, Japanese, Thai …), one or two characters are what is looked for, and
-- found by an index. Pairs are put together from two lists instead of a window, and told apart by a hash, since an import
-- makes them by the thousand.
create function private.grams(folded text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  letters text[];
begin
  if octet_length(folded) = length(folded) then
    return '{}';
  end if;
  -- Of a run of ASCII characters only both ends have a neighbour that counts.
  folded := regexp_replace(folded, '([\x01-\x7f])[\x01-\x7f]+([\x01-\x7f])', '\1 \2', 'g');
  letters := string_to_array(translate(folded, E'\n\r\t', '   '), null);
  return coalesce((
    select array_agg(found.gram)
    from (
      select distinct gram collate "C" as gram
      from unnest(letters, letters[2:]) as pair (letter, following),
        lateral (values (letter), (letter || following)) as grams (gram)
      where strpos(gram, ' ') = 0 and octet_length(gram) > length(gram)
    ) found
  ), '{}');
end
$$;
comment on function private.grams(text) is 'Single characters and pairs in a text that are not ASCII.';
revoke all on function private.grams(text) from public;
grant execute on function private.grams(text) to cuebook_search;

-- The title is so long that an index holds it, whatever folding makes of its characters. The grams of a title and
-- description are read by the community alone, whose index holds public prompts only: those of a private prompt are made
-- when it becomes public.
create function private.search_row(p public.prompts) returns public.prompt_search
language plpgsql immutable set search_path = ''
as $$
declare
  made public.prompt_search;
  title constant text := private.fold(p.title);
begin
  made.prompt_id := p.id;
  made.user_id := p.user_id;
  made.team_id := p.team_id;
  made.group_id := p.group_id;
  made.created_at := p.created_at;
  made.is_public := p.is_public;
  made.is_template := p.is_template;
  made.tags := array(select private.fold(tag) from unnest(p.tags) tag);
  made.title := left(title, 500);
  made.library_text := E'\n' || title || E'\n' || private.fold(p.content);
  made.community_text := E'\n' || title || E'\n' || coalesce(private.fold(p.description), '');
  made.library_grams := private.grams(left(made.library_text, 20000));
  made.library_grams_complete := char_length(made.library_text) <= 20000;
  made.community_grams := case when p.is_public then private.grams(made.community_text) else '{}' end;
  made.category := nullif(btrim(private.fold(p.category)), '');
  return made;
end
$$;
comment on function private.search_row(public.prompts) is 'A prompt as search reads it.';

-- From the new rows themselves: joined to their table, so that it gave them their type, the function was called for
-- every prompt of everybody as soon as many were new.
create function private.index_new_prompts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_search_list();
  insert into public.prompt_search
  select found.*
  from made, lateral private.search_row(row(made.*)::public.prompts) found
  where made.deleted_at is null;
  return null;
end
$$;
comment on function private.index_new_prompts() is 'Makes new prompts searchable.';

revoke all on function private.index_new_prompts() from public;

create trigger prompts_index_new after insert on public.prompts
  referencing new table as made
  for each statement execute function private.index_new_prompts();

create function private.index_prompt() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  row public.prompt_search;
begin
  if new.deleted_at is not null then
    delete from public.prompt_search where prompt_id = new.id;
    return null;
  end if;
  perform private.set_search_list();
  if old.deleted_at is null
    and (old.title, old.content, old.description) is not distinct from (new.title, new.content, new.description)
  then
    update public.prompt_search
    set user_id = new.user_id, team_id = new.team_id, group_id = new.group_id,
      is_public = new.is_public, is_template = new.is_template,
      tags = array(select private.fold(tag) from unnest(new.tags) tag),
      category = nullif(btrim(private.fold(new.category)), ''),
      community_grams = case
        when new.is_public = old.is_public then community_grams
        when new.is_public then private.grams(community_text)
        else '{}'
      end
    where prompt_id = new.id;
    return null;
  end if;
  row := private.search_row(new);
  insert into public.prompt_search select row.*
  on conflict (prompt_id) do update
  set user_id = excluded.user_id, team_id = excluded.team_id, group_id = excluded.group_id,
    is_public = excluded.is_public, is_template = excluded.is_template, tags = excluded.tags,
    title = excluded.title, library_text = excluded.library_text,
    community_text = excluded.community_text,
    library_grams = excluded.library_grams, library_grams_complete = excluded.library_grams_complete,
    community_grams = excluded.community_grams, category = excluded.category;
  return null;
end
$$;
comment on function private.index_prompt() is 'Keeps what search reads in step with a prompt.';

revoke all on function private.search_row(public.prompts), private.index_prompt() from public;

create trigger prompts_index after update on public.prompts
  for each row when (
    (old.title, old.content, old.description, old.tags, old.user_id, old.team_id, old.group_id,
      old.is_public, old.is_template, old.category, old.deleted_at is null)
    is distinct from (new.title, new.content, new.description, new.tags, new.user_id, new.team_id, new.group_id,
      new.is_public, new.is_template, new.category, new.deleted_at is null)
  ) execute function private.index_prompt();
-- Named to come after those that write entries.
create trigger prompts_search_merged_new after insert on public.prompts
  for each statement when (private.writes_many()) execute function private.merge_search_list();
create trigger prompts_search_merged after update on public.prompts
  for each statement when (private.writes_many()) execute function private.merge_search_list();
