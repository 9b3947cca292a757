-- Changes of many prompts at once. Each function is one statement and runs as the caller. It
-- changes only prompts that need the change, and returns {id: the number of the new version}. Those
-- of the caller, and those of teams that they edit: tags, category, group. Those of the caller alone:
-- team, visibility, deletion.

create function public.matching_prompts(query text default '', of_team uuid default null) returns uuid[]
language plpgsql stable set search_path = '' set statement_timeout = '60s'
as $$
#variable_conflict use_column
declare
  matches uuid[] := '{}';
  page uuid[];
  last text;
begin
  if btrim(query) = '' then
    return array(
      select p.id from public.prompts p
      where (p.team_id = of_team or p.user_id = (case when of_team is null then (select auth.uid()) end))
        and p.deleted_at is null
      order by p.created_at desc, p.id desc
    );
  end if;
  loop
    select array_agg(s.id order by s.ordinality),
      (array_agg(s.cursor order by s.ordinality desc))[1]
    into page, last
    from public.search_prompts(query, coalesce('team:' || of_team, 'library'), null, last, 200) with ordinality s;
    exit when page is null;
    matches := matches || page;
    exit when cardinality(page) < 200;
  end loop;
  return matches;
end
$$;
comment on function public.matching_prompts is
  'Returns the ids of all prompts that search_prompts finds in the caller''s library, or in a team of theirs, in its '
  'order; all of them for an empty query.';

create function public.rights_to_prompts(ids uuid[]) returns table (own_ids uuid[], proposal_ids uuid[])
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(p.id) filter (where p.user_id = (select auth.uid())), '{}'),
    coalesce(array_agg(p.id) filter (where p.team_id is not null and private.needs_proposal(p.id, p.team_id)), '{}')
  from public.prompts p
  where p.id = any (ids) and p.deleted_at is null
$$;
comment on function public.rights_to_prompts is
  'Returns which of some prompts the caller owns, and of which the team changes tags and text by proposals alone. A page says with '
  'it what a change of them all leaves out.';

create function public.move_prompts(ids uuid[], to_group uuid default null) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' set gin_pending_list_limit = '64MB'
as $$
  with changed as (
    update public.prompts p
    set group_id = to_group,
      change_description = coalesce(
        (select left('Moved to group ' || g.name, 500) from public.groups g where g.id = to_group),
        'Taken out of its group')
    where p.id = any (ids) and p.deleted_at is null and p.group_id is distinct from to_group
      and case when p.team_id is null then p.user_id = (select auth.uid())
        else p.team_id in (select private.my_edited_team_ids()) end
      and (to_group is null
        or p.team_id is not distinct from (select g.team_id from public.groups g where g.id = to_group))
    returning p.id, p.version
  )
  select coalesce(jsonb_object_agg(id, version), '{}') from changed
$$;
comment on function public.move_prompts is
  'Puts prompts into a group of their library, or, for null, into none: the caller''s own prompts into a group of theirs, those of '
  'a team that they edit into one of the team. Leaves prompts of other libraries where they are.';

create function public.move_prompts_to_team(ids uuid[], to_team uuid default null) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' set gin_pending_list_limit = '64MB'
as $$
  with changed as (
    update public.prompts p
    set team_id = to_team,
      change_description = coalesce(
        (select left('Moved to team ' || t.name, 500) from public.teams t where t.id = to_team),
        'Taken out of the team')
    where p.id = any (ids) and p.user_id = (select auth.uid()) and p.deleted_at is null
      and p.team_id is distinct from to_team
    returning p.id, p.version
  )
  select coalesce(jsonb_object_agg(id, version), '{}') from changed
$$;
comment on function public.move_prompts_to_team is
  'Shares prompts with a team that the caller owns or edits, or, for null, takes them out of theirs. They stay the caller''s, '
  'and leave their group.';

create function public.teams_of_prompts(ids uuid[])
returns table (team_id uuid, team_name text, prompts integer)
language sql stable set search_path = ''
as $$
  select p.team_id, t.name, count(*)::integer
  from public.prompts p left join public.teams t on t.id = p.team_id
  where p.id = any (ids) and p.user_id = (select auth.uid()) and p.team_id is not null
  group by p.team_id, t.name
  order by t.name, p.team_id
$$;
comment on function public.teams_of_prompts is
  'Returns with which teams the caller''s prompts are shared, and how many with each. The name of a team that the caller left is null.';

create function private.with_tags(tags text[], added text[], removed text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select tag from unnest(tags) with ordinality as own (tag, place)
    where lower(tag) <> all (array(select lower(gone) from unnest(removed) gone))
    order by place
  ) || array(
    select btrim(tag) from unnest(added) with ordinality as more (tag, place)
    where lower(btrim(tag)) <> all (array(select lower(own) from unnest(tags) own))
    order by place
  )
$$;
comment on function private.with_tags is
  'Returns tags with some added and some taken off; case makes no difference, and what is there stays as '
  'it is written.';

create function public.tag_prompts(ids uuid[], added text[] default '{}',
  removed text[] default '{}') returns jsonb
language sql set search_path = '' set statement_timeout = '60s' set gin_pending_list_limit = '64MB'
as $$
  with changed as (
    update public.prompts p
    set tags = private.with_tags(p.tags, added, removed), change_description = 'Changed tags'
    where p.id = any (ids) and p.deleted_at is null
      and (p.user_id = (select auth.uid()) or p.team_id in (select private.my_edited_team_ids()))
      and p.tags is distinct from private.with_tags(p.tags, added, removed)
    returning p.id, p.version
  )
  select coalesce(jsonb_object_agg(id, version), '{}') from changed
$$;
comment on function public.tag_prompts is 'Adds tags to prompts and takes tags off them.';

create function public.categorize_prompts(ids uuid[], new_category text default null) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' set gin_pending_list_limit = '64MB'
as $$
  with changed as (
    update public.prompts p
    set category = nullif(btrim(new_category), ''), change_description = 'Changed category'
    where p.id = any (ids) and p.deleted_at is null
      and (p.user_id = (select auth.uid()) or p.team_id in (select private.my_edited_team_ids()))
      and p.category is distinct from nullif(btrim(new_category), '')
    returning p.id, p.version
  )
  select coalesce(jsonb_object_agg(id, version), '{}') from changed
$$;
comment on function public.categorize_prompts is
  'Gives prompts a category; null or an empty one takes it off.';

create function public.publish_prompts(ids uuid[], is_public boolean) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' set gin_pending_list_limit = '64MB'
as $$
  with changed as (
    update public.prompts p
    set is_public = publish_prompts.is_public,
      change_description = case when publish_prompts.is_public then 'Made public' else 'Made private' end
    where p.id = any (ids) and p.user_id = (select auth.uid()) and p.deleted_at is null
      and p.is_public <> publish_prompts.is_public
    returning p.id, p.version
  )
  select coalesce(jsonb_object_agg(id, version), '{}') from changed
$$;
comment on function public.publish_prompts is 'Makes prompts public, or private.';

create function public.undo_prompt_changes(changes jsonb) returns integer
language sql set search_path = '' set statement_timeout = '60s' set gin_pending_list_limit = '64MB'
as $$
  with undone as (
    update public.prompts p
    set tags = past.tags, category = past.category, is_public = past.is_public,
      group_id = case when past.group_id is not distinct from p.group_id then p.group_id
        else (select g.id from public.groups g
          where g.id = past.group_id and g.deleted_at is null and g.team_id is not distinct from p.team_id) end,
      change_description = left('Undone: ' || made.change_description, 500)
    from jsonb_each_text(changes) as change (id, version), public.prompt_versions past,
    public.prompt_versions made
    where p.id = change.id::uuid and p.version = change.version::integer
      and (p.user_id = (select auth.uid()) or p.team_id in (select private.my_edited_team_ids()))
      and made.prompt_id = p.id and made.version_number = p.version
      and past.prompt_id = p.id and past.version_number = p.version - 1
    returning p.id
  )
  select count(*)::integer from undone
$$;
comment on function public.undo_prompt_changes is
  'Takes back what move_prompts, tag_prompts, categorize_prompts, publish_prompts or rename_tags '
  'did ({id: version}), as a version more, where nothing has happened since. Returns how many '
  'prompts.';

create function public.set_prompts_deleted(ids uuid[], deleted boolean) returns uuid[]
language sql set search_path = '' set statement_timeout = '60s' set gin_pending_list_limit = '64MB'
as $$
  with changed as (
    update public.prompts p set deleted_at = case when deleted then now() end
    where p.id = any (ids) and p.user_id = (select auth.uid()) and (p.deleted_at is null) = deleted
    returning p.id
  )
  select coalesce(array_agg(id), '{}') from changed
$$;
comment on function public.set_prompts_deleted is
  'Deletes prompts, which can be restored for 30 days, or restores them. Returns which.';

create function public.set_favorites(ids uuid[], favorite boolean) returns uuid[]
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  changed uuid[];
begin
  if favorite then
    with marked as (
      insert into public.favorites (user_id, prompt_id)
      select auth.uid(), p.id from public.prompts p
      where p.id = any (ids) and p.deleted_at is null
        and (p.user_id = (select auth.uid()) or p.team_id in (select private.my_team_ids()))
      on conflict do nothing
      returning prompt_id
    )
    select array_agg(prompt_id) into changed from marked;
  else
    with unmarked as (
      delete from public.favorites f
      where f.prompt_id = any (ids) and f.user_id = (select auth.uid())
      returning f.prompt_id
    )
    select array_agg(prompt_id) into changed from unmarked;
  end if;
  return coalesce(changed, '{}');
end
$$;
comment on function public.set_favorites is
  'Marks prompts of the caller or of their teams as favourites, or takes marks off. Returns which.';

create function public.duplicate_prompts(ids uuid[]) returns uuid[]
language plpgsql set search_path = '' set statement_timeout = '60s' set gin_pending_list_limit = '64MB'
as $$
declare
  caller constant uuid := auth.uid();
  sources uuid[];
  copies uuid[];
begin
  select coalesce(array_agg(readable.id), '{}'), coalesce(array_agg(private.new_id()), '{}')
  into sources, copies
  from (
    select p.id from public.prompts p
    where p.id = any (ids) and p.deleted_at is null
      and (p.user_id = caller or p.team_id in (select private.my_team_ids()))
    order by p.created_at, p.id
  ) readable;
  -- A copy of somebody else's prompt is a fork, which gets its files by a trigger.
  insert into public.prompts (id, title, content, description, tags, category, icon, group_id,
    user_id, forked_from)
  select pair.copy, left(p.title, 493) || case when p.user_id = caller then ' (Copy)' else ' (Fork)' end,
    p.content, p.description, p.tags, p.category,
    p.icon, case when p.team_id is null then p.group_id end, caller, case when p.user_id <> caller then p.id end
  from unnest(sources, copies) pair (source, copy)
  join public.prompts p on p.id = pair.source
  order by pair.copy;
  perform private.copy_attachments(array_agg(pair.source), array_agg(pair.copy))
  from unnest(sources, copies) pair (source, copy)
  join public.prompts p on p.id = pair.source and p.user_id = caller;
  return copies;
end
$$;
comment on function public.duplicate_prompts is
  'Makes a private copy of each prompt of the caller or of their teams, with its files, in the same group if that is the '
  'caller''s. ''(Copy)'' stands behind the title, ''(Fork)'' behind that of somebody else''s prompt, which the copy names as its '
  'source. Returns the ids of the copies.';

create function public.my_tags(of_team uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('tag', tag, 'prompts', prompts) order by lower(tag), tag), '[]')
  from (
    select tag, count(distinct p.id) as prompts
    from public.prompts p, unnest(p.tags) tag
    where (p.team_id = of_team or p.user_id = (case when of_team is null then (select auth.uid()) end))
      and p.deleted_at is null
    group by tag
  ) counted
$$;
comment on function public.my_tags is
  'Returns the tags of the caller''s prompts, or of those of a team of theirs, with the number of prompts: [{tag, prompts}].';

create function private.renamed_tags(tags text[], old_tags text[], new_tag text) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select tag
    from (
      select case when tag = any (old_tags) then new_tag else tag end as tag, place
      from unnest(tags) with ordinality as own (tag, place)
    ) renamed
    where tag is not null
    group by tag
    order by min(place)
  )
$$;
comment on function private.renamed_tags is
  'Returns tags with one in the place of several, each once; without them, where it is null.';

create function public.rename_tags(old_tags text[], new_tag text default null, of_team uuid default null) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' set gin_pending_list_limit = '64MB'
as $$
  with changed as (
    update public.prompts p
    set tags = private.renamed_tags(p.tags, old_tags, btrim(new_tag)),
      change_description = 'Changed tags'
    where (p.team_id = of_team or p.user_id = (case when of_team is null then (select auth.uid()) end))
      and p.deleted_at is null and p.tags && old_tags
      and p.tags is distinct from private.renamed_tags(p.tags, old_tags, btrim(new_tag))
    returning p.id, p.version
  )
  select coalesce(jsonb_object_agg(id, version), '{}') from changed
$$;
comment on function public.rename_tags is
  'Gives all of the caller''s prompts, or those of a team that they may change, that carry any of the old tags '
  'the new one instead; null takes them off.';

-- Lists the groups that can be restored. It is a function, since finding what comes back with each
-- compares two columns. A group that was deleted with the one around it is not listed itself.
create function public.deleted_groups(of_team uuid default null)
returns table (id uuid, name text, deleted_at timestamptz, prompt_count integer, group_count integer)
language sql stable set search_path = ''
as $$
  with recursive gone as (
    select g.id as root, g.id, g.deleted_at
    from public.groups g
    where (g.team_id = of_team or g.user_id = (case when of_team is null then (select auth.uid()) end))
      and g.deleted_at is not null and not exists (
      select from public.groups parent where parent.id = g.parent_id and parent.deleted_at = g.deleted_at
    )
    union all
    select gone.root, g.id, g.deleted_at
    from gone join public.groups g on g.parent_id = gone.id and g.deleted_at = gone.deleted_at
  )
  select g.id, g.name, g.deleted_at, counted.prompts::integer, counted.groups::integer
  from (
    select gone.root, count(distinct gone.id) - 1 as groups, count(p.id) as prompts
    from gone left join public.prompts p on p.group_id = gone.id and p.deleted_at = gone.deleted_at
    group by gone.root
  ) counted
  join public.groups g on g.id = counted.root
$$;
comment on function public.deleted_groups is
  'Returns the groups of the caller, or of a team of theirs, that were deleted and can come back, with the numbers of prompts and of groups in it that come '
  'back with each.';

grant execute on function private.with_tags, private.renamed_tags, private.needs_proposal to authenticated;

grant execute on function public.matching_prompts, public.rights_to_prompts, public.move_prompts,
  public.move_prompts_to_team, public.teams_of_prompts, public.tag_prompts,
  public.categorize_prompts, public.publish_prompts, public.undo_prompt_changes,
  public.set_prompts_deleted, public.set_favorites, public.duplicate_prompts, public.my_tags,
  public.rename_tags, public.deleted_groups to authenticated;
