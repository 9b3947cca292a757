-- A list shows the beginning of a content. Where a word that was searched for stands further on, it shows that place.
drop function if exists private.excerpt(text, text, text, text[], text[]);
create or replace function private.excerpt(content text, folded text, beside text, words text[], typos text[]) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  -- Behind a line feed, the title and another.
  start constant integer := char_length(split_part(folded, E'\n', 2)) + 2;
  -- Of the 300 letters that a list has from the beginning, the last are no place to begin at.
  seen constant integer := start + 200;
  shown constant text := concat_ws(E'\n', beside, left(folded, seen));
  place integer;
begin
  for number in 1..cardinality(words) loop
    continue when strpos(shown, words[number]) > 0;
    place := strpos(folded, words[number]);
    if place = 0 and typos[number] is not null then
      -- Where a match may begin with any letter, it would be tried from each one on.
      place := regexp_instr(folded, regexp_replace(typos[number], '^[.]', ''));
      continue when place + length(words[number]) <= seen or beside ~ typos[number];
    end if;
    if place > start then
      -- Folding may have moved it by some letters.
      return substr(content, greatest(place - start - 80, 1), 300);
    end if;
  end loop;
  return null;
end
$$;
comment on function private.excerpt(text, text, text, text[], text[]) is
  '300 characters of a content around the first of the words (or what comes near it: typos, where not null) that stands in folded, '
  'a library_text, and neither in the 200 that its content begins with nor beside, in what else is seen of the prompt, folded; null '
  'where all is seen.';
revoke all on function private.excerpt(text, text, text, text[], text[]) from public;
grant execute on function private.excerpt(text, text, text, text[], text[]) to cuebook_search;
