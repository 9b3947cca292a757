-- Subscriptions, as a payment service would write them.

create table public.subscriptions (
  id uuid primary key default private.new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  status text not null,
  created_at timestamptz not null default now(),
  constraint "a subscription has a status of 1 to 50 characters" check (char_length(status) between 1 and 50)
);
comment on table public.subscriptions is 'The newest row of a person counts; its status ''active'' means subscribed.';
create index subscriptions_newest_idx on public.subscriptions (user_id, created_at desc, id desc);

alter table public.subscriptions enable row level security;
revoke all on table public.subscriptions from anon, authenticated, service_role;
grant select on table public.subscriptions to authenticated;
grant select, insert, update, delete on table public.subscriptions to service_role;

create policy "people read their subscriptions" on public.subscriptions for select to authenticated
  using (user_id = (select auth.uid()));
