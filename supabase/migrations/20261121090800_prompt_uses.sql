-- 'Last used': copying a prompt, filling it in, or running it in a chain.

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
  with check (
    user_id = (select auth.uid()) and exists (select from public.prompts p where p.id = prompt_id)
  );
create policy "people use prompts again" on public.prompt_uses for update to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid()) and exists (select from public.prompts p where p.id = prompt_id)
  );
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
