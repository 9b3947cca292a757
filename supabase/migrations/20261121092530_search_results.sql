-- Presenting the prompts of a page, once for search_prompts and community_feed.

-- PostgreSQL inlines this into its callers, which spares the joins whose columns they don't read. A SET clause, even of
-- search_path, would prevent it.
create function private.present_prompts(ids uuid[], caller uuid) returns table (
  place bigint, id uuid, title text, content text, description text, tags text[], is_public boolean, version integer,
  user_id uuid, team_id uuid, group_id uuid, group_name text, is_template boolean, template_category text,
  category text, icon text, forked_from uuid, forked_from_version integer, created_at timestamptz, updated_at timestamptz,
  last_used_at timestamptz, is_favorite boolean, favorites_count integer, comments_count integer, forks_count integer,
  author_name text, author_avatar text
)
language sql stable
as $$
  select page.place, p.id, p.title, p.content, p.description, p.tags, p.is_public, p.version,
    p.user_id, case when caller_is.insider then p.team_id end, case when caller_is.insider then p.group_id end, g.name,
    p.is_template, p.template_category, p.category, p.icon,
    source.id, case when source.id is not null then p.forked_from_version end, p.created_at, p.updated_at,
    u.used_at, f.prompt_id is not null, st.favorites_count, st.comments_count, st.forks_count,
    a.full_name, a.avatar_url
  from unnest(ids) with ordinality as page (prompt_id, place)
  join public.prompts p on p.id = page.prompt_id and p.deleted_at is null
  -- Strangers don't learn the group and team of a prompt. The teams are looked up only if a row needs them.
  cross join lateral (
    select p.user_id = caller
      or (p.team_id is not null and p.team_id = any ((select array(select private.my_team_ids()))::uuid[])) as insider
  ) caller_is
  -- A source is named to people who may read it.
  left join lateral (
    select s.id from public.prompts s
    where s.id = p.forked_from and (
      s.user_id = caller or (s.is_public and s.deleted_at is null)
      or (s.team_id is not null and s.team_id = any ((select array(select private.my_team_ids()))::uuid[]))
    )
    offset 0
  ) source on true
  join public.prompt_stats st on st.prompt_id = p.id
  left join public.groups g on g.id = p.group_id and g.user_id = caller
  left join public.prompt_uses u on u.prompt_id = p.id and u.user_id = caller
  left join public.favorites f on f.prompt_id = p.id and f.user_id = caller
  left join public.profiles a on a.id = p.user_id
$$;
comment on function private.present_prompts(uuid[], uuid) is
  'Returns the prompts of a page as the caller may see them; place is the position in ids.';
revoke all on function private.present_prompts(uuid[], uuid) from public;
grant execute on function private.present_prompts(uuid[], uuid) to cuebook_search;

-- A list shows the beginning of a content. If a word of the search comes later, it shows that part.
create function private.excerpt(content text, library_text text, visible_text text, words text[], typos text[]) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  -- library_text begins with a line feed, the title, and another line feed.
  content_start constant integer := char_length(split_part(library_text, E'\n', 2)) + 2;
  -- Lists show 300 characters. A match in the last 100 of them may be cut off.
  preview_end constant integer := content_start + 200;
  preview constant text := concat_ws(E'\n', visible_text, left(library_text, preview_end));
  match_start integer;
begin
  for number in 1..cardinality(words) loop
    continue when strpos(preview, words[number]) > 0;
    match_start := strpos(library_text, words[number]);
    if match_start = 0 and typos[number] is not null then
      -- A regular expression that starts with any letter would be tried at each one.
      match_start := regexp_instr(library_text, regexp_replace(typos[number], '^[.]', ''));
      continue when match_start + length(words[number]) <= preview_end or visible_text ~ typos[number];
    end if;
    if match_start > content_start then
      -- Folding may have moved it by some characters.
      return substr(content, greatest(match_start - content_start - 80, 1), 300);
    end if;
  end loop;
  return null;
end
$$;
comment on function private.excerpt(text, text, text, text[], text[]) is
  'Returns 300 characters of a content around the first of the words (or its typo) that stands neither at the start of '
  'library_text nor in visible_text, the prompt''s other folded texts; null if all words are visible.';
revoke all on function private.excerpt(text, text, text, text[], text[]) from public;
grant execute on function private.excerpt(text, text, text, text[], text[]) to cuebook_search;
