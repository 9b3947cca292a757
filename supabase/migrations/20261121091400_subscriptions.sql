-- Subscriptions, as a payment service would write them.

create table public.subscriptions (
  id uuid primary key default private.new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  status text not null,
  created_at timestamptz not null default now(),
  constraint "a subscription has a status of 1 to 50 characters"
    check (char_length(status) between 1 and 50)
);
comment on table public.subscriptions is
  'The newest row of a person counts; its status ''active'' means subscribed.';
create index subscriptions_newest_idx on public.subscriptions (user_id, created_at desc, id desc);

alter table public.subscriptions enable row level security;
grant select on table public.subscriptions to authenticated;
grant select, insert, update, delete on table public.subscriptions to service_role;

create policy "People read their subscriptions" on public.subscriptions for select to authenticated
  using (user_id = (select auth.uid()));

-- Applies the reports of a payment provider: each once, in the order of the events.

create table private.payment_events (
  id text primary key,
  received_at timestamptz not null default now(),
  constraint "a payment event has an id of 1 to 255 characters"
    check (char_length(id) between 1 and 255)
);
comment on table private.payment_events is
  'Reports of the payment provider that were taken in, by their id there: a repeated one changes '
  'nothing.';

alter table private.payment_events enable row level security;

create function private.record_subscription(event_id text, subscriber uuid, status text,
  happened_at timestamptz)
returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into private.payment_events (id) values (event_id) on conflict do nothing;
  if not found then
    return false;
  end if;
  begin
    insert into public.subscriptions (user_id, status, created_at)
      values (subscriber, status, happened_at);
  exception when foreign_key_violation then
    null; -- Who is gone by now has no subscription to change.
  end;
  return true;
end
$$;
comment on function private.record_subscription is
  'Takes in a report of the payment provider, once: the person''s subscription has this status '
  'since then. Answers whether it was new. Run by the server.';
