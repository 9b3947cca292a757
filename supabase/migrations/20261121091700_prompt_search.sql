-- What search reads. A side table without grants: a policy would keep its indexes from being used
-- (no text operator is leakproof), so only the search functions reach it, under a role of their own.

do $$
begin
  if not exists (select from pg_roles where rolname = 'cuebook_search') then
    create role cuebook_search nologin noinherit nobypassrls;
    comment on role cuebook_search is
      'Owner of the search functions. No login, and no way around row level security.';
  end if;
exception when duplicate_object or unique_violation then
  null; -- made by another database of this cluster at the same moment
end
$$;
-- So that functions can be given to it by an owner that is not a superuser.
grant cuebook_search to current_user;

-- Texts are compared without regard to case and accents. unaccent is only stable, since its dictionary
-- could be changed; naming the dictionary makes this as constant as an index needs.
create function private.fold(text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select lower(extensions.unaccent('extensions.unaccent'::regdictionary, $1)) $$;
comment on function private.fold(text) is 'A text in lower case and without accents.';
revoke all on function private.fold(text) from public;

-- Patterns under three characters have no trigrams. Where they are ordinary words (Chinese, Japanese,
-- Russian …) they get an index of their own; pairs of ASCII letters get one in the community only,
-- where texts are short and prompts are many: in a library, nearly every text holds them, and walking
-- the newest first finds a page at once.
create function private.grams(folded text, with_ascii boolean) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  if not with_ascii and octet_length(folded) = length(folded) then
    return '{}';
  end if;
  return coalesce((
    select array_agg(distinct gram)
    from (
      select letter, lead(letter) over () as following
      from string_to_table(translate(folded, E'\n\r\t', '   '), null) letter
    ) letters, lateral (values (letter), (letter || following)) as grams (gram)
    where strpos(gram, ' ') = 0
      and (octet_length(gram) > length(gram) or (with_ascii and length(gram) = 2))
  ), '{}');
end
$$;
comment on function private.grams(text, boolean) is
  'Single characters and pairs in a text that are not ASCII; pairs of ASCII characters too, when asked for.';
revoke all on function private.grams(text, boolean) from public;

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
  community_grams text[] not null
);
comment on table public.prompt_search is 'Prompts that are not deleted, as search reads them. No grants.';
comment on column public.prompt_search.library_text is 'Title and content, folded, each after a line feed.';
comment on column public.prompt_search.community_text is 'Title and description, folded, each after a line feed.';
comment on column public.prompt_search.library_grams is
  'Those of the first 20,000 characters of library_text, see private.grams.';
comment on column public.prompt_search.library_grams_complete is 'Whether these are all.';
comment on column public.prompt_search.community_grams is 'Those of community_text, pairs of ASCII characters too.';

-- Every search reads the list of entries not yet merged into an index from end to end: a short list.
create index prompt_search_library_idx on public.prompt_search
  using gin (user_id, library_text extensions.gin_trgm_ops) with (gin_pending_list_limit = 256);
create index prompt_search_community_idx on public.prompt_search
  using gin (community_text extensions.gin_trgm_ops) with (gin_pending_list_limit = 256) where is_public;
create index prompt_search_library_grams_idx on public.prompt_search
  using gin (user_id, library_grams) with (gin_pending_list_limit = 256) where library_grams <> '{}';
create index prompt_search_community_grams_idx on public.prompt_search
  using gin (community_grams) with (gin_pending_list_limit = 256) where is_public;
create index prompt_search_long_idx on public.prompt_search (user_id) where not library_grams_complete;
create index prompt_search_newest_idx on public.prompt_search (user_id, created_at desc, prompt_id desc);
create index prompt_search_feed_idx on public.prompt_search (created_at desc, prompt_id desc) where is_public;
create index prompt_search_team_id_idx on public.prompt_search (team_id) where team_id is not null;

alter table public.prompt_search enable row level security;
revoke all on table public.prompt_search from anon, authenticated, service_role;

create function private.search_row(p public.prompts) returns public.prompt_search
language plpgsql immutable set search_path = ''
as $$
declare
  made public.prompt_search;
begin
  made.prompt_id := p.id;
  made.user_id := p.user_id;
  made.team_id := p.team_id;
  made.group_id := p.group_id;
  made.created_at := p.created_at;
  made.is_public := p.is_public;
  made.is_template := p.is_template;
  made.tags := array(select private.fold(tag) from unnest(p.tags) tag);
  made.title := private.fold(p.title);
  made.library_text := E'\n' || made.title || E'\n' || private.fold(p.content);
  made.community_text := E'\n' || made.title || E'\n' || coalesce(private.fold(p.description), '');
  made.library_grams := private.grams(left(made.library_text, 20000), false);
  made.library_grams_complete := char_length(made.library_text) <= 20000;
  made.community_grams := private.grams(made.community_text, true);
  return made;
end
$$;
comment on function private.search_row(public.prompts) is 'A prompt as search reads it.';
revoke all on function private.search_row(public.prompts) from public;

create function private.index_new_prompts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.prompt_search
  select found.*
  from public.prompts p join made using (id), lateral private.search_row(p) found
  where p.deleted_at is null;
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
  if old.deleted_at is null
    and (old.title, old.content, old.description) is not distinct from (new.title, new.content, new.description)
  then
    update public.prompt_search
    set user_id = new.user_id, team_id = new.team_id, group_id = new.group_id,
      is_public = new.is_public, is_template = new.is_template,
      tags = array(select private.fold(tag) from unnest(new.tags) tag)
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
    community_grams = excluded.community_grams;
  return null;
end
$$;
comment on function private.index_prompt() is 'Keeps what search reads in step with a prompt.';
revoke all on function private.index_prompt() from public;
create trigger prompts_index after update on public.prompts
  for each row when (
    (old.title, old.content, old.description, old.tags, old.user_id, old.team_id, old.group_id,
      old.is_public, old.is_template, old.deleted_at is null)
    is distinct from (new.title, new.content, new.description, new.tags, new.user_id, new.team_id, new.group_id,
      new.is_public, new.is_template, new.deleted_at is null)
  ) execute function private.index_prompt();

insert into public.prompt_search
select found.* from public.prompts p, lateral private.search_row(p) found where p.deleted_at is null;

-- The search functions' role sees every row, and its functions repeat the rule of who may see what.
create function private.caller_id() returns uuid
language sql stable security definer set search_path = ''
as $$ select auth.uid() $$;
comment on function private.caller_id() is 'auth.uid(), for a role that cannot reach the schema auth.';
revoke all on function private.caller_id() from public;

grant usage on schema private to cuebook_search;
grant execute on function private.caller_id(), private.my_team_ids() to cuebook_search;
grant select on table public.prompts, public.prompt_search, public.prompt_stats, public.profiles,
  public.favorites, public.prompt_uses, public.groups, public.prompt_details_v to cuebook_search;
create policy "search reads prompts" on public.prompts for select to cuebook_search using (true);
create policy "search reads what it searches" on public.prompt_search for select to cuebook_search using (true);
create policy "search reads counts" on public.prompt_stats for select to cuebook_search using (true);
create policy "search reads authors" on public.profiles for select to cuebook_search using (true);
create policy "search reads favourites" on public.favorites for select to cuebook_search using (true);
create policy "search reads uses" on public.prompt_uses for select to cuebook_search using (true);
create policy "search reads groups" on public.groups for select to cuebook_search using (true);
