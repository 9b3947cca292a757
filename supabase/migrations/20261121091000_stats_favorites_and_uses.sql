-- Counts of what other people did with a prompt. They are a table, since policies would hide some
-- of the rows to count, and since the community's orders need indexes.

create table public.prompt_stats (
  prompt_id uuid references public.prompts (id) on delete cascade,
  favorites_count integer not null default 0,
  forks_count integer not null default 0,
  comments_count integer not null default 0,
  points integer not null default 0,
  hot double precision not null default 0,
  born timestamptz not null default now(),
  listed boolean not null default false,
  -- Search puts ids in order by the index alone.
  primary key (prompt_id) include (points, hot)
) with (autovacuum_vacuum_scale_factor = 0.01);
comment on table public.prompt_stats is 'Counts and ranks of each prompt, updated by triggers.';
comment on column public.prompt_stats.points is
  'Other people with a confirmed address who favourited or forked it, each counted once: the order '
  'Top.';
comment on column public.prompt_stats.hot is
  'The order Trending: log10 of the points plus one, plus the time of birth, 12.5 hours for a '
  'factor of ten. Does not change with time.';
comment on column public.prompt_stats.born is 'created_at of the prompt.';
comment on column public.prompt_stats.listed is
  'Whether the prompt is public and not deleted: in the community.';
create index prompt_stats_hot_idx on public.prompt_stats (hot desc, prompt_id desc) where listed;
create index prompt_stats_top_idx on public.prompt_stats (points desc, prompt_id desc) where listed;

alter table public.prompt_stats enable row level security;
alter publication supabase_realtime add table public.prompt_stats;
grant select on table public.prompt_stats to authenticated, service_role;

create policy "People read counts of prompts they can read" on public.prompt_stats
  for select to authenticated
  using (exists (select from public.prompts p where p.id = prompt_id)
    or private.public_version(prompt_id) is not null);

-- Uses the logarithm of the points plus one: each point moves a prompt, and no points are zero.
create function private.hot_score(points integer, born timestamptz) returns double precision
language sql immutable set search_path = ''
as $$ select log(1 + greatest(points, 0)::double precision) + extract(epoch from born)::double precision / 45000 $$;
comment on function private.hot_score is 'Returns the rank of a prompt in Trending.';

create function private.make_prompt_stats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.prompt_stats (prompt_id, born, hot, listed)
  select id, created_at, private.hot_score(0, created_at), is_public and deleted_at is null
    from made;
  return null;
end
$$;
comment on function private.make_prompt_stats is 'Adds the counts of new prompts, all zero.';
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
comment on function private.update_feed_membership is
  'Adds a prompt to the community''s orders, or removes it.';
create trigger prompts_listed after update on public.prompts
  for each row when ((old.is_public and old.deleted_at is null) is distinct from (new.is_public and new.deleted_at is null))
  execute function private.update_feed_membership();

-- Favourites, and the points that favourites and forks give.

create table public.favorites (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, prompt_id)
);
comment on table public.favorites is 'Which prompts a person has marked.';
create index favorites_prompt_id_idx on public.favorites (prompt_id, user_id);
create index favorites_newest_idx on public.favorites (user_id, created_at desc, prompt_id desc);

alter table public.favorites enable row level security;
alter publication supabase_realtime add table public.favorites;
grant select, insert, delete on table public.favorites to authenticated;
grant select, insert, update, delete on table public.favorites to service_role;

create policy "People manage their favourites" on public.favorites to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and private.can_read_prompt(prompt_id));

create function private.set_favorite_time() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if row_security_active('public.favorites') then
    new.created_at := now();
  end if;
  return new;
end
$$;
comment on function private.set_favorite_time is 'Sets the time of a favourite, which clients may not.';
create trigger favorites_set_time before insert on public.favorites
  for each row execute function private.set_favorite_time();

-- The points that people give to prompts. They are stored, so that a point is neither added nor
-- removed twice.
create table private.prompt_points (
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  user_id uuid not null,
  primary key (prompt_id, user_id)
);
comment on table private.prompt_points is
  'People who count in prompt_stats.points. No foreign key to the person: their favourites and '
  'forks take it along.';

alter table private.prompt_points enable row level security;

-- Updates the counts of prompts when people favourite or fork them, or no longer do. A person
-- gives one point, whether by favourite, forks or both, and none to their own prompt or without a
-- confirmed address. Locks the counts first, so that the rows read afterwards are current. Prompts
-- that are being deleted have no counts any more. Planning for the values of each call would take a
-- third of a favourite's time.
create function private.update_prompt_points(
  prompts uuid[], people uuid[], favorites integer[], forks integer[]
) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  perform from public.prompt_stats s
  where s.prompt_id = any (prompts)
  order by s.prompt_id for no key update;
  with change as (
    select c.prompt_id, c.user_id, sum(c.favorites) as favorites, sum(c.forks) as forks,
      exists (
        select from public.prompts p, auth.users u
        where p.id = c.prompt_id and u.id = c.user_id and p.user_id <> u.id
          and u.email_confirmed_at is not null
      ) and (
        exists (select from public.favorites f where f.prompt_id = c.prompt_id and f.user_id = c.user_id)
        or exists (
          select from public.prompts p
          where p.forked_from = c.prompt_id and p.user_id = c.user_id and p.deleted_at is null
        )
      ) as gives_point
    from unnest(prompts, people, favorites, forks) c (prompt_id, user_id, favorites, forks)
    join public.prompt_stats s on s.prompt_id = c.prompt_id
    group by c.prompt_id, c.user_id
  ), given as (
    insert into private.prompt_points (prompt_id, user_id)
    select c.prompt_id, c.user_id from change c where c.gives_point
    on conflict do nothing
    returning prompt_id
  ), taken as (
    delete from private.prompt_points g using change c
    where g.prompt_id = c.prompt_id and g.user_id = c.user_id and not c.gives_point
    returning g.prompt_id
  ), total as (
    select t.prompt_id, sum(t.favorites) as favorites, sum(t.forks) as forks, sum(t.points) as points
    from (
      select c.prompt_id, c.favorites, c.forks, 0 as points from change c
      union all select g.prompt_id, 0, 0, 1 from given g
      union all select g.prompt_id, 0, 0, -1 from taken g
    ) t
    group by t.prompt_id
  )
  update public.prompt_stats s
  set favorites_count = s.favorites_count + t.favorites,
    forks_count = s.forks_count + t.forks,
    points = s.points + t.points,
    hot = private.hot_score((s.points + t.points)::integer, s.born)
  from total t
  where s.prompt_id = t.prompt_id and (t.favorites <> 0 or t.forks <> 0 or t.points <> 0);
end
$$;
comment on function private.update_prompt_points is
  'Keeps counts, points and ranks of prompts when favourites or forks come or go: of each prompt and person, how many more.';

-- The counts of a prompt stay locked until the end of the statement, and its owner needs that lock to
-- make it private. So the triggers that count run once a statement and, by their names, last.

create function private.count_favorites() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform private.update_prompt_points(
      array_agg(prompt_id), array_agg(user_id), array_agg(-1), array_agg(0))
    from gone having count(*) > 0;
  end if;
  if tg_op <> 'DELETE' then
    perform private.update_prompt_points(
      array_agg(prompt_id), array_agg(user_id), array_agg(1), array_agg(0))
    from made having count(*) > 0;
  end if;
  return null;
end
$$;
comment on function private.count_favorites is 'Counts favourites.';
create trigger favorites_count_new after insert on public.favorites
  referencing new table as made
  for each statement execute function private.count_favorites();
create trigger favorites_count_changed after update on public.favorites
  referencing old table as gone new table as made
  for each statement execute function private.count_favorites();
create trigger favorites_count_gone after delete on public.favorites
  referencing old table as gone
  for each statement execute function private.count_favorites();

-- A fork counts until it is deleted.
create function private.count_forks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.update_prompt_points(
      array_agg(forked_from), array_agg(user_id), array_agg(0), array_agg(1))
    from made where forked_from is not null and deleted_at is null having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform private.update_prompt_points(
      array_agg(forked_from), array_agg(user_id), array_agg(0), array_agg(-1))
    from gone where forked_from is not null and deleted_at is null having count(*) > 0;
  else
    perform private.update_prompt_points(
      array_agg(forked_from), array_agg(user_id), array_agg(0), array_agg(forks))
    from (
      select forked_from, user_id, sum(forks)::integer as forks
      from (
        select forked_from, user_id, 1 as forks from made where forked_from is not null and deleted_at is null
        union all
        select forked_from, user_id, -1 from gone where forked_from is not null and deleted_at is null
      ) each
      group by forked_from, user_id having sum(forks) <> 0
    ) change having count(*) > 0;
  end if;
  return null;
end
$$;
comment on function private.count_forks is 'Counts forks.';
create trigger prompts_z_count_forks_new after insert on public.prompts
  referencing new table as made
  for each statement execute function private.count_forks();
create trigger prompts_z_count_forks_changed after update on public.prompts
  referencing old table as gone new table as made
  for each statement execute function private.count_forks();
create trigger prompts_z_count_forks_gone after delete on public.prompts
  referencing old table as gone
  for each statement execute function private.count_forks();

-- Points that change with the person's account, such as its confirmed address.
create function private.count_confirmed_points() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.update_prompt_points(
    array_agg(touched.prompt_id), array_agg(new.id), array_agg(0), array_agg(0))
  from (
    select f.prompt_id from public.favorites f where f.user_id = new.id
    union
    select p.forked_from from public.prompts p
      where p.user_id = new.id and p.forked_from is not null
  ) as touched (prompt_id) having count(*) > 0;
  return null;
exception when others then
  raise warning 'The points of account % were not counted: %', new.id, sqlerrm;
  return null;
end
$$;
comment on function private.count_confirmed_points is
  'Counts a person''s points once their address is confirmed.';
create trigger cuebook_points_confirmed after update of email_confirmed_at on auth.users
  for each row when ((old.email_confirmed_at is null) <> (new.email_confirmed_at is null))
  execute function private.count_confirmed_points();

create function private.remove_own_point() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.update_prompt_points(
    array[new.id, new.id], array[old.user_id, new.user_id], '{0,0}', '{0,0}');
  return null;
end
$$;
comment on function private.remove_own_point is
  'Takes back the point of a person who becomes the owner of a prompt, and counts that of the owner before.';
create trigger prompts_count_new_owner after update on public.prompts
  for each row when (old.user_id <> new.user_id) execute function private.remove_own_point();

-- Uses of a prompt ('last used'): copying it, filling it in, or running it in a chain.

create table public.prompt_uses (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  used_at timestamptz not null default now(),
  uses integer not null default 1,
  last_values jsonb not null default '{}',
  primary key (user_id, prompt_id),
  constraint "values are an object of at most 200000 characters"
    check (jsonb_typeof(last_values) = 'object' and char_length(last_values::text) <= 200000)
);
comment on table public.prompt_uses is
  'When and how often a person used a prompt, and what they filled in last.';
comment on column public.prompt_uses.last_values is 'Values by the name of the variable.';
create index prompt_uses_prompt_id_idx on public.prompt_uses (prompt_id);
create index prompt_uses_newest_idx on public.prompt_uses (user_id, used_at desc, prompt_id desc);

alter table public.prompt_uses enable row level security;
alter publication supabase_realtime add table public.prompt_uses;
grant select, insert, update, delete on table public.prompt_uses to authenticated, service_role;

create policy "People manage their uses of prompts" on public.prompt_uses to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and private.can_read_prompt(prompt_id));

create function private.count_use() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if row_security_active('public.prompt_uses') then
    new.used_at := now();
    new.uses := case when tg_op = 'INSERT' then 1 else old.uses + 1 end;
    if tg_op = 'UPDATE' and new.prompt_id <> old.prompt_id then
      raise exception 'A use cannot be moved to another prompt'
        using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end
$$;
comment on function private.count_use is 'Counts each write of a use as one more use, now.';
create trigger prompt_uses_count before insert or update on public.prompt_uses
  for each row execute function private.count_use();
