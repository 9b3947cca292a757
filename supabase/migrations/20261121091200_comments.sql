-- Comments on public prompts.

create table public.comments (
  id uuid primary key default private.new_id(),
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  imported boolean not null default false,
  constraint "a comment needs a text" check (body ~ '\S'),
  constraint "a comment has at most 10000 characters" check (char_length(body) <= 10000)
);
comment on table public.comments is 'What people say under public prompts.';
comment on column public.comments.imported is
  'Came from a file, with its prompt: the words and the times are the file''s, and nobody vouches '
  'for them.';
create index comments_prompt_id_idx on public.comments (prompt_id, created_at desc, id desc);
create index comments_user_id_idx on public.comments (user_id, created_at desc);

alter table public.comments enable row level security;
alter publication supabase_realtime add table public.comments;
grant select, insert, update, delete on table public.comments to authenticated, service_role;

create policy "People read comments of prompts they can read, unless hidden" on public.comments
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (
      (exists (select from public.prompts p where p.id = prompt_id)
        or private.public_version(prompt_id) is not null)
      and user_id not in (
        select h.author_id from public.hidden_authors h where h.user_id = (select auth.uid())
      )
    )
  );
create policy "People comment on public prompts" on public.comments for insert to authenticated
  with check (user_id = (select auth.uid()) and private.public_version(prompt_id) is not null);
create policy "Authors update their comments" on public.comments for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Authors and prompt owners delete comments" on public.comments
  for delete to authenticated
  using (
    user_id = (select auth.uid())
    or exists (
      select from public.prompts p where p.id = prompt_id and p.user_id = (select auth.uid())
    )
  );

-- Locks the account: the limit counts one request at a time.
create function private.check_comment_limit() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  perform from public.profiles p where p.id = me for no key update;
  if (
    select count(*) from public.comments c
    where c.user_id = me and c.created_at > now() - interval '1 day' and not c.imported
  ) >= 100 then
    raise exception 'You can write 100 comments a day. Try again tomorrow.' using errcode = 'PT429';
  end if;
end
$$;
comment on function private.check_comment_limit is 'Refuses the caller''s next comment after 100 a day (429).';
grant execute on function private.check_comment_limit to authenticated;

create function private.check_comment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if row_security_active('public.comments') then
      perform private.check_comment_limit();
      new.created_at := now();
      new.updated_at := now();
      new.imported := false;
    end if;
    return new;
  end if;
  if (new.id, new.prompt_id, new.user_id) is distinct from (old.id, old.prompt_id, old.user_id) then
    raise exception 'A comment cannot be moved to another prompt or person'
      using errcode = 'insufficient_privilege';
  end if;
  new.created_at := old.created_at;
  new.updated_at := now();
  new.imported := old.imported;
  return new;
end
$$;
comment on function private.check_comment is 'Sets the times of a comment, keeps it with its prompt and person, and refuses more than 100 a day.';
create trigger comments_check before insert or update on public.comments
  for each row execute function private.check_comment();

create function private.count_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.prompt_stats
  set comments_count = comments_count + case when tg_op = 'INSERT' then 1 else -1 end
  where prompt_id = case when tg_op = 'INSERT' then new.prompt_id else old.prompt_id end;
  return null;
end
$$;
comment on function private.count_comment is 'Counts comments.';
create trigger comments_count after insert or delete on public.comments
  for each row execute function private.count_comment();
