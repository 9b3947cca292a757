-- Webhooks: signed requests to a person's own addresses, about their prompts and their teams'. Triggers
-- queue a delivery in the transaction of the change. The server claims deliveries, reads what they
-- contain as the owner of the webhook, sends them, and settles them here.

create table public.webhooks (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  url text not null,
  events text[] not null,
  group_id uuid references public.groups (id) on delete cascade,
  team_id uuid references public.teams (id) on delete cascade,
  is_active boolean not null default true,
  failing_since timestamptz,
  paused_because text,
  created_at timestamptz not null default now(),
  constraint "an address starts with https:// or http://, has at most 2000 characters, and names no user"
    check (url ~ '^https?://[^\s/?#@\\]+([/?#]\S*)?$' and char_length(url) <= 2000),
  constraint "a webhook has events that exist" check (
    cardinality(events) > 0
    and events <@ '{prompt.created,prompt.updated,prompt.deleted,prompt.restored,label.moved}'::text[]
  ),
  constraint "a webhook is limited to a group or to a team" check (group_id is null or team_id is null),
  constraint "a webhook is paused for a known reason" check (paused_because in ('failing', 'gone'))
);
comment on table public.webhooks is 'Addresses that receive events of a person''s prompts and their teams''.';
comment on column public.webhooks.group_id is 'The only group whose prompts count; null for no limit.';
comment on column public.webhooks.team_id is 'The only team whose prompts count; null for no limit.';
comment on column public.webhooks.is_active is 'False: it is paused, queues no new events and sends nothing.';
comment on column public.webhooks.failing_since is
  'The first failed attempt since the last delivery; null if there is none. A failed test doesn''t count.';
comment on column public.webhooks.paused_because is
  'Why the server paused it: failing for long, or gone (status 410); null if its owner did.';
create index webhooks_user_id_idx on public.webhooks (user_id, created_at);
create index webhooks_group_id_idx on public.webhooks (group_id) where group_id is not null;
create index webhooks_team_id_idx on public.webhooks (team_id) where team_id is not null;

create table private.webhook_secrets (
  webhook_id uuid primary key references public.webhooks (id) on delete cascade,
  secret text not null,
  previous_secret text,
  previous_until timestamptz
);
comment on table private.webhook_secrets is 'The keys that sign deliveries. Each is returned once, when it is created.';
comment on column private.webhook_secrets.previous_secret is
  'Signs as well until previous_until, so that a receiver can change over.';

create table public.webhook_deliveries (
  id uuid primary key default private.new_id(),
  webhook_id uuid not null references public.webhooks (id) on delete cascade,
  event text not null,
  prompt_id uuid,
  version_number integer,
  label_move_id uuid,
  status text not null default 'pending',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  attempted_at timestamptz,
  duration_ms integer,
  response_status integer,
  error text,
  request_body text,
  constraint "a delivery has a known status" check (status in ('pending', 'delivered', 'failed', 'skipped'))
);
comment on table public.webhook_deliveries is
  'Events to send and sent to webhooks. Written by the database; kept for 14 days.';
comment on column public.webhook_deliveries.prompt_id is
  'Null for a test. No foreign key: a deletion is delivered after the prompt is gone.';
comment on column public.webhook_deliveries.version_number is
  'The version that the event made; null for a test, a move of a label, and a prompt deleted for good.';
comment on column public.webhook_deliveries.status is
  'skipped: the owner of the webhook could no longer read it when it was to be sent.';
comment on column public.webhook_deliveries.claimed_until is
  'Being sent by a server, until then at the latest; null otherwise.';
comment on column public.webhook_deliveries.error is 'Why the last attempt failed; null if it was delivered.';
comment on column public.webhook_deliveries.request_body is 'The body of the last attempt.';
create index webhook_deliveries_newest_idx on public.webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_pending_idx on public.webhook_deliveries (webhook_id, next_attempt_at, id)
  where status = 'pending';
create index webhook_deliveries_claimed_idx on public.webhook_deliveries (webhook_id)
  where claimed_until is not null;

alter table public.webhooks enable row level security;
alter table private.webhook_secrets enable row level security;
alter table public.webhook_deliveries enable row level security;
grant select, update (url, events, group_id, team_id, is_active), delete on table public.webhooks to authenticated;
grant select, insert, update, delete on table public.webhooks to service_role;
grant select on table public.webhook_deliveries to authenticated;
grant select, insert, update, delete on table public.webhook_deliveries to service_role;
create policy "People read their webhooks" on public.webhooks for select to authenticated
  using (user_id = (select auth.uid()));
create policy "People change their webhooks" on public.webhooks for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "People delete their webhooks" on public.webhooks for delete to authenticated
  using (user_id = (select auth.uid()));
create policy "People read the deliveries of their webhooks" on public.webhook_deliveries for select to authenticated
  using (exists (select from public.webhooks w where w.id = webhook_id and w.user_id = (select auth.uid())));

create function private.check_webhook() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_op = 'INSERT' or new.group_id is distinct from old.group_id) and new.group_id is not null
    and not private.is_live_group_of(new.group_id, new.user_id)
  then
    raise exception 'There is no such group' using errcode = 'PT404';
  end if;
  if (tg_op = 'INSERT' or new.team_id is distinct from old.team_id) and new.team_id is not null and not exists (
    select from public.team_members m where m.team_id = new.team_id and m.user_id = new.user_id
  ) then
    raise exception 'There is no such team' using errcode = 'PT404';
  end if;
  if tg_op = 'UPDATE' and new.is_active and not old.is_active then
    new.failing_since := null;
    new.paused_because := null;
  end if;
  return new;
end
$$;
comment on function private.check_webhook is
  'Refuses a webhook for a group or team that its owner doesn''t have. One that is resumed starts without failures.';
create trigger webhooks_check before insert or update on public.webhooks
  for each row execute function private.check_webhook();

create function private.new_webhook_secret() returns text
language sql volatile set search_path = ''
as $$ select 'whsec_' || encode(private.random_bytes(), 'base64') $$;
comment on function private.new_webhook_secret is
  'Returns a new secret of a webhook: whsec_ and 32 bytes as Base64, as Standard Webhooks writes it.';

create function public.create_webhook(
  url text, events text[], group_id uuid default null, team_id uuid default null, is_active boolean default true
) returns table (id uuid, secret text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  max_webhooks constant integer := 10;
begin
  perform private.require_whole_session();
  -- Two requests at once are counted one after the other.
  perform from auth.users u where u.id = auth.uid() for update;
  if (select count(*) >= max_webhooks from public.webhooks w where w.user_id = auth.uid()) then
    raise exception 'An account has at most % webhooks', max_webhooks
      using errcode = 'PT422', hint = 'Delete one that is no longer used.';
  end if;
  secret := private.new_webhook_secret();
  insert into public.webhooks as w (user_id, url, events, group_id, team_id, is_active)
  values (auth.uid(), create_webhook.url,
    array(select distinct event from unnest(create_webhook.events) event order by event),
    create_webhook.group_id, create_webhook.team_id, create_webhook.is_active)
  returning w.id into create_webhook.id;
  insert into private.webhook_secrets (webhook_id, secret) values (create_webhook.id, create_webhook.secret);
  return next;
end
$$;
comment on function public.create_webhook is
  'Creates a webhook of the caller. Returns its id, and the secret that signs its deliveries, which is shown only once.';
grant execute on function public.create_webhook to authenticated;

create function public.rotate_webhook_secret(webhook_id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  new_secret constant text := private.new_webhook_secret();
begin
  perform private.require_whole_session();
  update private.webhook_secrets s
  set secret = new_secret, previous_secret = s.secret, previous_until = now() + interval '24 hours'
  from public.webhooks w
  where w.id = s.webhook_id and w.id = rotate_webhook_secret.webhook_id and w.user_id = auth.uid();
  if not found then
    raise exception 'There is no such webhook' using errcode = 'PT404';
  end if;
  return new_secret;
end
$$;
comment on function public.rotate_webhook_secret is
  'Gives one of the caller''s webhooks a new secret and returns it. The one before signs as well for 24 hours.';
grant execute on function public.rotate_webhook_secret to authenticated;

create function private.require_active_webhook(webhook_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_active boolean;
begin
  perform private.require_whole_session();
  select w.is_active into is_active
  from public.webhooks w where w.id = require_active_webhook.webhook_id and w.user_id = auth.uid();
  if not found then
    raise exception 'There is no such webhook' using errcode = 'PT404';
  elsif not is_active then
    raise exception 'The webhook is paused' using errcode = 'PT409', hint = 'Resume it first.';
  end if;
end
$$;
comment on function private.require_active_webhook is
  'Refuses a webhook that isn''t the caller''s, or is paused.';

create function public.send_webhook_test(webhook_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  test_id uuid;
begin
  perform private.require_active_webhook(webhook_id);
  perform from public.webhooks w where w.id = send_webhook_test.webhook_id for update;
  if exists (
    select from public.webhook_deliveries d
    where d.webhook_id = send_webhook_test.webhook_id and d.event = 'webhook.test' and d.status = 'pending'
  ) then
    raise exception 'A test is being sent already' using errcode = 'PT409';
  end if;
  insert into public.webhook_deliveries (webhook_id, event) values (send_webhook_test.webhook_id, 'webhook.test')
  returning id into test_id;
  return test_id;
end
$$;
comment on function public.send_webhook_test is
  'Queues a test of one of the caller''s webhooks and returns the id of its delivery. A test is sent once and not retried.';
grant execute on function public.send_webhook_test to authenticated;

create function public.resend_webhook_delivery(delivery_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_active_webhook(
    (select d.webhook_id from public.webhook_deliveries d where d.id = delivery_id));
  update public.webhook_deliveries d
  set status = 'pending', next_attempt_at = now(), attempts = case d.status when 'pending' then d.attempts else 0 end
  where d.id = delivery_id and d.claimed_until is null;
end
$$;
comment on function public.resend_webhook_delivery is
  'Sends a delivery of one of the caller''s webhooks again, under the same id; or now, if it waits for its next attempt.';
grant execute on function public.resend_webhook_delivery to authenticated;

-- Without a fixed search_path, so that PostgreSQL can inline it: an import adds thousands of prompts.
create function private.webhooks_for(event text, prompt_owner uuid, team uuid, prompt_group uuid) returns setof uuid
language sql stable
as $$
  select w.id
  from public.webhooks w
  where w.user_id = any (array(
      select prompt_owner union all select m.user_id from public.team_members m where m.team_id = team
    ))
    and w.is_active and event = any (w.events)
    and (w.group_id is null or w.group_id = any (private.groups_around(prompt_group)))
    and (w.team_id is null or w.team_id = team)
$$;
comment on function private.webhooks_for is
  'Returns the active webhooks for an event of a prompt: of its owner, and of the members of its team. One that is limited to a '
  'group gets events of the groups below it, too.';

create function private.queue_prompt_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.webhooks w where w.is_active) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into public.webhook_deliveries (webhook_id, event, prompt_id, version_number)
    select w.id, 'prompt.created', p.id, p.version
    from written p, private.webhooks_for('prompt.created', p.user_id, p.team_id, p.group_id) w (id);
  elsif tg_op = 'UPDATE' then
    insert into public.webhook_deliveries (webhook_id, event, prompt_id, version_number)
    select w.id, c.event, c.id, c.version
    from (
      select p.id, p.version, p.user_id, p.team_id, p.group_id,
        case
          when o.deleted_at is null and p.deleted_at is not null then 'prompt.deleted'
          when o.deleted_at is not null and p.deleted_at is null then 'prompt.restored'
          when p.deleted_at is null and p.version > o.version then 'prompt.updated'
        end as event
      from replaced o join written p on p.id = o.id
    ) c, private.webhooks_for(c.event, c.user_id, c.team_id, c.group_id) w (id);
  else
    insert into public.webhook_deliveries (webhook_id, event, prompt_id)
    select w.id, 'prompt.deleted', p.id
    from replaced p, private.webhooks_for('prompt.deleted', p.user_id, p.team_id, p.group_id) w (id)
    where p.deleted_at is null;
  end if;
  return null;
end
$$;
comment on function private.queue_prompt_webhooks is
  'Queues deliveries for prompts that were created, changed, deleted or restored.';
create trigger prompts_queue_webhooks_insert after insert on public.prompts
  referencing new table as written
  for each statement execute function private.queue_prompt_webhooks();
create trigger prompts_queue_webhooks_update after update on public.prompts
  referencing old table as replaced new table as written
  for each statement execute function private.queue_prompt_webhooks();
create trigger prompts_queue_webhooks_delete after delete on public.prompts
  referencing old table as replaced
  for each statement execute function private.queue_prompt_webhooks();

-- Only for people who read the version. An entry that is skipped later would show them the move.
create function private.queue_label_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named_version constant integer := coalesce(new.to_version, new.from_version);
begin
  insert into public.webhook_deliveries (webhook_id, event, prompt_id, label_move_id)
  select w.id, 'label.moved', p.id, new.id
  from public.prompts p, private.webhooks_for('label.moved', p.user_id, p.team_id, p.group_id) named (id)
  join public.webhooks w on w.id = named.id
  where p.id = new.prompt_id and (
    w.user_id = p.user_id or named_version >= p.shared_version
    or named_version >= (
      select s.first_version from public.prompt_shares s
      where s.prompt_id = p.id and s.user_id = w.user_id and s.state = 'accepted'
    )
  );
  return null;
end
$$;
comment on function private.queue_label_webhooks is 'Queues deliveries for a label that was moved or removed.';
create trigger prompt_label_moves_queue_webhooks after insert on public.prompt_label_moves
  for each row when (new.protection is null) execute function private.queue_label_webhooks();

create function private.claim_webhook_deliveries(most integer)
returns table (
  delivery_id uuid, event text, prompt_id uuid, version_number integer, label_move_id uuid, happened_at timestamptz,
  webhook_id uuid, user_id uuid, group_id uuid, team_id uuid, url text, secrets text[]
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  -- Longer than an attempt can take. If a server dies, another one sends its deliveries after this time.
  claim_time constant interval := '1 minute';
  most_at_once constant integer := 5;
begin
  -- Servers claim one after the other, so that what each sends counts for all.
  perform pg_advisory_xact_lock(hashtextextended('claim_webhook_deliveries', 0));
  return query
  -- The webhooks with pending deliveries, each found by one look into the index.
  with recursive queued (webhook_id) as (
    (select d.webhook_id from public.webhook_deliveries d where d.status = 'pending' order by d.webhook_id limit 1)
    union all
    select (
      select d.webhook_id from public.webhook_deliveries d
      where d.status = 'pending' and d.webhook_id > q.webhook_id
      order by d.webhook_id limit 1
    )
    from queued q where q.webhook_id is not null
  ),
  sending as (
    select d.webhook_id, w.user_id
    from public.webhook_deliveries d join public.webhooks w on w.id = d.webhook_id
    where d.claimed_until > now()
  ),
  due as (
    select d.id, d.next_attempt_at, w.user_id
    from queued q
    join public.webhooks w on w.id = q.webhook_id and w.is_active
    join auth.users u on u.id = w.user_id and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
    cross join lateral (
      select d.id, d.next_attempt_at from public.webhook_deliveries d
      where d.webhook_id = w.id and d.status = 'pending' and d.next_attempt_at <= now()
      order by d.next_attempt_at, d.id
      limit greatest(0, case when w.failing_since is null then most_at_once else 1 end
        - (select count(*) from sending s where s.webhook_id = w.id))
    ) d
  ),
  -- Each person gets a first turn before anyone gets a second one.
  turns as (
    select due.id, due.next_attempt_at,
      row_number() over (partition by due.user_id order by due.next_attempt_at, due.id)
        + (select count(*) from sending s where s.user_id = due.user_id) as turn
    from due
  ),
  claimed as (
    update public.webhook_deliveries d
    set claimed_until = now() + claim_time, next_attempt_at = now() + claim_time, attempts = d.attempts + 1,
      attempted_at = now()
    where d.id in (select t.id from turns t order by t.turn, t.next_attempt_at, t.id limit most)
    returning d.*
  )
  select c.id, c.event, c.prompt_id, c.version_number, c.label_move_id, c.created_at,
    w.id, w.user_id, w.group_id, w.team_id, w.url,
    array_remove(array[s.secret, case when s.previous_until > now() then s.previous_secret end], null)
  from claimed c
  join public.webhooks w on w.id = c.webhook_id
  join private.webhook_secrets s on s.webhook_id = w.id;
end
$$;
comment on function private.claim_webhook_deliveries is
  'Claims deliveries that are due and returns them, at most 5 of a webhook at once and 1 while it fails. '
  'settle_webhook_delivery follows.';

create function private.settle_webhook_delivery(
  delivery_id uuid, outcome text, response_status integer, error text, request_body text, duration_ms integer
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- Before the second attempt, and so on: 20 hours altogether.
  pauses constant interval[] := '{10 seconds,1 minute,5 minutes,30 minutes,2 hours,5 hours,12 hours}';
  delivery public.webhook_deliveries;
begin
  update public.webhook_deliveries d
  set claimed_until = null,
    status = case
      when outcome in ('delivered', 'skipped') then outcome
      when outcome = 'gone' or d.event = 'webhook.test' or d.attempts > cardinality(pauses) then 'failed'
      else 'pending'
    end,
    next_attempt_at = now() + coalesce(pauses[d.attempts], '0') * (1 + random() / 10),
    response_status = settle_webhook_delivery.response_status,
    error = settle_webhook_delivery.error,
    request_body = settle_webhook_delivery.request_body,
    duration_ms = settle_webhook_delivery.duration_ms
  where d.id = settle_webhook_delivery.delivery_id and d.status = 'pending'
  returning * into delivery;
  -- A test that failed says nothing of deliveries, which are tried again.
  if delivery.id is null or outcome = 'skipped' or (outcome = 'failed' and delivery.event = 'webhook.test') then
    return;
  elsif outcome = 'delivered' then
    update public.webhooks w set failing_since = null where w.id = delivery.webhook_id and w.failing_since is not null;
    return;
  end if;
  update public.webhooks w set failing_since = coalesce(w.failing_since, now()) where w.id = delivery.webhook_id;
  update public.webhooks w
  set is_active = false, paused_because = case outcome when 'gone' then 'gone' else 'failing' end
  where w.id = delivery.webhook_id and w.is_active and (
    outcome = 'gone'
    or (delivery.status = 'failed' and w.failing_since < now() - interval '12 hours')
  );
end
$$;
comment on function private.settle_webhook_delivery is
  'Ends a claim: delivered, skipped, failed (tried again later, 8 times at most) or gone (the receiver wants no more). Pauses a '
  'webhook that is gone, or has failed for 12 hours when a delivery fails for the last time.';
