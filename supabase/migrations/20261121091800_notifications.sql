-- Notification mails about comments on a person's prompts, about changes of prompts that they forked,
-- and about proposals: at most one mail a day. The server claims and sends them; no client sees these
-- tables. Of several servers, one sends each mail.

create table private.notices (
  user_id uuid not null references auth.users (id) on delete cascade,
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  kind text not null,
  since timestamptz not null default now(),
  taken boolean not null default false,
  again timestamptz,
  primary key (user_id, prompt_id, kind),
  constraint "a notice has a known kind" check (kind in ('comments', 'source', 'proposals', 'answers'))
);
comment on table private.notices is
  'Pending notifications of a person: comments on their prompt, a changed source of their fork, '
  'proposals that they may answer, or answers to their own.';
comment on column private.notices.prompt_id is
  'The person''s own prompt; for proposals and answers, the prompt that is to be changed.';
comment on column private.notices.since is 'The time of the first event that was not mailed yet.';
comment on column private.notices.taken is 'In a mail that is being sent.';
comment on column private.notices.again is 'When it happened again while that mail was being sent.';
create index notices_prompt_id_idx on private.notices (prompt_id);

create table private.moved_sources (
  prompt_id uuid primary key references public.prompts (id) on delete cascade,
  moved_at timestamptz not null default now()
);
comment on table private.moved_sources is
  'Forked prompts that have changed. Who forked them is looked up later: a save must not wait for '
  'a thousand notices.';

create table private.mailings (
  user_id uuid primary key references auth.users (id) on delete cascade,
  mailed_at timestamptz not null
);
comment on table private.mailings is
  'When each person was last mailed: the claim of whoever sends.';

alter table private.notices enable row level security;
alter table private.moved_sources enable row level security;
alter table private.mailings enable row level security;

create function private.queue_comment_notification() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.notices as n (user_id, prompt_id, kind, since)
  select p.user_id, p.id, 'comments', new.created_at
  from public.prompts p
  where p.id = new.prompt_id and p.user_id <> new.user_id and not exists (
    select from public.hidden_authors h where h.user_id = p.user_id and h.author_id = new.user_id
  )
  on conflict (user_id, prompt_id, kind) do update set again = coalesce(n.again, excluded.since)
    where n.taken;
  return null;
end
$$;
comment on function private.queue_comment_notification is
  'Notes for the owner of a prompt that somebody commented on it.';
create trigger comments_queue_notification after insert on public.comments
  for each row execute function private.queue_comment_notification();

create function private.queue_source_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.moved_sources as m (prompt_id)
  select s.prompt_id from public.prompt_stats s where s.prompt_id = new.id and s.forks_count > 0
  on conflict (prompt_id) do update set moved_at = excluded.moved_at;
  return null;
end
$$;
comment on function private.queue_source_change is
  'Notes that a prompt which was forked has changed.';
create trigger prompts_notify_forks after update on public.prompts
  for each row when (
    new.version > old.version and new.is_public and new.deleted_at is null
    and (old.title, old.description, old.content, old.tags, old.icon, old.is_public)
      is distinct from (new.title, new.description, new.content, new.tags, new.icon, new.is_public)
  ) execute function private.queue_source_change();

create function private.queue_fork_notifications() returns void
language sql security definer set search_path = ''
as $$
  with moved as (delete from private.moved_sources returning prompt_id, moved_at)
  insert into private.notices as n (user_id, prompt_id, kind, since)
  select fork.user_id, fork.id, 'source', m.moved_at
  from moved m
  join public.prompts source on source.id = m.prompt_id
  join public.prompts fork on fork.forked_from = source.id
  where fork.deleted_at is null and fork.user_id <> source.user_id
  on conflict (user_id, prompt_id, kind) do update set again = coalesce(n.again, excluded.since)
    where n.taken
$$;
comment on function private.queue_fork_notifications is
  'Notes for whoever forked a prompt that it has changed.';

-- In a team, its owners may answer for the owner of the prompt. Its editors are not mailed.
create function private.mailed_reviewers(proposal public.proposals) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select reviewer.id
  from public.prompts p
  cross join lateral (
    select p.user_id as id
    union
    select m.user_id from public.team_members m
    where m.team_id = p.team_id and m.role = 'owner' and proposal.base_version >= p.shared_version
  ) reviewer
  where p.id = proposal.prompt_id and p.deleted_at is null
    and reviewer.id is distinct from proposal.author_id
    and not exists (
      select from public.hidden_authors h
      where h.user_id = reviewer.id and h.author_id = proposal.author_id
    )
$$;
comment on function private.mailed_reviewers is
  'Returns the people who are mailed about a proposal: the owner of the prompt and those of its team, except its author and '
  'who hid them.';

create function private.queue_proposal_notification() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.notices as n (user_id, prompt_id, kind, since)
  select reviewer, new.prompt_id, 'proposals', new.created_at
  from private.mailed_reviewers(new) reviewer where new.state = 'open'
  union all
  select new.author_id, new.prompt_id, 'answers', new.answered_at
  where new.state in ('accepted', 'declined') and new.author_id <> new.answered_by
  on conflict (user_id, prompt_id, kind) do update set again = coalesce(n.again, excluded.since)
    where n.taken;
  return null;
end
$$;
comment on function private.queue_proposal_notification is
  'Notes a new proposal for those who answer it, and an answer for its author.';
create trigger proposals_queue_notification after insert on public.proposals
  for each row execute function private.queue_proposal_notification();
create trigger proposals_queue_answer after update on public.proposals
  for each row when (old.state <> new.state) execute function private.queue_proposal_notification();

-- Each item is a part of the mail. An item is left out if its cause is gone: a deleted comment, a
-- private source, changes that were taken over, a proposal that was answered or withdrawn.
create function private.pending_notifications(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(item order by since), '[]')
  from (
    select n.since, jsonb_build_object(
      'kind', 'comments', 'prompt', p.id, 'title', p.title, 'count', recent.count, 'names',
      recent.names
    ) as item
    from private.notices n
    join public.prompts p on p.id = n.prompt_id and p.user_id = n.user_id and p.deleted_at is null
      and p.is_public
    cross join lateral (
      select count(*) as count,
        coalesce(jsonb_agg(distinct a.full_name) filter (where a.full_name is not null),
          '[]') as names
      from public.comments c left join public.profiles a on a.id = c.user_id
      where c.prompt_id = p.id and c.user_id <> p.user_id and c.created_at >= n.since
        and not exists (
        select from public.hidden_authors h where h.user_id = p.user_id and h.author_id = c.user_id
      )
    ) recent
    where n.user_id = person and n.kind = 'comments' and recent.count > 0
    union all
    select n.since, jsonb_build_object(
      'kind', 'source', 'prompt', fork.id, 'title', fork.title, 'source', source.title, 'version',
      source.version
    )
    from private.notices n
    join public.prompts fork on fork.id = n.prompt_id and fork.user_id = n.user_id
      and fork.deleted_at is null
    join public.prompts source on source.id = fork.forked_from and source.is_public
      and source.deleted_at is null
    join public.prompt_versions base
      on base.prompt_id = source.id and base.version_number = fork.forked_from_version
    where n.user_id = person and n.kind = 'source'
      and (base.title, base.description, base.content, base.tags, base.icon)
        is distinct from (source.title, source.description, source.content, source.tags, source.icon)
      and not exists (
        select from public.hidden_authors h where h.user_id = person and h.author_id = source.user_id
      )
    union all
    select n.since, jsonb_build_object(
      'kind', 'proposals', 'proposal', recent.ids[1], 'title', p.title, 'count', cardinality(recent.ids),
      'names', recent.names
    )
    from private.notices n
    join public.prompts p on p.id = n.prompt_id
    cross join lateral (
      select array_agg(s.id) as ids,
        coalesce(jsonb_agg(distinct a.full_name) filter (where a.full_name is not null), '[]') as names
      from public.proposals s left join public.profiles a on a.id = s.author_id
      where s.prompt_id = p.id and s.state = 'open' and s.created_at >= n.since
        and n.user_id in (select private.mailed_reviewers(s))
    ) recent
    where n.user_id = person and n.kind = 'proposals' and recent.ids is not null
    union all
    select n.since, jsonb_build_object(
      'kind', 'answers', 'proposal', recent.ids[1], 'title', p.title, 'accepted', recent.accepted,
      'declined', cardinality(recent.ids) - recent.accepted
    )
    from private.notices n
    join public.prompts p on p.id = n.prompt_id and private.reads_undeleted_prompt(p.id, n.user_id)
    cross join lateral (
      select array_agg(s.id) as ids, count(*) filter (where s.state = 'accepted') as accepted
      from public.proposals s
      where s.prompt_id = p.id and s.author_id = n.user_id and s.state in ('accepted', 'declined')
        and s.answered_at >= n.since and s.answered_by is distinct from s.author_id
    ) recent
    where n.user_id = person and n.kind = 'answers' and recent.ids is not null
  ) items
$$;
comment on function private.pending_notifications is
  'Returns the pending notifications of a person, as a list of objects; see the mail that says it.';

create function private.accepts_mail(account auth.users) returns boolean
language sql stable set search_path = ''
as $$
  select account.email is not null and account.email_confirmed_at is not null
    and coalesce(account.banned_until < now(), true) and account.deleted_at is null
    and account.raw_user_meta_data #>> '{notifications,email}' is distinct from 'false'
$$;
comment on function private.accepts_mail is
  'Returns whether a person can be mailed and has not switched it off: on is the default.';

create function private.claim_mailings(most integer)
returns table (person uuid, email text, items jsonb)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_fork_notifications();
  delete from private.notices n using auth.users u
    where u.id = n.user_id and not private.accepts_mail(u);
  for person in
    insert into private.mailings as m (user_id, mailed_at)
    select due.user_id, now()
    from (
      select distinct n.user_id from private.notices n
      where not exists (
        select from private.mailings last
        where last.user_id = n.user_id and last.mailed_at > now() - interval '24 hours'
      )
      order by n.user_id
      limit most
    ) due
    -- Of two concurrent servers, the second waits here for the first, and then finds its claim.
    on conflict (user_id) do update set mailed_at = excluded.mailed_at
      where m.mailed_at <= now() - interval '24 hours'
    returning m.user_id
  loop
    items := private.pending_notifications(person);
    update private.notices n set taken = true, again = null where n.user_id = person;
    select u.email into email from auth.users u where u.id = person;
    return next;
  end loop;
end
$$;
comment on function private.claim_mailings is
  'Returns the mails that are due, with their recipients. Each is claimed for 24 hours, so that no '
  'other server mails them. settle_mailing follows.';

create function private.settle_mailing(person uuid, outcome text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if outcome = 'failed' then
    update private.mailings m set mailed_at = now() - interval '23 hours 45 minutes' where m.user_id = person;
    return;
  end if;
  delete from private.notices n where n.user_id = person and n.taken and n.again is null;
  update private.notices n set since = n.again, taken = false, again = null
  where n.user_id = person and n.taken;
  if outcome = 'nothing' then
    delete from private.mailings m where m.user_id = person;
  end if;
end
$$;
comment on function private.settle_mailing is
  'Ends a claim: sent, failed (tried again in a quarter of an hour) or nothing (all items were '
  'gone).';

create function private.stop_notifications(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users u
  set raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}')
    || jsonb_build_object('notifications',
    case jsonb_typeof(u.raw_user_meta_data -> 'notifications')
      when 'object' then u.raw_user_meta_data -> 'notifications' else '{}' end || '{"email": false}')
  where u.id = person;
  delete from private.notices n where n.user_id = person;
end
$$;
comment on function private.stop_notifications is
  'Switches a person''s notification mails off, as the account page does.';
