-- Which shelves a prompt stands on, which words it has, and by which keys it is found there. A shelf is what is searched
-- together: the prompts of a person, of a team, or of the community.

-- Scripts that put spaces between words. Where they do not (Chinese, Japanese, Thai …), search has pairs of characters.
-- Of a longer run every part of up to 33 characters lies in one of its pieces.
create or replace function private.words(folded text) returns text[]
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

create or replace function private.community_shelf() returns uuid
language sql immutable parallel safe set search_path = ''
as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;
comment on function private.community_shelf() is 'Where the public prompts stand.';

create or replace function private.shelves(s public.prompt_search) returns uuid[]
language sql immutable set search_path = ''
as $$
  select array_remove(array[s.user_id, s.team_id, case when s.is_public then private.community_shelf() end], null)
$$;
comment on function private.shelves(public.prompt_search) is 'The shelves that a prompt stands on.';

create or replace function private.shelf_keys(shelf uuid, words text[]) returns bigint[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select array(select hashtextextended(word, hashtextextended(shelf::text, 0)) from unnest(words) word)
  );
end
$$;
comment on function private.shelf_keys(uuid, text[]) is 'What words are called in the index, each shelf having its own names.';

create or replace function private.community_marks(tags text[], category text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$ select array(select 'tag:' || tag from unnest(tags) tag) || case when category <> '' then array['category:' || category] else '{}' end $$;
comment on function private.community_marks(text[], text) is 'What folded tags and a category are called among the words of the community.';

-- Where a word stands, best first: 3 the title, 2 the tags, 1 the description.
create or replace function private.at_place(keys bigint[], lowest integer) returns bigint[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when lowest is null then keys
    else (select array(select key # place::bigint from unnest(keys) key, generate_series(lowest, 3) place)) end;
end
$$;
comment on function private.at_place(bigint[], integer) is
  'What the same words are called where they stand at that place or a better one; as they are for null: anywhere in the text.';

create or replace function private.library_keys(shelf uuid, s public.prompt_search) returns bigint[]
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
