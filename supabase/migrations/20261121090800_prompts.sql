-- Prompts. A prompt lies in a group of its library: a team's prompt in one of the team, another in one
-- of its owner. A policy shows all columns of a row or none, so strangers read only public rows that
-- have no group, no team and no private source. The view `readable_prompts` has every prompt that
-- the caller may read, and hides these ids from strangers.

create function private.tags_fit(tags text[]) returns boolean
language sql immutable set search_path = ''
as $$ select coalesce(bool_and(tag is not null and char_length(tag) between 1 and 50), true)
  from unnest(tags) tag $$;
comment on function private.tags_fit is 'Returns whether each tag has 1 to 50 characters.';
grant execute on function private.tags_fit to authenticated, service_role;

create table public.prompts (
  id uuid primary key default private.new_id(),
  title text not null,
  content text not null,
  description text,
  tags text[] not null default '{}',
  is_public boolean not null default false,
  version integer not null default 1,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  team_id uuid references public.teams (id) on delete set null,
  group_id uuid references public.groups (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  is_template boolean not null default false,
  template_category text,
  category text,
  icon text,
  forked_from uuid references public.prompts (id) on delete set null,
  forked_from_version integer,
  change_description text,
  shared_version integer,
  constraint "a prompt needs a title" check (title ~ '\S'),
  constraint "a title has at most 500 characters" check (char_length(title) <= 500),
  constraint "a prompt needs content" check (content <> ''),
  constraint "content has at most 1000000 characters" check (char_length(content) <= 1000000),
  constraint "a description has at most 2000 characters" check (char_length(description) <= 2000),
  constraint "a prompt has at most 100 tags" check (cardinality(tags) <= 100),
  -- PostgreSQL also accepts nested arrays as text[].
  constraint "tags are a plain list" check (coalesce(array_ndims(tags), 1) = 1),
  constraint "a tag has 1 to 50 characters" check (private.tags_fit(tags)),
  constraint "a category has at most 100 characters" check (char_length(category) <= 100),
  constraint "a template category has at most 100 characters"
    check (char_length(template_category) <= 100),
  constraint "an icon has at most 32 characters" check (char_length(icon) <= 32),
  constraint "a change description has at most 500 characters"
    check (char_length(change_description) <= 500)
);
comment on table public.prompts is
  'Prompts in their current state; prompt_versions has every state.';
comment on column public.prompts.version is
  'The number of the newest version. A save names the version it is based on.';
comment on column public.prompts.team_id is 'The team that shares it; its editors may change it.';
comment on column public.prompts.group_id is
  'The group that it lies in: one of its team, or, without a team, one of its owner.';
comment on column public.prompts.deleted_at is
  'When it was deleted; it can come back for 30 days. Lists filter it.';
comment on column public.prompts.is_template is
  'Offered to everybody as a template; set by the service role alone.';
comment on column public.prompts.icon is 'An emoji; null shows the memo symbol.';
comment on column public.prompts.forked_from is 'The prompt it was copied from, while that exists.';
comment on column public.prompts.forked_from_version is
  'The source''s version at that time, set by the database; moved on to the present one when its '
  'changes are taken over.';
comment on column public.prompts.change_description is
  'Write-only: the description of a change. It moves to the new version; here it is null.';
comment on column public.prompts.shared_version is
  'First version that members of the team may read: the one made when the prompt was shared with '
  'it. Set by the database.';
create index prompts_newest_idx on public.prompts (user_id, created_at desc, id desc)
  where deleted_at is null;
create index prompts_updated_idx on public.prompts (user_id, updated_at desc, id desc)
  where deleted_at is null;
create index prompts_user_id_idx on public.prompts (user_id);
create index prompts_deleted_idx on public.prompts (deleted_at) where deleted_at is not null;
create index prompts_group_id_idx on public.prompts (group_id, created_at desc, id desc)
  where group_id is not null;
create index prompts_team_id_idx on public.prompts (team_id, created_at desc, id desc)
  where team_id is not null;
create index prompts_team_updated_idx on public.prompts (team_id, updated_at desc, id desc)
  where team_id is not null and deleted_at is null;
create index prompts_forked_from_idx on public.prompts (forked_from, user_id)
  where forked_from is not null;
create index prompts_feed_idx on public.prompts (created_at desc, id desc)
  where is_public and deleted_at is null;
create index prompts_template_idx on public.prompts (template_category, id) where is_template;
-- Each read of a profile checks whether the author has a public prompt.
create index prompts_public_author_idx on public.prompts (user_id)
  where is_public and deleted_at is null;

alter table public.prompts enable row level security;
alter publication supabase_realtime add table public.prompts;
grant select, insert, update, delete on table public.prompts to authenticated, service_role;

-- Clients choose the ids of their prompts. Links, references and programs name a prompt by its id, or by
-- 16 digits of it (contract/prompt-reference.ts), also once it is gone: nobody else may take these over.

create table private.erased_prompts (
  id uuid primary key
);
comment on table private.erased_prompts is 'The ids of prompts that were deleted for good. They are never used again.';

alter table private.erased_prompts enable row level security;

create function private.note_erased_prompts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.erased_prompts (id) select id from erased on conflict do nothing;
  return null;
end
$$;
comment on function private.note_erased_prompts is 'Notes the ids of prompts that are deleted for good.';
create trigger prompts_note_erased after delete on public.prompts
  referencing old table as erased
  for each statement execute function private.note_erased_prompts();

create function private.is_prompt_name_taken(prompt_id uuid, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from (
      select p.id from public.prompts p
      where p.id between first_id and last_id and p.id <> prompt_id and p.user_id <> person
      union all
      select e.id from private.erased_prompts e where e.id between first_id and last_id
    ) taken
    where right(taken.id::text, 4) = right(prompt_id::text, 4)
  )
  from (
    select (left(prompt_id::text, 13) || '-0000-0000-000000000000')::uuid as first_id,
      (left(prompt_id::text, 13) || '-ffff-ffff-ffffffffffff')::uuid as last_id
  ) same_start
$$;
comment on function private.is_prompt_name_taken is
  'Returns whether a new id has the first 12 and the last 4 digits of another person''s prompt, or of one that was deleted for '
  'good. The primary key refuses an id that exists.';
grant execute on function private.is_prompt_name_taken to authenticated;

-- A share lets one person read or change a prompt. It starts as an invitation of an address, and
-- gives rights once somebody accepts it. The functions of sharing.sql write it.
create table public.prompt_shares (
  id uuid primary key default private.new_id(),
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  role text not null,
  email text not null,
  user_id uuid references public.profiles (id) on delete cascade,
  invited_by uuid not null references public.profiles (id) on delete cascade,
  first_version integer not null,
  state text not null default 'pending',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  answered_at timestamptz,
  constraint "a prompt is shared with viewers and editors" check (role in ('viewer', 'editor')),
  constraint "an email address looks like name@example.com"
    check (private.is_email_address(email)),
  constraint "a share is pending, accepted, declined or revoked"
    check (state in ('pending', 'accepted', 'declined', 'revoked')),
  constraint "an accepted share belongs to a person" check (state <> 'accepted' or user_id is not null),
  constraint "a prompt is not shared with its owner" check (user_id <> invited_by)
);
comment on table public.prompt_shares is
  'Single people with whom an owner shares a prompt, written by functions alone.';
comment on column public.prompt_shares.role is 'viewer reads the prompt, editor changes its text too.';
comment on column public.prompt_shares.email is
  'The invited address, in lower case: the account that has confirmed it may accept.';
comment on column public.prompt_shares.user_id is 'The person who accepted; null until then.';
comment on column public.prompt_shares.invited_by is 'The owner of the prompt.';
comment on column public.prompt_shares.first_version is
  'First version that the person may read: the one that was shared.';
create index prompt_shares_user_id_idx on public.prompt_shares (user_id);
create index prompt_shares_email_idx on public.prompt_shares (email);
create index prompt_shares_invited_by_idx on public.prompt_shares (invited_by);
create unique index prompt_shares_address_once_idx on public.prompt_shares (prompt_id, email)
  where state in ('pending', 'accepted');
create unique index prompt_shares_person_once_idx on public.prompt_shares (prompt_id, user_id)
  where state = 'accepted';
create index prompt_shares_prompt_id_idx on public.prompt_shares (prompt_id);

-- Like those of teams, each is evaluated once a statement.
create function private.my_shared_prompt_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select prompt_id from public.prompt_shares
  where user_id = (select private.caller_id('prompts:read')) and state = 'accepted'
$$;
comment on function private.my_shared_prompt_ids is
  'Returns the prompts that their owners share with the caller.';

create function private.my_edited_prompt_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select prompt_id from public.prompt_shares
  where user_id = (select auth.uid()) and state = 'accepted' and role = 'editor'
$$;
comment on function private.my_edited_prompt_ids is
  'Returns the prompts that their owners share with the caller as an editor.';

create function private.my_first_versions() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(prompt_id, first_version) from public.prompt_shares
  where user_id = (select private.caller_id('prompts:read')) and state = 'accepted'
$$;
comment on function private.my_first_versions is
  'Returns the first version that the caller may read of each prompt that is shared with them, by its id.';
grant execute on function private.my_shared_prompt_ids, private.my_edited_prompt_ids,
  private.my_first_versions to authenticated, service_role;

alter table public.prompt_shares enable row level security;
grant select on table public.prompt_shares to authenticated;
grant select, insert, update, delete on table public.prompt_shares to service_role;

create policy "Owners of prompts and people who accepted read shares" on public.prompt_shares
  for select to authenticated
  using (invited_by = (select auth.uid()) or user_id = (select auth.uid()));

create function private.public_version(prompt_id uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select p.version from public.prompts p
  where p.id = public_version.prompt_id and p.is_public and p.deleted_at is null
$$;
comment on function private.public_version is 'Returns the version of a public prompt; null for any other.';
grant execute on function private.public_version
  to authenticated, service_role, cuebook_search, cuebook_reader;

-- The caller's own prompts, those shared with them or their teams, and public ones.
create function private.can_read_prompt(prompt_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.prompts p where p.id = $1)
    or private.public_version($1) is not null
$$;
comment on function private.can_read_prompt is 'Returns whether the caller may read a prompt.';
grant execute on function private.can_read_prompt to authenticated, service_role;

-- The caller's own prompts, and those that teams or owners share with them to edit.
create function private.can_edit_prompt(prompt_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.prompts p
    where p.id = $1
      and (
        p.user_id = (select auth.uid())
        or p.team_id in (select private.my_edited_team_ids())
        or (p.deleted_at is null and p.id in (select private.my_edited_prompt_ids()))
      )
  )
$$;
comment on function private.can_edit_prompt is 'Returns whether the caller may change a prompt.';
grant execute on function private.can_edit_prompt to authenticated, service_role;

-- A deleted prompt is hidden from people with whom its owner shares it.
create policy "People read their own, shared and plain public prompts" on public.prompts
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or team_id in (select private.my_team_ids())
    or (
      is_public and deleted_at is null and group_id is null and team_id is null
      and (forked_from is null or private.public_version(forked_from) is not null)
    )
    or (deleted_at is null and id in (select private.my_shared_prompt_ids()))
  );
create policy "People create prompts of their own" on public.prompts for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and not is_template
    and (group_id is null or private.is_live_group_of(group_id, user_id, team_id))
    and (team_id is null or team_id in (select private.my_edited_team_ids()))
    and (forked_from is null or private.can_read_prompt(forked_from))
  );
-- The trigger prompts_check_update refuses changes of owner, team, template flag, source, and
-- deletion by single editors: a policy sees only the new row.
create policy "Owners, team editors and single editors update prompts" on public.prompts
  for update to authenticated
  using (
    user_id = (select auth.uid())
    or team_id in (select private.my_edited_team_ids())
    or (deleted_at is null and id in (select private.my_edited_prompt_ids()))
  )
  with check (
    (
      user_id = (select auth.uid())
      or team_id in (select private.my_edited_team_ids())
      or (deleted_at is null and id in (select private.my_edited_prompt_ids()))
    )
    and (group_id is null or private.is_group_of(group_id, user_id, team_id))
  );
create policy "Owners delete their prompts permanently" on public.prompts
  for delete to authenticated
  using (user_id = (select auth.uid()));

create function private.log_team_prompt() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  proposer uuid;
  heir uuid;
begin
  if tg_op = 'DELETE' then
    perform private.log_team_activity(
      old.team_id, 'prompt_erased', prompt_id => old.id, title => old.title);
    return null;
  end if;
  if tg_op = 'UPDATE' and old.team_id is not null and new.team_id is distinct from old.team_id then
    perform private.log_team_activity(
      old.team_id, 'prompt_removed', prompt_id => old.id, title => old.title);
  end if;
  if new.team_id is not null then
    if tg_op = 'UPDATE' and new.version <> old.version then
      select v.proposed_by into proposer from public.prompt_versions v
      where v.prompt_id = new.id and v.version_number = new.version;
      heir := nullif(new.user_id, old.user_id);
    end if;
    perform private.log_team_activity(
      new.team_id,
      case
        when tg_op = 'INSERT' or new.team_id is distinct from old.team_id then 'prompt_added'
        when old.deleted_at is null and new.deleted_at is not null then 'prompt_deleted'
        when old.deleted_at is not null and new.deleted_at is null then 'prompt_restored'
        when proposer is not null then 'proposal_accepted'
        when heir is not null then 'prompt_handed_over'
        else 'prompt_changed'
      end,
      member_id => coalesce(proposer, heir), prompt_id => new.id, version_number => new.version, title => new.title);
  end if;
  return null;
end
$$;
comment on function private.log_team_prompt is
  'Logs what happened to a prompt of a team. Its title after it left the team stays out of the log.';
create trigger prompts_log_team_new after insert on public.prompts
  for each row when (new.team_id is not null) execute function private.log_team_prompt();
create trigger prompts_log_team_end after delete on public.prompts
  for each row when (old.team_id is not null) execute function private.log_team_prompt();
create trigger prompts_log_team after update on public.prompts
  for each row when (
    (old.team_id is not null or new.team_id is not null)
    and (old.team_id, old.version, old.deleted_at is null)
      is distinct from (new.team_id, new.version, new.deleted_at is null)
  )
  execute function private.log_team_prompt();

-- Each prompt has a private realtime topic, 'prompt:' and its id. Readers learn there of changes
-- that they can't select, and editors see each other.
create function private.prompt_of_topic() returns uuid
language sql stable set search_path = ''
as $$
  select case when realtime.topic() ~ '^prompt:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then substr(realtime.topic(), 8)::uuid end
$$;
comment on function private.prompt_of_topic is
  'Returns the prompt of the realtime topic that a policy is asked about.';
grant execute on function private.prompt_of_topic to authenticated;

create policy "Readers of a prompt follow its changes, and editors each other" on realtime.messages
  for select to authenticated
  using (
    (select private.is_whole_session())
    and case extension
      when 'broadcast' then private.can_read_prompt(private.prompt_of_topic())
      when 'presence' then private.can_edit_prompt(private.prompt_of_topic())
    end
  );
create policy "Editors of a prompt tell each other" on realtime.messages
  for insert to authenticated
  with check (
    (select private.is_whole_session())
    and extension = 'presence' and private.can_edit_prompt(private.prompt_of_topic())
  );

-- A reader who loses a prompt can't select its last change, nor can those who read it only through
-- the views. They get a message without content, and refetch.
create function private.broadcast_prompt_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.is_public or old.team_id is not null or exists (
    select from public.prompt_shares s where s.prompt_id = new.id and s.state = 'accepted'
  ) then
    perform realtime.send('{}', 'changed', 'prompt:' || new.id);
  end if;
  return null;
end
$$;
comment on function private.broadcast_prompt_change is
  'Tells the readers of a shared prompt that they must refetch it.';
create trigger prompts_broadcast_change after update on public.prompts
  for each row when (
    (old.is_public, old.team_id, old.deleted_at is null)
      is distinct from (new.is_public, new.team_id, new.deleted_at is null)
    or (
      (old.is_public or old.team_id is not null)
      and new.version <> old.version and (new.group_id is not null or new.forked_from is not null)
    )
  )
  execute function private.broadcast_prompt_change();
