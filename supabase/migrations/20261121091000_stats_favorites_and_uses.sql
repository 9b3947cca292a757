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

-- Updates the counts of a prompt when a person favourites or forks it, or no longer does. A person
-- gives one point, whether by favourite, forks or both, and none to their own prompt or without a
-- confirmed address. Locks the counts first, so that the rows read afterwards are current.
create function private.update_prompt_points(prompt uuid, person uuid, favorites integer,
  forks integer)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  point integer;
begin
  perform from public.prompt_stats s where s.prompt_id = prompt for no key update;
  if not found then
    return; -- the prompt itself is going
  end if;
  if exists (
    select from public.prompts p, auth.users u
    where p.id = prompt and u.id = person and p.user_id <> person
      and u.email_confirmed_at is not null
  ) and (
    exists (select from public.favorites f where f.prompt_id = prompt and f.user_id = person)
    or exists (
      select from public.prompts p
      where p.forked_from = prompt and p.user_id = person and p.deleted_at is null
    )
  ) then
    insert into private.prompt_points (prompt_id, user_id) values (prompt, person)
    on conflict do nothing;
    get diagnostics point = row_count;
  else
    delete from private.prompt_points g where g.prompt_id = prompt and g.user_id = person;
    get diagnostics point = row_count;
    point := -point;
  end if;
  if favorites <> 0 or forks <> 0 or point <> 0 then
    update public.prompt_stats s
    set favorites_count = s.favorites_count + favorites,
      forks_count = s.forks_count + forks,
      points = s.points + point,
      hot = private.hot_score(s.points + point, s.born)
    where s.prompt_id = prompt;
  end if;
end
$$;
comment on function private.update_prompt_points is
  'Keeps counts, points and rank of a prompt when a favourite or fork comes or goes.';

create function private.count_favorite() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform private.update_prompt_points(old.prompt_id, old.user_id, -1, 0);
  end if;
  if tg_op <> 'DELETE' then
    perform private.update_prompt_points(new.prompt_id, new.user_id, 1, 0);
  end if;
  return null;
end
$$;
comment on function private.count_favorite is 'Counts favourites.';
create trigger favorites_count after insert or update or delete on public.favorites
  for each row execute function private.count_favorite();

-- A fork counts until it is deleted.
create function private.count_fork() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.forked_from is not null and old.deleted_at is null then
    perform private.update_prompt_points(old.forked_from, old.user_id, 0, -1);
  end if;
  if tg_op <> 'DELETE' and new.forked_from is not null and new.deleted_at is null then
    perform private.update_prompt_points(new.forked_from, new.user_id, 0, 1);
  end if;
  return null;
end
$$;
comment on function private.count_fork is 'Counts forks.';
create trigger prompts_count_fork_made after insert on public.prompts
  for each row when (new.forked_from is not null) execute function private.count_fork();
create trigger prompts_count_fork_gone after delete on public.prompts
  for each row when (old.forked_from is not null) execute function private.count_fork();
create trigger prompts_count_fork_changed after update on public.prompts
  for each row when (
    (old.forked_from is not null or new.forked_from is not null)
    and (old.forked_from, old.user_id, old.deleted_at is null)
      is distinct from (new.forked_from, new.user_id, new.deleted_at is null)
  ) execute function private.count_fork();

-- Points that change with the person's account, such as its confirmed address.
create function private.count_confirmed_points() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.update_prompt_points(touched.prompt_id, new.id, 0, 0)
  from (
    select f.prompt_id from public.favorites f where f.user_id = new.id
    union
    select p.forked_from from public.prompts p
      where p.user_id = new.id and p.forked_from is not null
    order by 1
  ) as touched (prompt_id);
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
  perform private.update_prompt_points(new.id, old.user_id, 0, 0);
  perform private.update_prompt_points(new.id, new.user_id, 0, 0);
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
