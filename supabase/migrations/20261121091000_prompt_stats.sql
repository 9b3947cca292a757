-- Counts of what other people did with a prompt. They are a table, since policies would hide some
-- of the rows to count, and since the community's orders need indexes.

create table public.prompt_stats (
  prompt_id uuid primary key references public.prompts (id) on delete cascade,
  favorites_count integer not null default 0,
  forks_count integer not null default 0,
  comments_count integer not null default 0,
  points integer not null default 0,
  hot double precision not null default 0,
  born timestamptz not null default now(),
  listed boolean not null default false
) with (autovacuum_vacuum_scale_factor = 0.01);
comment on table public.prompt_stats is 'Counts and ranks of each prompt, updated by triggers.';
comment on column public.prompt_stats.points is
  'Other people with a confirmed address who favourited or forked it, each counted once: the order Top.';
comment on column public.prompt_stats.hot is
  'The order Trending: log10 of the points plus one, plus the time of birth, 12.5 hours for a factor of ten. '
  'Does not change with time.';
comment on column public.prompt_stats.born is 'created_at of the prompt.';
comment on column public.prompt_stats.listed is 'Whether the prompt is public and not deleted: in the community.';
create index prompt_stats_hot_idx on public.prompt_stats (hot desc, prompt_id desc) where listed;
create index prompt_stats_top_idx on public.prompt_stats (points desc, prompt_id desc) where listed;

alter table public.prompt_stats enable row level security;
revoke all on table public.prompt_stats from anon, authenticated, service_role;
grant select on table public.prompt_stats to authenticated, service_role;

create policy "counts are read with the prompt" on public.prompt_stats for select to authenticated
  using (exists (select from public.prompts p where p.id = prompt_id) or private.public_version(prompt_id) is not null);

-- Uses the logarithm of the points plus one: each point moves a prompt, and no points are zero.
create function private.hot_score(points integer, born timestamptz) returns double precision
language sql immutable set search_path = ''
as $$ select log(1 + greatest(points, 0)::double precision) + extract(epoch from born)::double precision / 45000 $$;
comment on function private.hot_score(integer, timestamptz) is 'The rank of a prompt in Trending.';
revoke all on function private.hot_score(integer, timestamptz) from public;

create function private.make_prompt_stats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.prompt_stats (prompt_id, born, hot, listed)
  select id, created_at, private.hot_score(0, created_at), is_public and deleted_at is null from made;
  return null;
end
$$;
comment on function private.make_prompt_stats() is 'Counts of new prompts start at nothing.';
revoke all on function private.make_prompt_stats() from public;
create trigger prompts_make_stats after insert on public.prompts
  referencing new table as made
  for each statement execute function private.make_prompt_stats();

create function private.update_feed_membership() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.prompt_stats set listed = (new.is_public and new.deleted_at is null)
  where prompt_id = new.id and listed is distinct from (new.is_public and new.deleted_at is null);
  return null;
end
$$;
comment on function private.update_feed_membership() is 'Adds a prompt to the community''s orders, or removes it.';
revoke all on function private.update_feed_membership() from public;
create trigger prompts_listed after update on public.prompts
  for each row when ((old.is_public and old.deleted_at is null) is distinct from (new.is_public and new.deleted_at is null))
  execute function private.update_feed_membership();
