-- A prompt as search reads it, made with each save.

drop function if exists private.grams(text, boolean);
-- Where scripts put no spaces between words (Chinese, Japanese, Thai …), one or two characters are what is looked for, and
-- found by an index. Pairs are put together from two lists instead of a window, and told apart by a hash, since an import
-- makes them by the thousand.
create or replace function private.grams(folded text) returns text[]
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
create or replace function private.search_row(p public.prompts) returns public.prompt_search
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
create or replace function private.index_new_prompts() returns trigger
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

create or replace function private.index_prompt() returns trigger
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

create or replace trigger prompts_index after update on public.prompts
  for each row when (
    (old.title, old.content, old.description, old.tags, old.user_id, old.team_id, old.group_id,
      old.is_public, old.is_template, old.category, old.deleted_at is null)
    is distinct from (new.title, new.content, new.description, new.tags, new.user_id, new.team_id, new.group_id,
      new.is_public, new.is_template, new.category, new.deleted_at is null)
  ) execute function private.index_prompt();
