-- Reports by readers, and takedowns by an operator.

create table public.reports (
  id uuid primary key default private.new_id(),
  user_id uuid default auth.uid() references public.profiles (id) on delete set null,
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete cascade,
  reason text not null,
  note text,
  prompt_version integer,
  comment_body text,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint "a report has a known reason"
    check (reason in ('spam', 'abuse', 'rights', 'secrets', 'other')),
  constraint "a report's note has at most 2000 characters" check (char_length(note) <= 2000)
);
comment on table public.reports is
  'What readers want an operator to look at: a public prompt, or a comment under it.';
comment on column public.reports.user_id is 'Who reported it; null once that account is gone.';
comment on column public.reports.comment_id is
  'The comment that is meant; null when the prompt itself is.';
comment on column public.reports.prompt_version is
  'The version that was reported; set by the database.';
comment on column public.reports.comment_body is
  'The text of the comment at the time of the report; set by the database.';
comment on column public.reports.closed_at is 'When an operator was done with it.';
create index reports_user_id_idx on public.reports (user_id);
create index reports_prompt_id_idx on public.reports (prompt_id);
create index reports_comment_id_idx on public.reports (comment_id) where comment_id is not null;
create index reports_open_idx on public.reports (id) where closed_at is null;
create unique index reports_prompt_once_idx on public.reports (user_id, prompt_id)
  where comment_id is null;
create unique index reports_comment_once_idx on public.reports (user_id, comment_id)
  where comment_id is not null;

alter table public.reports enable row level security;
grant select, insert on table public.reports to authenticated;
grant select, insert, update, delete on table public.reports to service_role;

create policy "People read their reports" on public.reports for select to authenticated
  using (user_id = (select auth.uid()));
create policy "People report public content of other people" on public.reports
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and case
      when comment_id is null then private.public_version(prompt_id) is not null and not exists (
        select from public.prompts p where p.id = prompt_id and p.user_id = (select auth.uid())
      )
      else exists (
        select from public.comments c
        where c.id = comment_id and c.prompt_id = reports.prompt_id
          and c.user_id <> (select auth.uid())
      )
    end
  );

-- Runs as the reader: for a prompt that they cannot read, nothing is stored, and the policy refuses
-- the row.
create function private.copy_reported_content() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if row_security_active('public.reports') then
    new.created_at := now();
    new.closed_at := null;
  end if;
  new.prompt_version := coalesce(
    (select p.version from public.prompts p where p.id = new.prompt_id),
    private.public_version(new.prompt_id));
  select c.body into new.comment_body from public.comments c where c.id = new.comment_id;
  return new;
end
$$;
comment on function private.copy_reported_content is 'Copies the reported content into a report.';
create trigger reports_copy_content before insert on public.reports
  for each row execute function private.copy_reported_content();

create table public.takedowns (
  prompt_id uuid primary key references public.prompts (id) on delete cascade,
  reason text not null,
  created_at timestamptz not null default now(),
  constraint "a takedown has a reason of 1 to 2000 characters"
    check (char_length(btrim(reason)) between 1 and 2000)
);
comment on table public.takedowns is
  'Prompts that an operator made private. They stay private until they are released.';
comment on column public.takedowns.reason is 'Why, as its owner reads it.';

alter table public.takedowns enable row level security;
grant select on table public.takedowns to authenticated;
grant select, insert, update, delete on table public.takedowns to service_role;

create policy "Owners and team editors read takedowns" on public.takedowns
  for select to authenticated
  using (private.can_edit_prompt(prompt_id));

-- This applies to everyone: an operator must release the prompt first, too.
create function private.refuse_taken_down() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  why text;
begin
  select t.reason into why from public.takedowns t where t.prompt_id = new.id;
  if found then
    raise exception 'This prompt was taken down: %', why using errcode = 'insufficient_privilege',
      hint = 'It can be made public again once it is released.';
  end if;
  return new;
end
$$;
comment on function private.refuse_taken_down is 'Keeps a prompt private that was taken down.';
create trigger prompts_refuse_taken_down before update on public.prompts
  for each row when (new.is_public and not old.is_public)
    execute function private.refuse_taken_down();

create function public.take_down_prompt(prompt_id uuid, reason text) returns public.takedowns
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  taken public.takedowns;
begin
  perform from public.prompts p where p.id = take_down_prompt.prompt_id for no key update;
  if not found then
    raise exception 'Prompt not found' using errcode = 'PT404';
  end if;
  update public.prompts p set is_public = false, change_description = 'Taken down by the operator'
  where p.id = take_down_prompt.prompt_id and p.is_public;
  insert into public.takedowns as t (prompt_id, reason)
  values (take_down_prompt.prompt_id, take_down_prompt.reason)
  on conflict (prompt_id) do update set reason = excluded.reason
  returning t.* into taken;
  update public.reports r set closed_at = now()
  where r.prompt_id = taken.prompt_id and r.comment_id is null and r.closed_at is null;
  return taken;
end
$$;
comment on function public.take_down_prompt is
  'Makes a prompt private and keeps it so until it is released; its owner reads the reason. Closes '
  'the reports of it.';

create function public.release_prompt(prompt_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.takedowns t where t.prompt_id = release_prompt.prompt_id;
  if not found then
    raise exception 'This prompt was not taken down' using errcode = 'PT404';
  end if;
end
$$;
comment on function public.release_prompt is
  'Ends a takedown: the owner may make the prompt public again. It stays private until they do.';

create function public.open_reports(after uuid default null, page_size integer default 50)
returns table (
  id uuid, created_at timestamptz, reason text, note text, reporter text,
  prompt_id uuid, prompt_title text, prompt_version integer, prompt_is_public boolean, author_id uuid,
  author_name text, comment_id uuid, comment_body text, comment_author_id uuid,
  comment_author_name text
)
language sql stable set search_path = ''
as $$
  select r.id, r.created_at, r.reason, r.note, coalesce(reporter.full_name, r.user_id::text),
    p.id, p.title, r.prompt_version, p.is_public, p.user_id,
    author.full_name, r.comment_id, r.comment_body, c.user_id, speaker.full_name
  from public.reports r
  join public.prompts p on p.id = r.prompt_id
  left join public.comments c on c.id = r.comment_id
  left join public.profiles reporter on reporter.id = r.user_id
  left join public.profiles author on author.id = p.user_id
  left join public.profiles speaker on speaker.id = c.user_id
  where r.closed_at is null and (open_reports.after is null or r.id > open_reports.after)
  order by r.id
  limit least(greatest(coalesce(open_reports.page_size, 50), 1), 200)
$$;
comment on function public.open_reports is
  'Returns reports that no operator has closed, oldest first, with what they are about. The next page '
  'comes after the last id.';
grant execute on function public.take_down_prompt, public.release_prompt,
  public.open_reports to service_role;
