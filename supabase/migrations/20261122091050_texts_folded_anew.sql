-- Texts that fold otherwise than in the first release are folded anew; few have such letters. Where there are lists of words,
-- the rows queue for them.

create temporary table changed as
  select id
  from public.prompts p,
    lateral (select concat_ws(E'\n', title, content, description, category, array_to_string(tags, E'\n')) as said) texts
  where deleted_at is null and not private.folds_simply(said)
    and private.fold(said) <> lower(extensions.unaccent('extensions.unaccent'::regdictionary, said));
update public.prompt_search s
set tags = made.tags, title = made.title, category = made.category,
  library_text = made.library_text, community_text = made.community_text,
  library_grams = made.library_grams, library_grams_complete = made.library_grams_complete,
  community_grams = made.community_grams
from pg_temp.changed, public.prompts p, lateral private.search_row(p) made
where p.id = changed.id and s.prompt_id = changed.id;
drop table changed;
