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
revoke all on table public.favorites from anon, authenticated, service_role;
grant select, insert, delete on table public.favorites to authenticated;
grant select, insert, update, delete on table public.favorites to service_role;

create policy "people read their favourites" on public.favorites for select to authenticated
  using (user_id = (select auth.uid()));
create policy "people mark prompts they can read" on public.favorites for insert to authenticated
  with check (user_id = (select auth.uid()) and private.can_read_prompt(prompt_id));
create policy "people unmark their favourites" on public.favorites for delete to authenticated
  using (user_id = (select auth.uid()));

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
comment on function private.set_favorite_time() is 'The time of a favourite is the database''s.';
revoke all on function private.set_favorite_time() from public;
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
  'People who count in prompt_stats.points. No foreign key to the person: their favourites and forks take it along.';

alter table private.prompt_points enable row level security;
revoke all on table private.prompt_points from anon, authenticated, service_role;

-- Updates the counts of a prompt when a person favourites or forks it, or no longer does. A person
-- gives one point, whether by favourite, forks or both, and none to their own prompt or without a
-- confirmed address. Locks the counts first, so that the rows read afterwards are current.
create function private.update_prompt_points(prompt uuid, person uuid, favorites integer, forks integer)
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
    where p.id = prompt and u.id = person and p.user_id <> person and u.email_confirmed_at is not null
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
comment on function private.update_prompt_points(uuid, uuid, integer, integer) is
  'Keeps counts, points and rank of a prompt when a favourite or fork comes or goes.';
revoke all on function private.update_prompt_points(uuid, uuid, integer, integer) from public;

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
comment on function private.count_favorite() is 'Counts favourites.';
revoke all on function private.count_favorite() from public;
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
comment on function private.count_fork() is 'Counts forks.';
revoke all on function private.count_fork() from public;
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
    select p.forked_from from public.prompts p where p.user_id = new.id and p.forked_from is not null
    order by 1
  ) as touched (prompt_id);
  return null;
exception when others then
  raise warning 'The points of account % were not counted: %', new.id, sqlerrm;
  return null;
end
$$;
comment on function private.count_confirmed_points() is 'A person''s points count once their address is confirmed.';
revoke all on function private.count_confirmed_points() from public;
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
comment on function private.remove_own_point() is 'Nobody gives a point to their own prompt.';
revoke all on function private.remove_own_point() from public;
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
comment on table public.prompt_uses is 'When and how often a person used a prompt, and what they filled in last.';
comment on column public.prompt_uses.last_values is 'Values by the name of the variable.';
create index prompt_uses_prompt_id_idx on public.prompt_uses (prompt_id);
create index prompt_uses_newest_idx on public.prompt_uses (user_id, used_at desc, prompt_id desc);

alter table public.prompt_uses enable row level security;
revoke all on table public.prompt_uses from anon, authenticated, service_role;
grant select, insert, update, delete on table public.prompt_uses to authenticated, service_role;

create policy "people read what they used" on public.prompt_uses for select to authenticated
  using (user_id = (select auth.uid()));
create policy "people use prompts they can read" on public.prompt_uses for insert to authenticated
  with check (user_id = (select auth.uid()) and private.can_read_prompt(prompt_id));
create policy "people use prompts again" on public.prompt_uses for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and private.can_read_prompt(prompt_id));
create policy "people forget what they used" on public.prompt_uses for delete to authenticated
  using (user_id = (select auth.uid()));

create function private.count_use() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if row_security_active('public.prompt_uses') then
    new.used_at := now();
    new.uses := case when tg_op = 'INSERT' then 1 else old.uses + 1 end;
    if tg_op = 'UPDATE' and new.prompt_id <> old.prompt_id then
      raise exception 'A use cannot be moved to another prompt' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end
$$;
comment on function private.count_use() is 'Each write of a use is one more use, now.';
revoke all on function private.count_use() from public;
create trigger prompt_uses_count before insert or update on public.prompt_uses
  for each row execute function private.count_use();
