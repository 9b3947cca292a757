-- The search row's category follows its prompt also where many are written at once, and the index of the community's
-- tags is merged as the other indexes of search are.

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
      category = nullif(btrim(private.fold(new.category)), '')
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

alter index public.prompt_search_public_tags_idx reset (gin_pending_list_limit);

update public.prompt_search s set category = nullif(btrim(private.fold(p.category)), '')
from public.prompts p
where p.id = s.prompt_id and s.category is distinct from nullif(btrim(private.fold(p.category)), '');
