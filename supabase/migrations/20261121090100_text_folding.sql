-- Letters find each other however they were put together: й typed as one character or as two, ﷲ and ｶﾞ as they came from
-- elsewhere, ς and σ. Points and marks that people leave out, and what nobody sees, count for nothing.

-- Most texts: none of their characters has to be put together or left out.
create function private.folds_simply(text) returns boolean
language sql immutable strict parallel safe
as $$
  select $1 !~ ('[^\x01-\x7f\u00a1-\u00a7\u00a9-\u00ac\u00ae\u00b0\u00b1\u00b5-\u00b7\u00ba\u00bb\u00bf-\u013e\u0141-\u024f'
    || '\u0400-\u0482\u048a-\u052f\u2010-\u2016\u2018-\u2027\u2030-\u2032\u2039\u203a\u20ac\u2190-\u221f\u2231-\u22ff\u2500-\u27bf'
    || '\u3001-\u301f\u3041-\u3096\u30a0-\u30fe\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e\U0001f300-\U0001faff]')
$$;
comment on function private.folds_simply(text) is
  'Whether lower case and unaccent alone are all that private.fold makes of a text; false for some of which they are.';
revoke all on function private.folds_simply(text) from public;

-- Whoever writes a name writes its place in the index.
grant execute on function private.folds_simply(text) to service_role;

-- Texts are compared without regard to case and accents. unaccent is only stable, since its dictionary
-- could be changed; naming the dictionary makes this as constant as an index needs.
create function private.fold(text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  folded text;
begin
  if octet_length($1) = length($1) then
    return lower($1);
  elsif private.folds_simply($1) then
    return lower(extensions.unaccent('extensions.unaccent'::regdictionary, $1));
  end if;
  -- Of their own, two of these would become a space with an accent, and two signs; the third is a space that many texts have.
  folded := replace(replace(replace($1, E'\u00b4', ''''), E'\u2033', '"'), E'\u00a0', ' ');
  if folded is not nfkc normalized then
    folded := normalize(folded, nfkc);
  end if;
  -- What joins, parts or turns letters and is not seen itself, and forms of emoji; Hebrew points and accents; Arabic signs,
  -- lengthening, vowels and marks of recitation.
  folded := lower(extensions.unaccent('extensions.unaccent'::regdictionary, regexp_replace(folded,
    '[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef'
      || '\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7'
      || '\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]+',
    '', 'g')));
  -- Final sigma; alef with its signs, both forms of yeh, teh marbuta, keheh; Hebrew hyphen and quotation marks.
  if folded ~ '[\u03c2\u0622\u0623\u0625\u0671\u0649\u06cc\u0629\u06a9\u05be\u05f3\u05f4]' then
    folded := translate(folded, E'\u03c2\u0622\u0623\u0625\u0671\u0649\u06cc\u0629\u06a9\u05be\u05f3\u05f4',
      E'\u03c3\u0627\u0627\u0627\u0627\u064a\u064a\u0647\u0643-\'"');
  end if;
  return folded;
end
$$;
comment on function private.fold(text) is
  'A text as it is compared: in lower case, without accents, in the compatibility composition of Unicode.';

revoke all on function private.fold(text) from public;
-- Whoever writes a name writes its place in the index.
grant execute on function private.fold(text) to service_role;
