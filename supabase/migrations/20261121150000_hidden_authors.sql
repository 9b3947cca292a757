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
create policy "people hide authors from themselves" on public.hidden_authors for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "people show authors again" on public.hidden_authors for delete to authenticated
  using (user_id = (select auth.uid()));

grant select on table public.hidden_authors to cuebook_search;
create policy "search leaves out whom its caller hid" on public.hidden_authors for select to cuebook_search
  using (true);

drop policy "comments are read with the prompt" on public.comments;
create policy "comments are read with the prompt, but for hidden authors" on public.comments
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (
      exists (select from public.prompts p where p.id = prompt_id)
      and user_id not in (
        select h.author_id from public.hidden_authors h where h.user_id = (select auth.uid())
      )
    )
  );

create or replace view public.prompt_details_v with (security_invoker = true) as
select
  p.id, p.title, p.content, p.description, p.tags, p.is_public, p.version, p.user_id, p.team_id, p.group_id,
  p.created_at, p.updated_at, p.is_template, p.template_category, p.category, p.icon,
  p.forked_from, p.forked_from_version,
  a.full_name as author_name,
  a.avatar_url as author_avatar,
  s.favorites_count, s.comments_count, s.forks_count, s.points, s.hot
from public.prompts p
join public.prompt_stats s on s.prompt_id = p.id
left join public.profiles a on a.id = p.user_id
where p.is_public and p.deleted_at is null and not p.is_template
  and p.user_id not in (
    select h.author_id from public.hidden_authors h where h.user_id = (select auth.uid())
  );
comment on view public.prompt_details_v is
  'Public prompts that are not deleted, without the templates and whom the reader hid, with author and counts. '
  'Runs with the reader''s rights (security_invoker).';
