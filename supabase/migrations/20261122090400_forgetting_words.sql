-- Nobody's words outlive them. The community's list of words outlives prompts: one that only a person who leaves has
-- written would name them there.

create or replace function private.forget_shelf() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.search_words where shelf = old.id;
  delete from private.search_queue where shelf = old.id;
  return null;
end
$$;
comment on function private.forget_shelf() is 'Removes the words of a person or team that is gone.';

create or replace trigger profiles_forget_words after delete on public.profiles
  for each row execute function private.forget_shelf();
create or replace trigger teams_forget_words after delete on public.teams
  for each row execute function private.forget_shelf();

create or replace function private.forget_words() returns trigger
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

-- After cuebook_leave: what passed to a team is the team's.
create or replace trigger cuebook_leave_words before delete on auth.users
  for each row execute function private.forget_words();

revoke all on function private.forget_shelf(), private.forget_words() from public;
