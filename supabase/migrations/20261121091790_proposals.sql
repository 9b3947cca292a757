-- Proposals: changes of a prompt that its readers suggest, from their fork or directly. People who may
-- change the prompt accept or decline them. Written by functions alone.

-- The base is copied, since authors read no history: strangers see only the newest version.
create table public.proposals (
  id uuid primary key default private.new_id(),
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null,
  source_id uuid references public.prompts (id) on delete set null,
  base_version integer not null,
  base_title text not null,
  base_content text not null,
  base_description text,
  base_tags text[] not null,
  title text not null,
  content text not null,
  description text,
  tags text[] not null,
  message text,
  state text not null default 'open',
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  answered_by uuid references public.profiles (id) on delete set null,
  reason text,
  accepted_version integer,
  constraint "a proposal is open, accepted, declined or withdrawn"
    check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  constraint "an answered proposal has the time of the answer" check ((state = 'open') = (answered_at is null)),
  constraint "an accepted proposal has a version" check ((state = 'accepted') = (accepted_version is not null)),
  constraint "a proposal needs a title" check (title ~ '\S'),
  constraint "a proposal's title has at most 500 characters" check (char_length(title) <= 500),
  constraint "a proposal needs content" check (content <> ''),
  constraint "a proposal's content has at most 1000000 characters" check (char_length(content) <= 1000000),
  constraint "a proposal's description has at most 2000 characters" check (char_length(description) <= 2000),
  constraint "a proposal has at most 100 tags" check (cardinality(tags) <= 100),
  constraint "a proposal's tags are a plain list" check (coalesce(array_ndims(tags), 1) = 1),
  constraint "a proposal's tag has 1 to 50 characters" check (private.tags_fit(tags)),
  constraint "a proposal's message has at most 2000 characters" check (char_length(message) <= 2000),
  constraint "a reason has at most 2000 characters" check (char_length(reason) <= 2000)
);
comment on table public.proposals is 'Changes of prompts that their readers suggest. Written by functions alone.';
comment on column public.proposals.author_id is 'The person who proposed it; null once that account is gone.';
comment on column public.proposals.source_id is
  'The author''s fork from which it comes; null for a direct suggestion, and once the fork is gone.';
comment on column public.proposals.base_version is
  'The version of the prompt that it changes: the newest at that time, or the one that was forked. base_title, base_content, '
  'base_description and base_tags are copies of it.';
comment on column public.proposals.message is 'Why, in the author''s words.';
comment on column public.proposals.answered_at is 'When it was accepted, declined or withdrawn.';
comment on column public.proposals.answered_by is
  'Who accepted or declined it; null if it was withdrawn, and once that account is gone.';
comment on column public.proposals.reason is 'Why it was declined, in the words of the person who did.';
comment on column public.proposals.accepted_version is
  'The version that accepting it made; the newest version if that had the text already.';
create index proposals_prompt_id_idx on public.proposals (prompt_id);
create index proposals_open_idx on public.proposals (prompt_id) where state = 'open';
create index proposals_accepted_idx on public.proposals (prompt_id, accepted_version) where state = 'accepted';
create index proposals_author_id_idx on public.proposals (author_id, id);
create index proposals_answered_by_idx on public.proposals (answered_by) where answered_by is not null;
create index proposals_source_id_idx on public.proposals (source_id) where source_id is not null;

create function private.reads_undeleted_prompt(prompt_id uuid, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.prompts p
    where p.id = $1 and p.deleted_at is null and (
      p.is_public or p.user_id = person
      or exists (select from public.team_members m where m.team_id = p.team_id and m.user_id = person)
      or exists (
        select from public.prompt_shares s
        where s.prompt_id = p.id and s.user_id = person and s.state = 'accepted'
      )
    )
  )
$$;
comment on function private.reads_undeleted_prompt is
  'Returns whether a person may read a prompt, which is not deleted.';

-- A proposal contains a past version, and not everybody who may change a prompt reads its whole history.
create function private.can_review(prompt_id uuid, base_version integer) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.prompts p
    where p.id = $1 and p.deleted_at is null and (
      p.user_id = auth.uid()
      or (p.team_id in (select private.my_edited_team_ids()) and $2 >= p.shared_version)
      or $2 >= (
        select s.first_version from public.prompt_shares s
        where s.prompt_id = p.id and s.user_id = auth.uid() and s.state = 'accepted' and s.role = 'editor'
      )
    )
  )
$$;
comment on function private.can_review is
  'Returns whether the caller may change a prompt and read the version that a proposal is based on.';

-- Access tokens can't read the table of hidden authors.
create function private.my_hidden_author_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$ select author_id from public.hidden_authors where user_id = auth.uid() $$;
comment on function private.my_hidden_author_ids is 'Returns the authors whom the caller hid.';
grant execute on function private.reads_undeleted_prompt, private.can_review, private.my_hidden_author_ids
  to authenticated;

alter table public.proposals enable row level security;
alter publication supabase_realtime add table public.proposals;
grant select on table public.proposals to authenticated, service_role;

create policy "Authors who read the prompt and people who may change it read proposals" on public.proposals
  for select to authenticated
  using (
    case when author_id = (select auth.uid()) then private.reads_undeleted_prompt(prompt_id, (select auth.uid()))
    else private.can_review(prompt_id, base_version)
      and (author_id in (select private.my_hidden_author_ids())) is not true
    end
  );

-- Released prompts: a team can demand proposals for those that carry the label production.

create function private.needs_proposal(prompt_id uuid, team_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.teams t join public.prompt_labels l on l.prompt_id = $1 and l.label = 'production'
    where t.id = $2 and t.released_by_proposal
  )
$$;
comment on function private.needs_proposal is
  'Returns whether the text of a prompt is changed by proposals alone, because its team demands that.';

create function public.prompt_needs_proposal(prompt_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select private.needs_proposal(p.id, p.team_id) from public.prompts p
    where p.id = $1 and private.reads_undeleted_prompt(p.id, (select private.caller_id()))
  ), false)
$$;
comment on function public.prompt_needs_proposal is
  'Returns whether the text of a prompt that the caller reads is changed by proposals alone.';
grant execute on function public.prompt_needs_proposal to authenticated;

-- Runs after prompts_record_version, which sets the version.
create function private.require_proposal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.needs_proposal(old.id, old.team_id) and not exists (
    select from public.proposals s where s.prompt_id = new.id and s.state = 'accepted' and s.accepted_version = new.version
  ) then
    raise exception 'Its team changes prompts with the label production by proposals only: %', old.title
      using errcode = 'insufficient_privilege', hint = 'Propose the change, so that somebody else accepts it.';
  end if;
  return new;
end
$$;
comment on function private.require_proposal is
  'Refuses a change of a released prompt that was not proposed, if its team demands proposals. Applies to everyone.';
create trigger prompts_require_proposal before update on public.prompts
  for each row when (
    old.team_id is not null
    and (old.title, old.content, old.description, old.tags) is distinct from (new.title, new.content, new.description, new.tags)
  )
  execute function private.require_proposal();

-- Proposing.

create function private.check_proposal_limits(author uuid, prompt public.prompts) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (
    select count(*) from public.proposals s
    where s.author_id = author and s.prompt_id = prompt.id and s.state = 'open'
  ) >= 5 then
    raise exception 'You have 5 open proposals for this prompt' using errcode = 'PT422',
      hint = 'Withdraw one, or wait for an answer.';
  end if;
  if (select count(*) from public.proposals s where s.author_id = author and s.state = 'open') >= 50 then
    raise exception 'You have 50 open proposals' using errcode = 'PT422',
      hint = 'Withdraw one, or wait for an answer.';
  end if;
  if (select count(*) from public.proposals s where s.prompt_id = prompt.id and s.state = 'open') >= 200 then
    raise exception 'This prompt has 200 open proposals. Try again when some are answered.' using errcode = 'PT422';
  end if;
  if (
    select count(*) from public.proposals s join public.prompts p on p.id = s.prompt_id
    where s.author_id = author and p.user_id = prompt.user_id and s.created_at > now() - interval '1 day'
  ) >= 20 then
    raise exception 'You can send 20 proposals a day to one person. Try again tomorrow.' using errcode = 'PT429';
  end if;
end
$$;
comment on function private.check_proposal_limits is
  'Refuses a person''s next proposal to a prompt after 5 open ones to it, 50 open ones, 200 open ones of all people to the prompt '
  '(422), or 20 to its owner in a day (429).';

create function public.propose_edit(
  prompt_id uuid, base_version integer, title text, content text, description text default null,
  tags text[] default '{}', message text default null, source_id uuid default null
) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_caller();
  prompt public.prompts;
  base public.prompt_versions;
  made public.proposals;
begin
  -- Locks the account: the limits count one proposal at a time.
  perform from public.profiles a where a.id = me for no key update;
  -- Not locked: a stranger's slow request must not keep the owner from saving or making it private.
  select p.* into prompt from public.prompts p where p.id = propose_edit.prompt_id;
  if not found or not private.reads_undeleted_prompt(prompt.id, me) then
    raise exception 'Prompt not found' using errcode = 'PT404';
  end if;
  if prompt.is_template then
    raise exception 'Templates take no proposals' using errcode = 'PT422', hint = 'Make a copy of your own.';
  end if;
  if (
    prompt.user_id = me
    or coalesce(prompt.team_id in (select private.my_edited_team_ids()), false)
    or prompt.id in (select private.my_edited_prompt_ids())
  ) and not private.needs_proposal(prompt.id, prompt.team_id) then
    raise exception 'You can change this prompt yourself' using errcode = 'PT409';
  end if;
  if exists (
    select from public.hidden_authors h where h.user_id = prompt.user_id and h.author_id = me
  ) then
    raise exception 'The owner of this prompt takes no proposals from you' using errcode = 'insufficient_privilege';
  end if;

  -- Of the history, an author reads only the version that they forked: see fork_base.
  if propose_edit.base_version is distinct from (case
    when propose_edit.source_id is null then prompt.version
    else (
      select f.forked_from_version from public.prompts f
      where f.id = propose_edit.source_id and f.user_id = me and f.forked_from = prompt.id and f.deleted_at is null
    )
  end) then
    raise exception 'The prompt has been changed since it was loaded' using errcode = 'PT409';
  end if;
  select v.* into base from public.prompt_versions v
  where v.prompt_id = prompt.id and v.version_number = propose_edit.base_version;
  if not found then
    raise exception 'The version that was forked no longer exists' using errcode = 'PT409',
      hint = 'Take over the changes of the original first.';
  end if;
  if (base.title, base.content, base.description, base.tags)
    is not distinct from (propose_edit.title, propose_edit.content, propose_edit.description, propose_edit.tags)
  then
    raise exception 'The proposal changes nothing' using errcode = 'PT422';
  end if;
  perform private.check_proposal_limits(me, prompt);
  insert into public.proposals (prompt_id, author_id, source_id, base_version, base_title, base_content, base_description,
    base_tags, title, content, description, tags, message)
  values (prompt.id, me, propose_edit.source_id, base.version_number, base.title, base.content, base.description,
    base.tags, propose_edit.title, propose_edit.content, propose_edit.description, propose_edit.tags,
    nullif(btrim(propose_edit.message), ''))
  returning * into made;
  return made;
end
$$;
comment on function public.propose_edit is
  'Proposes a change of a prompt that the caller reads and can''t change. base_version is its newest version, or with source_id '
  'the one from which that fork of the caller was made (otherwise 409).';

create function public.withdraw_proposal(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := private.require_caller();
begin
  update public.proposals s set state = 'withdrawn', answered_at = now()
  where s.id = withdraw_proposal.id and s.author_id = me and s.state = 'open';
  if not found then
    raise exception 'You have no such proposal, or it was answered already' using errcode = 'PT404';
  end if;
end
$$;
comment on function public.withdraw_proposal is 'Takes back an open proposal of the caller.';

-- Answering. The lock of the prompt lets the answers to its proposals happen one after the other, and
-- comes before that of the proposal, as when the prompt is deleted.

create function private.lock_open_proposal(id uuid) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  locked public.proposals;
begin
  perform private.require_caller();
  perform from public.prompts p
  where p.id = (select s.prompt_id from public.proposals s where s.id = lock_open_proposal.id)
  for no key update;
  select s.* into locked from public.proposals s where s.id = lock_open_proposal.id for update;
  if not found or not private.can_review(locked.prompt_id, locked.base_version) then
    raise exception 'There is no such proposal that you may answer' using errcode = 'PT404';
  end if;
  if locked.state <> 'open' then
    raise exception 'This proposal was already %', locked.state using errcode = 'PT409';
  end if;
  return locked;
end
$$;
comment on function private.lock_open_proposal is
  'Locks a prompt and an open proposal that the caller may answer, and returns the proposal; 404 or 409 otherwise.';

create function public.decline_proposal(id uuid, reason text default null) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  answered public.proposals := private.lock_open_proposal(decline_proposal.id);
begin
  update public.proposals s
  set state = 'declined', answered_at = now(), answered_by = auth.uid(), reason = nullif(btrim(decline_proposal.reason), '')
  where s.id = answered.id
  returning s.* into answered;
  return answered;
end
$$;
comment on function public.decline_proposal is
  'Declines an open proposal to a prompt that the caller may change, with a reason for its author.';

create function public.accept_proposal(
  id uuid, expected_version integer, title text, content text, description text default null, tags text[] default '{}'
) returns public.prompts
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  accepted constant public.proposals := private.lock_open_proposal(accept_proposal.id);
  prompt public.prompts;
  has_change boolean;
begin
  select p.* into prompt from public.prompts p where p.id = accepted.prompt_id;
  if accepted.author_id = auth.uid() and private.needs_proposal(prompt.id, prompt.team_id)
    and prompt.team_id not in (select private.my_owned_team_ids())
  then
    raise exception 'Somebody else has to accept your proposal'
      using errcode = 'insufficient_privilege', hint = 'Only an owner of the team accepts their own.';
  end if;
  if prompt.version is distinct from accept_proposal.expected_version then
    raise exception 'The prompt has been changed since it was loaded' using errcode = 'PT409',
      hint = 'Merge the proposal with the newest version, then accept it again.';
  end if;
  has_change := (prompt.title, prompt.content, prompt.description, prompt.tags) is distinct from
    (accept_proposal.title, accept_proposal.content, accept_proposal.description, accept_proposal.tags);
  -- Comes first: triggers of the update find in it the author, and that the change was proposed.
  update public.proposals s
  set state = 'accepted', answered_at = now(), answered_by = auth.uid(),
    accepted_version = prompt.version + has_change::integer
  where s.id = accepted.id;
  if has_change then
    update public.prompts p
    set title = accept_proposal.title, content = accept_proposal.content, description = accept_proposal.description,
      tags = accept_proposal.tags, change_description = coalesce(left(accepted.message, 500), 'Accepted proposal')
    where p.id = prompt.id
    returning p.* into prompt;
  end if;
  return prompt;
end
$$;
comment on function public.accept_proposal is
  'Accepts an open proposal to a prompt that the caller may change: saves the given text, which the caller may have merged or '
  'edited, as a new version that names the author. Only if expected_version is still the newest (otherwise 409).';

grant execute on function public.propose_edit, public.withdraw_proposal, public.decline_proposal, public.accept_proposal
  to authenticated;

-- Lists. The policy calls a function for each row of all people; this compares with sets of teams and
-- shares that are read once a statement. One branch for each reason lets PostgreSQL begin with the
-- caller's prompts, and stop at a limit.

create view private.reviewable_proposals as
select s.*
from public.proposals s
join (
  select p.id, 1 as first_version, null::integer as team_version
  from public.prompts p
  where p.user_id = (select private.caller_id()) and p.deleted_at is null
  union all
  select p.id, p.shared_version, null
  from public.prompts p
  where p.team_id in (select private.my_edited_team_ids())
    and p.user_id <> (select private.caller_id()) and p.deleted_at is null
  union all
  -- The branch before has those from the version on that the team reads.
  select p.id, ((select private.my_first_versions()) ->> p.id::text)::integer,
    case when p.team_id in (select private.my_edited_team_ids()) then p.shared_version end
  from public.prompts p
  where p.id in (select private.my_edited_prompt_ids())
    and p.user_id <> (select private.caller_id()) and p.deleted_at is null
) p on p.id = s.prompt_id and s.base_version >= p.first_version
  and (p.team_version is null or s.base_version < p.team_version)
where s.author_id is distinct from (select private.caller_id())
  and not exists (
    select from public.hidden_authors h
    where h.user_id = (select private.caller_id()) and h.author_id = s.author_id
  );
comment on view private.reviewable_proposals is
  'The proposals of other people to prompts that the caller may change, without those by authors whom they hid.';

create function public.count_open_proposals() returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from (
    select from private.reviewable_proposals s where s.state = 'open' limit 100
  ) open
$$;
comment on function public.count_open_proposals is
  'Counts the open proposals of other people that the caller may answer; 100 stands for more.';

create function public.my_proposals(box text, is_open boolean default true, before uuid default null)
returns table (
  id uuid, prompt_id uuid, prompt_title text, prompt_icon text, team_name text, author_id uuid, author_name text,
  author_avatar text, message text, state text, created_at timestamptz, answered_at timestamptz, reviewer_name text, reason text
)
language sql stable security definer set search_path = ''
as $$
  select s.id, p.id, p.title, p.icon, t.name, a.id, a.full_name, a.avatar_url,
    s.message, s.state, s.created_at, s.answered_at, r.full_name, s.reason
  from (
    -- Ids first: texts are long. Open ones have an index of their own.
    select listed.id
    from (
      select s.id from private.reviewable_proposals s where box = 'review' and is_open and s.state = 'open'
      union all
      select s.id from private.reviewable_proposals s where box = 'review' and not is_open and s.state <> 'open'
      union all
      select s.id from public.proposals s
      where box = 'sent' and (s.state = 'open') = is_open and s.author_id = (select private.caller_id())
        and private.reads_undeleted_prompt(s.prompt_id, s.author_id)
    ) listed
    where before is null or listed.id < before
    order by listed.id desc
    limit 50
  ) page
  join public.proposals s on s.id = page.id
  join public.prompts p on p.id = s.prompt_id
  left join public.teams t on t.id = p.team_id and t.id in (select private.my_team_ids())
  left join public.profiles a on a.id = s.author_id
  left join public.profiles r on r.id = s.answered_by
  order by s.id desc
$$;
comment on function public.my_proposals is
  'Returns a page of 50 proposals, newest first: those that the caller may answer (box ''review''), or their own (box ''sent''); open or '
  'answered ones, before an id. The team of the prompt is named to its members.';
grant execute on function public.count_open_proposals, public.my_proposals to authenticated;

-- Authors read no history. They could read this version when it was made, if the prompt was public.
create function public.accepted_text(proposal_id uuid)
returns table (version integer, title text, description text, content text, tags text[])
language sql stable security definer set search_path = ''
as $$
  select v.version_number, v.title, v.description, v.content, v.tags
  from public.proposals s
  join public.prompt_versions v on v.prompt_id = s.prompt_id and v.version_number = s.accepted_version
  where s.id = accepted_text.proposal_id and s.author_id = (select private.caller_id())
    and v.proposed_by = s.author_id and v.is_public
    and private.reads_undeleted_prompt(s.prompt_id, s.author_id)
$$;
comment on function public.accepted_text is
  'Returns the text that was accepted of the caller''s proposal, maybe edited; no row when the prompt can no longer be read, or was private then.';
grant execute on function public.accepted_text to authenticated;

-- Pages of those who don't look at proposals learn on their own topics that the count has changed.
create function private.broadcast_proposal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send('{}', 'proposals', 'user:' || person)
  from (
    select new.author_id as person where new.author_id is not null
    union
    select p.user_id from public.prompts p where p.id = new.prompt_id
    union
    select m.user_id from public.prompts p join public.team_members m on m.team_id = p.team_id
    where p.id = new.prompt_id and m.role in ('owner', 'editor')
    union
    select s.user_id from public.prompt_shares s
    where s.prompt_id = new.prompt_id and s.state = 'accepted' and s.role = 'editor'
  ) people;
  return null;
end
$$;
comment on function private.broadcast_proposal is
  'Tells the author of a proposal, and those who may change the prompt, that it was made or answered.';
create trigger proposals_broadcast_new after insert on public.proposals
  for each row execute function private.broadcast_proposal();
create trigger proposals_broadcast_answer after update on public.proposals
  for each row when (old.state <> new.state) execute function private.broadcast_proposal();
