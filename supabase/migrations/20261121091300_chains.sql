-- Chains: ordered lists of prompts, and runs of them.

create table public.chains (
  id uuid primary key default private.new_id(),
  title text not null,
  description text,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint "a chain needs a title" check (btrim(title) <> ''),
  constraint "a chain title has at most 500 characters" check (char_length(title) <= 500),
  constraint "a chain description has at most 2000 characters"
    check (char_length(description) <= 2000)
);
comment on table public.chains is 'Sequences of prompts.';
create index chains_newest_idx on public.chains (user_id, created_at desc, id desc);

create table public.chain_prompts (
  id uuid primary key default private.new_id(),
  chain_id uuid not null references public.chains (id) on delete cascade,
  prompt_id uuid references public.prompts (id) on delete set null,
  sequence_order integer not null,
  constraint chain_prompts_chain_id_sequence_order_key unique (chain_id, sequence_order)
    deferrable initially immediate,
  constraint "steps are numbered from 1" check (sequence_order >= 1)
);
comment on table public.chain_prompts is 'The steps of chains.';
comment on column public.chain_prompts.prompt_id is 'Null when the prompt is gone.';
create index chain_prompts_prompt_id_idx on public.chain_prompts (prompt_id);

create table public.chain_runs (
  id uuid primary key default private.new_id(),
  chain_id uuid references public.chains (id) on delete set null,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null,
  steps jsonb not null default '[]',
  answers jsonb not null default '[]',
  state text not null default 'running',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  step_count integer generated always as (
    case when jsonb_typeof(steps) = 'array' then jsonb_array_length(steps) else 0 end
  ) stored,
  done_count integer generated always as (
    case when jsonb_typeof(answers) = 'array' then jsonb_array_length(answers) else 0 end
  ) stored,
  constraint "a run needs a title of at most 500 characters"
    check (btrim(title) <> '' and char_length(title) <= 500),
  constraint "a run is running, stopped or finished"
    check (state in ('running', 'stopped', 'finished')),
  constraint "steps and answers are lists"
    check (jsonb_typeof(steps) = 'array' and jsonb_typeof(answers) = 'array')
);
comment on table public.chain_runs is
  'Runs of chains, whole by themselves: they outlive chain and prompts.';
comment on column public.chain_runs.chain_id is 'The chain that was run, while it exists.';
comment on column public.chain_runs.steps is
  'Each step as it was: prompt_id, version, title, content (null when the prompt could not be '
  'read), the values filled in, the text as it was sent once the step is done, and what was pasted '
  'when the run was stopped in it.';
comment on column public.chain_runs.answers is
  'The answers of the steps that are done, in order; empty for a step passed without one.';
comment on column public.chain_runs.step_count is 'How many steps the run has.';
comment on column public.chain_runs.done_count is
  'How many of them are done: each has an answer, perhaps an empty one.';
create index chain_runs_newest_idx on public.chain_runs (user_id, updated_at desc, id desc);
create index chain_runs_of_chain_idx on public.chain_runs (chain_id, updated_at desc, id desc);

alter table public.chains enable row level security;
alter table public.chain_prompts enable row level security;
alter table public.chain_runs enable row level security;
revoke all on table public.chains, public.chain_prompts, public.chain_runs
  from anon, authenticated, service_role;
grant select, insert, update, delete on table public.chains, public.chain_prompts, public.chain_runs
  to authenticated, service_role;

create policy "Owners manage their chains" on public.chains to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
-- Steps follow the policies of their chain.
create policy "Owners read the steps of their chains" on public.chain_prompts
  for select to authenticated
  using (exists (select from public.chains c where c.id = chain_id));
create policy "Owners add prompts they can read to their chains" on public.chain_prompts
  for insert to authenticated
  with check (exists (select from public.chains c where c.id = chain_id)
    and private.can_read_prompt(prompt_id));
-- The trigger chain_prompts_check checks a prompt or chain that changes. One that doesn't change may
-- have become unreadable.
create policy "Owners reorder the steps of their chains" on public.chain_prompts
  for update to authenticated
  using (exists (select from public.chains c where c.id = chain_id))
  with check (exists (select from public.chains c where c.id = chain_id));
create policy "Owners delete steps of their chains" on public.chain_prompts
  for delete to authenticated
  using (exists (select from public.chains c where c.id = chain_id));
create policy "Owners manage their runs" on public.chain_runs to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid())
    and (chain_id is null or exists (select from public.chains c where c.id = chain_id))
  );

create function private.set_times() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := now();
  elsif row_security_active(tg_relid) then
    new.created_at := now();
    new.updated_at := now();
  end if;
  return new;
end
$$;
comment on function private.set_times is 'created_at and updated_at are the database''s work.';
create trigger chains_set_times before insert or update on public.chains
  for each row execute function private.set_times();
create trigger chain_runs_set_times before insert or update on public.chain_runs
  for each row execute function private.set_times();

create function private.check_chain_step() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.chain_id is distinct from old.chain_id then
    raise exception 'A step cannot be moved to another chain'
      using errcode = 'insufficient_privilege';
  end if;
  if new.prompt_id is distinct from old.prompt_id and new.prompt_id is not null
    and not private.can_read_prompt(new.prompt_id)
  then
    raise exception 'A step shows a prompt that its owner can read'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
comment on function private.check_chain_step is
  'A step stays in its chain, with a prompt that may be used.';
create trigger chain_prompts_check before update on public.chain_prompts
  for each row when (pg_trigger_depth() = 0) execute function private.check_chain_step();

-- Saves a chain and its steps in one transaction. Runs as the caller, under the policies. An
-- unchanged step keeps its row, so that a step whose prompt is unreadable or deleted can stay and
-- be moved.

create function public.save_chain(
  title text,
  prompt_ids uuid[],
  description text default null,
  chain_id uuid default null,
  based_on timestamptz default null
) returns public.chains
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  saved public.chains;
begin
  if coalesce(cardinality(prompt_ids), 0) = 0 then
    raise exception 'Please add at least one prompt to your chain'
      using errcode = 'check_violation';
  end if;
  if save_chain.chain_id is null then
    insert into public.chains (title, description) values (save_chain.title, save_chain.description)
    returning * into saved;
  else
    perform from public.chains c where c.id = save_chain.chain_id for update;
    if not found then
      raise exception 'Chain not found' using errcode = 'PT404';
    end if;
    update public.chains c set title = save_chain.title, description = save_chain.description
    where c.id = save_chain.chain_id and (based_on is null or c.updated_at = based_on)
    returning * into saved;
    if not found then
      raise exception 'The chain has been changed since it was loaded' using errcode = 'PT409';
    end if;
  end if;

  set constraints public.chain_prompts_chain_id_sequence_order_key deferred;
  with wanted as (
    select prompt_id, step, row_number() over (partition by prompt_id order by step) as nth
    from unnest(prompt_ids) with ordinality as w (prompt_id, step)
  ), present as (
    select c.id, c.prompt_id,
      row_number() over (partition by c.prompt_id order by c.sequence_order) as nth
    from public.chain_prompts c where c.chain_id = saved.id
  ), plan as (
    select p.id, w.prompt_id, w.step
    from wanted w full join present p
      on p.nth = w.nth and coalesce(p.prompt_id::text, '') = coalesce(w.prompt_id::text, '')
  ), dropped as (
    delete from public.chain_prompts c using plan where c.id = plan.id and plan.step is null
  ), moved as (
    update public.chain_prompts c set sequence_order = plan.step
    from plan where c.id = plan.id and plan.step is not null and c.sequence_order <> plan.step
  )
  insert into public.chain_prompts (chain_id, prompt_id, sequence_order)
  select saved.id, plan.prompt_id, plan.step from plan where plan.id is null;
  set constraints public.chain_prompts_chain_id_sequence_order_key immediate;
  return saved;
end
$$;
comment on function public.save_chain(text, uuid[], text, uuid, timestamptz) is
  'Makes a chain, or saves the one named by chain_id, with its prompts in order. With based_on '
  '(updated_at as loaded) only if it has not changed since (otherwise 409). Returns the chain.';
revoke all on function public.save_chain(text, uuid[], text, uuid, timestamptz)
  from public, anon, authenticated, service_role;
grant execute on function public.save_chain(text, uuid[], text, uuid, timestamptz)
  to authenticated, service_role;
