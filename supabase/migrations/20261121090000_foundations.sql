-- The base of all other migrations: schemas, extensions, default rights, ids, the roles that own
-- functions and views, and the comparison of texts without case and accents.

create schema if not exists private;
comment on schema private is 'Helpers of policies, triggers and functions. Not exposed by the API.';
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists btree_gin with schema extensions;

-- Nothing in public is reachable unless its own migration grants it.
alter default privileges in schema public revoke all on tables
  from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions
  from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences
  from anon, authenticated, service_role;

-- Ids sort by creation time (UUID version 7). PostgreSQL 18 and later generate them natively.
do $$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is not null then
    execute 'create function private.new_id() returns uuid language sql volatile set search_path = ''''
      as ''select pg_catalog.uuidv7()''';
  else
    execute $body$
      create function private.new_id() returns uuid language sql volatile set search_path = ''
      as $sql$
        -- 48 bits of milliseconds, then the random bits of a version 4, whose version becomes 7.
        select encode(
          set_bit(
            set_bit(
              overlay(
                uuid_send(gen_random_uuid())
                placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                from 1 for 6
              ),
              52, 1
            ),
            53, 1
          ),
          'hex'
        )::uuid
      $sql$
    $body$;
  end if;
end
$$;
comment on function private.new_id is 'Returns a new UUID version 7.';
grant execute on function private.new_id to authenticated, service_role;

-- Of a version 4 UUID, 122 bits are random.
create function private.random_bytes() returns bytea
language sql volatile set search_path = ''
as $$ select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) $$;
comment on function private.random_bytes is 'Returns 32 bytes that nobody can guess, for secrets.';

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

-- An owner that is not a superuser can then transfer functions to the role.
grant cuebook_search to current_user;
grant usage on schema private to cuebook_search;

do $$
begin
  if not exists (select from pg_roles where rolname = 'cuebook_reader') then
    create role cuebook_reader nologin noinherit nobypassrls;
    comment on role cuebook_reader is
      'Owner of the views of prompts. No login, and no way around row level security: its policies '
      'decide what the views show.';
  end if;
exception when duplicate_object or unique_violation then
  null; -- made by another database of this cluster at the same moment
end
$$;

-- An owner that is not a superuser can then transfer views to the role.
grant cuebook_reader to current_user;

-- Policies of the views' owner are evaluated for the caller: auth.uid() is the caller's id.
grant usage on schema public to cuebook_reader;
grant usage on schema private to cuebook_reader;

-- Equal letters match however they are encoded: й as one character or as two, ﷲ and ｶﾞ in
-- compatibility forms, ς and σ. Optional points and marks, and invisible characters, are ignored.

-- The fast path of most texts: no character needs composing or removing.
create function private.folds_simply(text) returns boolean
language sql immutable strict parallel safe
as $$
  select $1 !~ ('[^\x01-\x7f\u00a1-\u00a7\u00a9-\u00ac\u00ae\u00b0\u00b1\u00b5-\u00b7\u00ba\u00bb\u00bf-\u013e\u0141-\u024f'
    || '\u0400-\u0482\u048a-\u052f\u2010-\u2016\u2018-\u2027\u2030-\u2032\u2039\u203a\u20ac\u2190-\u221f\u2231-\u22ff\u2500-\u27bf'
    || '\u3001-\u301f\u3041-\u3096\u30a0-\u30fe\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e\U0001f300-\U0001faff]')
$$;
comment on function private.folds_simply is
  'Returns whether lower case and unaccent suffice to fold a text; false for some texts where they '
  'would.';

-- A role that writes names evaluates the index on them.
grant execute on function private.folds_simply to service_role;

-- Normalizing sorts the marks after a letter in time that grows with the square of their number, and
-- can't be canceled. So every 30, more than any language uses, are followed by a grapheme joiner, across
-- which nothing is sorted (UAX #15, Stream-Safe Text Format). A character between marks of old scripts
-- counts as one, too.
create function private.separate_marks(text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  mark constant text := '[\u0300-\u034e\u0350-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u0670\u06d6-\u06ed\u0711\u0730-\u074a\u07eb-\u07fd\u0816-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08ff'
    || '\u093c\u094d\u0951-\u0954\u09bc\u09cd\u09fe\u0a3c-\u0a4d\u0abc\u0acd\u0b3c\u0b4d\u0bcd\u0c3c\u0c4d-\u0c56\u0cbc\u0ccd\u0d3b-\u0d4d\u0dca\u0e38-\u0e3a\u0e48-\u0e4b\u0eb8-\u0ecb'
    || '\u0f18\u0f19\u0f35\u0f37\u0f39\u0f71-\u0fc6\u1037-\u103a\u108d\u135d-\u135f\u1714-\u1734\u17d2-\u17dd\u18a9\u1939-\u193b\u1a17\u1a18\u1a60-\u1aff\u1b34-\u1b44\u1b6b-\u1b73\u1baa\u1bab\u1be6-\u1bf3\u1c37'
    || '\u1cd0-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua67d\ua69e-\ua69f\ua6f0\ua6f1\ua806\ua82c\ua8c4\ua8e0-\ua8f1\ua92b-\ua92d\ua953\ua9b3-\ua9c0'
    || '\uaab0-\uaac1\uaaf6\uabed\ufb1e\ufe20-\ufe2f\uff9e\uff9f\U000101fd-\U0001037a\U00010a0d-\U0001d1ad\U0001d242-\U0001d244\U0001e000-\U0001e94a' || ']';
begin
  return regexp_replace($1, '(' || mark || '{30})(?=' || mark || ')', E'\\1\u034f', 'g');
end
$$;
comment on function private.separate_marks is
  'Returns a text in which at most 30 combining marks follow a letter or a grapheme joiner (U+034F).';

-- A role that writes names evaluates the index on them.
grant execute on function private.separate_marks to service_role;

-- Texts are compared without case and accents. unaccent is only stable, since its dictionary could
-- change; an index needs an immutable function, so the dictionary is named.
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
  -- NFKC would turn the first into a space with an accent, and the second into two signs. The third
  -- is a common space.
  folded := replace(replace(replace($1, E'\u00b4', ''''), E'\u2033', '"'), E'\u00a0', ' ');
  if folded is not nfkc normalized then
    folded := normalize(private.separate_marks(folded), nfkc);
  end if;
  -- Invisible joiners, separators and direction marks, and emoji variants; Hebrew points and
  -- accents; Arabic signs, elongation, vowels and recitation marks.
  folded := lower(extensions.unaccent('extensions.unaccent'::regdictionary, regexp_replace(folded,
    '[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef'
      || '\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7'
      || '\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]+',
    '', 'g')));
  -- Final sigma; alef with its signs, both forms of yeh, teh marbuta, keheh; Hebrew hyphen and
  -- quotation marks.
  if folded ~ '[\u03c2\u0622\u0623\u0625\u0671\u0649\u06cc\u0629\u06a9\u05be\u05f3\u05f4]' then
    folded := translate(folded,
      E'\u03c2\u0622\u0623\u0625\u0671\u0649\u06cc\u0629\u06a9\u05be\u05f3\u05f4',
      E'\u03c3\u0627\u0627\u0627\u0627\u064a\u064a\u0647\u0643-\'"');
  end if;
  return folded;
end
$$;
comment on function private.fold is
  'Returns a text as it is compared: in lower case, without accents, in Unicode''s compatibility '
  'composition (NFKC).';

-- A role that writes names evaluates the index on them.
grant execute on function private.fold to service_role;
