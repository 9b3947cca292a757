-- Hiding an author: what they publish and say is no longer shown to whoever hid them.

create table public.hidden_authors (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  author_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, author_id),
  constraint "nobody hides themselves" check (user_id <> author_id)
);
comment on table public.hidden_authors is
  'Whose prompts a person does not want to see in the community, and whose comments nowhere.';
create index hidden_authors_author_id_idx on public.hidden_authors (author_id);

alter table public.hidden_authors enable row level security;
revoke all on table public.hidden_authors from anon, authenticated, service_role;
grant select, insert, delete on table public.hidden_authors to authenticated;
grant select, insert, delete on table public.hidden_authors to service_role;

create policy "people read whom they hid" on public.hidden_authors for select to authenticated
  using (user_id = (select auth.uid()));
create policy "people hide authors they can read from themselves" on public.hidden_authors for insert to authenticated
  with check (user_id = (select auth.uid()) and private.can_read_profile(author_id));
create policy "people show authors again" on public.hidden_authors for delete to authenticated
  using (user_id = (select auth.uid()));
