-- What a payment provider reports becomes subscriptions: each report once, in the order in which things happened there.

create table private.payment_events (
  id text primary key,
  received_at timestamptz not null default now(),
  constraint "a payment event has an id of 1 to 255 characters" check (char_length(id) between 1 and 255)
);
comment on table private.payment_events is
  'Reports of the payment provider that were taken in, by their id there: a repeated one changes nothing.';
alter table private.payment_events enable row level security;
revoke all on table private.payment_events from public, anon, authenticated, service_role;

create function private.record_subscription(event_id text, subscriber uuid, status text, happened_at timestamptz)
returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into private.payment_events (id) values (event_id) on conflict do nothing;
  if not found then
    return false;
  end if;
  begin
    insert into public.subscriptions (user_id, status, created_at) values (subscriber, status, happened_at);
  exception when foreign_key_violation then
    null; -- Who is gone by now has no subscription to change.
  end;
  return true;
end
$$;
comment on function private.record_subscription(text, uuid, text, timestamptz) is
  'Takes in a report of the payment provider, once: the person''s subscription has this status since then. Answers whether it was new. Run by the server.';
revoke all on function private.record_subscription(text, uuid, text, timestamptz) from public;
