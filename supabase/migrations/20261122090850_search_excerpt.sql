-- A list shows the beginning of a content. Where a word that was searched for stands further on, it shows that place.
create or replace function private.excerpt(content text, body text, shown text, words text[], typos text[]) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  word text;
  typo text;
  place integer;
begin
  for word, typo in select w.word, w.typo from unnest(words, typos) w (word, typo) loop
    continue when strpos(shown, word) > 0;
    place := strpos(body, word);
    if place = 0 and typo is not null then
      continue when shown ~ typo;
      place := regexp_instr(body, typo);
    end if;
    if place > 0 then
      -- Folding may have moved it by some letters.
      return substr(content, greatest(place - 80, 1), 300);
    end if;
  end loop;
  return null;
end
$$;
comment on function private.excerpt(text, text, text, text[], text[]) is
  '300 characters of a content around the first of the words (or what comes near it: typos, where not null) that stands in body, '
  'the content folded, and not in shown, what is seen of the prompt anyhow, folded; null where all is seen.';
revoke all on function private.excerpt(text, text, text, text[], text[]) from public;
grant execute on function private.excerpt(text, text, text, text[], text[]) to cuebook_search;
