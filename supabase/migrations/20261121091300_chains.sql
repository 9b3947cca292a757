-- Chains: ordered lists of prompts, of a person or shared with a team, and runs of them. Runs are always
-- one person's.

create table public.chains (
  id uuid primary key default private.new_id(),
  title text not null,
  description text,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  team_id uuid references public.teams (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint "a chain needs a title" check (title ~ '\S'),
  constraint "a chain title has at most 500 characters" check (char_length(title) <= 500),
  constraint "a chain description has at most 2000 characters"
    check (char_length(description) <= 2000)
);
comment on table public.chains is 'Sequences of prompts.';
comment on column public.chains.user_id is 'The author, who alone moves it to another team or out of one.';
comment on column public.chains.team_id is 'The team that shares it; its owners and editors may change and delete it.';
create index chains_newest_idx on public.chains (user_id, created_at desc, id desc);
create index chains_team_id_idx on public.chains (team_id, created_at desc, id desc)
  where team_id is not null;

create function private.are_bindings(bindings jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_typeof(bindings) = 'object' and not exists (
    select from jsonb_each(case jsonb_typeof(bindings) when 'object' then bindings else '{}' end) b
    where not (
      (b.value = jsonb_build_object('text', b.value -> 'text')
        and jsonb_typeof(b.value -> 'text') = 'string')
      or (b.value = jsonb_build_object('step', b.value -> 'step')
        and coalesce(b.value ->> 'step', '') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
    )
  )
$$;
comment on function private.are_bindings is
  'Returns whether each value is {"step": id of a step} or {"text": a text}.';
grant execute on function private.are_bindings to authenticated, service_role;

create table public.chain_prompts (
  id uuid primary key default private.new_id(),
  chain_id uuid not null references public.chains (id) on delete cascade,
  prompt_id uuid references public.prompts (id) on delete set null,
  sequence_order integer not null,
  title text,
  content text,
  bindings jsonb not null default '{}',
  constraint "a step has a prompt of the library or one of its own"
    check (content is null or prompt_id is null),
  constraint "a prompt of a chain needs a title and content"
    check ((title is null) = (content is null) and title ~ '\S' and content <> ''),
  constraint "a title of a step has at most 500 characters" check (char_length(title) <= 500),
  constraint "content of a step has at most 1000000 characters"
    check (char_length(content) <= 1000000),
  constraint "a variable has the answer of a step or a text" check (private.are_bindings(bindings)),
  constraint "values of a step have at most 200000 characters"
    check (char_length(bindings::text) <= 200000),
  constraint chain_prompts_chain_id_sequence_order_key unique (chain_id, sequence_order)
    deferrable initially immediate,
  constraint "steps are numbered from 1" check (sequence_order >= 1)
);
comment on table public.chain_prompts is 'The steps of chains.';
comment on column public.chain_prompts.prompt_id is
  'Null when the prompt is gone, or written in the chain.';
comment on column public.chain_prompts.title is 'Of a prompt written in the chain.';
comment on column public.chain_prompts.content is
  'The text of a prompt written in the chain; null if the step has one of the library.';
comment on column public.chain_prompts.bindings is
  'Values of variables by name: {"step": id} is the answer of an earlier step of the chain, '
  '{"text": …} a fixed text. A run asks for the other variables. A name that the prompt does not '
  'have is ignored.';
create index chain_prompts_prompt_id_idx on public.chain_prompts (prompt_id);
create index chain_prompts_including_idx on public.chain_prompts (chain_id)
  where strpos(content, '{{>') > 0;

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
    check (title ~ '\S' and char_length(title) <= 500),
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
  'read), bindings (as of the chain, but with numbers of steps from 1), the values filled in, the '
  'text as it was sent once the step is done, and what was pasted when the run was stopped in it.';
comment on column public.chain_runs.answers is
  'The answers of the steps that are done, in order; empty for a step passed without one.';
comment on column public.chain_runs.step_count is 'How many steps the run has.';
comment on column public.chain_runs.done_count is
  'How many of them are done: each has an answer, perhaps an empty one.';
create index chain_runs_newest_idx on public.chain_runs (user_id, updated_at desc, id desc);
create index chain_runs_of_chain_idx on public.chain_runs (chain_id, updated_at desc, id desc);

alter table public.chains enable row level security;
alter publication supabase_realtime add table public.chains;
alter table public.chain_prompts enable row level security;
alter table public.chain_runs enable row level security;
alter publication supabase_realtime add table public.chain_runs;
grant select, insert, update, delete on table public.chains, public.chain_prompts, public.chain_runs
  to authenticated, service_role;

create policy "People read their chains and those of their teams" on public.chains
  for select to authenticated
  using (user_id = (select auth.uid()) or team_id in (select private.my_team_ids('chains:read')));
create policy "People create chains of their own" on public.chains for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (team_id is null or team_id in (select private.my_edited_team_ids()))
  );
-- The trigger chains_check_update refuses another author or team: a policy sees only the new row.
create policy "Authors and team editors update chains" on public.chains for update to authenticated
  using (user_id = (select auth.uid()) or team_id in (select private.my_edited_team_ids()))
  with check (user_id = (select auth.uid()) or team_id in (select private.my_edited_team_ids()));
create policy "Authors and team editors delete chains" on public.chains for delete to authenticated
  using (user_id = (select auth.uid()) or team_id in (select private.my_edited_team_ids()));

create function private.can_edit_chain(chain_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.chains c
    where c.id = $1
      and (c.user_id = (select auth.uid()) or c.team_id in (select private.my_edited_team_ids()))
  )
$$;
comment on function private.can_edit_chain is 'Returns whether the caller may change a chain.';
grant execute on function private.can_edit_chain to authenticated, service_role;

-- Steps follow the policies of their chain. Readers of a chain read the texts written in it; the text of
-- a prompt follows the policies of the prompt.
create policy "Readers of a chain read its steps" on public.chain_prompts
  for select to authenticated
  using (exists (select from public.chains c where c.id = chain_id));
create policy "Editors of a chain add prompts that they can read" on public.chain_prompts
  for insert to authenticated
  with check (private.can_edit_chain(chain_id)
    and (content is not null or private.can_read_prompt(prompt_id)));
-- The trigger chain_prompts_check checks a prompt or chain that changes. One that doesn't change may
-- have become unreadable.
create policy "Editors of a chain change its steps" on public.chain_prompts
  for update to authenticated
  using (private.can_edit_chain(chain_id)) with check (private.can_edit_chain(chain_id));
create policy "Editors of a chain delete its steps" on public.chain_prompts
  for delete to authenticated
  using (private.can_edit_chain(chain_id));
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
comment on function private.set_times is 'Sets created_at and updated_at, which clients may not.';
create function private.check_chain_update() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not row_security_active('public.chains') then
    return new;
  end if;
  if new.user_id <> old.user_id then
    raise exception 'A chain cannot be given another author' using errcode = 'insufficient_privilege';
  end if;
  if new.team_id is distinct from old.team_id then
    if old.user_id is distinct from auth.uid() then
      raise exception 'Only its author moves a chain to another team or out of one'
        using errcode = 'insufficient_privilege';
    end if;
    if new.team_id is not null and new.team_id not in (select private.my_edited_team_ids()) then
      raise exception 'Only an owner or editor of a team shares chains with it'
        using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end
$$;
comment on function private.check_chain_update is
  'Refuses another author of a chain, and a move between teams that its writer may not make.';
create trigger chains_check_update before update on public.chains
  for each row when (pg_trigger_depth() = 0) execute function private.check_chain_update();
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
    raise exception 'A step shows a prompt that its writer can read'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
comment on function private.check_chain_step is
  'Refuses to move a step to another chain, or to a prompt that its writer can''t read.';
create trigger chain_prompts_check before update on public.chain_prompts
  for each row when (pg_trigger_depth() = 0) execute function private.check_chain_step();

create function private.check_step_bindings() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from public.chain_prompts s, jsonb_each(s.bindings) b
    where s.chain_id in (select chain_id from changed) and b.value ? 'step'
      and not exists (
        select from public.chain_prompts earlier
        where earlier.chain_id = s.chain_id and earlier.id = (b.value ->> 'step')::uuid
          and earlier.sequence_order < s.sequence_order
      )
  ) then
    raise exception 'A step can use only answers of earlier steps of its chain'
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
comment on function private.check_step_bindings is
  'Refuses a change after which a step uses the answer of a step that does not come before it.';
create trigger chain_prompts_check_inserted after insert on public.chain_prompts
  referencing new table as changed
  for each statement execute function private.check_step_bindings();
create trigger chain_prompts_check_updated after update on public.chain_prompts
  referencing new table as changed
  for each statement execute function private.check_step_bindings();

create function private.unbind_deleted_steps() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.chain_prompts s
  set bindings = (
    select coalesce(jsonb_object_agg(b.key, b.value), '{}')
    from jsonb_each(s.bindings) b
    where coalesce(b.value ->> 'step', '') not in (select g.id::text from gone g)
  )
  where s.chain_id in (select g.chain_id from gone g)
    and exists (
      select from jsonb_each(s.bindings) b where b.value ->> 'step' in (select g.id::text from gone g)
    );
  return null;
end
$$;
comment on function private.unbind_deleted_steps is
  'Variables that had the answer of a deleted step are asked for again.';
create trigger chain_prompts_unbind_deleted after delete on public.chain_prompts
  referencing old table as gone
  for each statement execute function private.unbind_deleted_steps();

-- Saves a chain and its steps in one transaction. Runs as the caller, under the policies. A step that
-- stays keeps its row, so that one whose prompt is unreadable or deleted can stay and be moved.

create function private.steps_with_prompts(chain uuid, prompt_ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'id', p.id, 'prompt_id', w.prompt_id, 'title', p.title, 'content', p.content
    ) order by w.step
  )
  from (
    select prompt_id, step, row_number() over (partition by prompt_id order by step) as nth
    from unnest(prompt_ids) with ordinality as w (prompt_id, step)
  ) w
  left join (
    select s.*, row_number() over (partition by s.prompt_id order by s.sequence_order) as nth
    from public.chain_prompts s where s.chain_id = chain
  ) p on p.nth = w.nth and p.prompt_id is not distinct from w.prompt_id
$$;
comment on function private.steps_with_prompts is
  'Returns steps of a chain for these prompts, as save_chain takes them. Steps with the same prompt '
  'are the same steps, and keep all else that they have.';

create function private.store_steps(chain uuid, steps jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  set constraints public.chain_prompts_chain_id_sequence_order_key deferred;
  delete from public.chain_prompts s
  where s.chain_id = chain
    and s.id not in (
      select (step ->> 'id')::uuid from jsonb_array_elements(steps) step
      where step ->> 'id' is not null
    );
  with plan as materialized (
    select coalesce(step.id, private.new_id()) as id, step.prompt_id, step.title, step.content,
      step.bindings, step.place
    from rows from (
      jsonb_to_recordset(steps)
        as (id uuid, prompt_id uuid, title text, content text, bindings jsonb)
    ) with ordinality as step (id, prompt_id, title, content, bindings, place)
  ), kept as (
    update public.chain_prompts s
    set prompt_id = plan.prompt_id, title = plan.title, content = plan.content,
      bindings = coalesce(plan.bindings, s.bindings), sequence_order = plan.place
    from plan
    where s.id = plan.id and s.chain_id = chain
      and (s.prompt_id, s.title, s.content, s.bindings, s.sequence_order) is distinct from (
        plan.prompt_id, plan.title, plan.content, coalesce(plan.bindings, s.bindings), plan.place
      )
  )
  insert into public.chain_prompts (id, chain_id, prompt_id, title, content, bindings,
    sequence_order)
  select plan.id, chain, plan.prompt_id, plan.title, plan.content, coalesce(plan.bindings, '{}'),
    plan.place
  from plan
  where plan.id not in (select s.id from public.chain_prompts s where s.chain_id = chain);
  set constraints public.chain_prompts_chain_id_sequence_order_key immediate;
end
$$;
comment on function private.store_steps is
  'Makes these the steps of a chain, in order: changes those that it has, and deletes all others.';
grant execute on function private.steps_with_prompts, private.store_steps
  to authenticated, service_role;

create function public.save_chain(
  title text,
  prompt_ids uuid[] default null,
  description text default null,
  chain_id uuid default null,
  based_on timestamptz default null,
  steps jsonb default null,
  team_id uuid default null
) returns public.chains
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  saved public.chains;
begin
  if steps is not null and (
    jsonb_typeof(steps) <> 'array'
    or jsonb_path_exists(steps, '$[*] ? (@.type() != "object")')
  ) then
    raise exception 'Steps are a list of objects' using errcode = 'invalid_parameter_value';
  end if;
  if coalesce(jsonb_array_length(steps), cardinality(prompt_ids), 0) = 0 then
    raise exception 'Please add at least one prompt to your chain'
      using errcode = 'check_violation';
  end if;
  if (select count(step -> 'id') > count(distinct lower(step ->> 'id'))
    from jsonb_array_elements(steps) step)
  then
    raise exception 'Two steps have the same id' using errcode = 'check_violation';
  end if;
  if save_chain.chain_id is null then
    if save_chain.team_id is not null
      and save_chain.team_id not in (select private.my_edited_team_ids())
    then
      raise exception 'Only owners and editors of a team add chains to it'
        using errcode = 'insufficient_privilege';
    end if;
    insert into public.chains (title, description, team_id)
    values (save_chain.title, save_chain.description, save_chain.team_id)
    returning * into saved;
  elsif save_chain.team_id is not null then
    raise exception 'A chain is moved to a team by changing its team_id'
      using errcode = 'invalid_parameter_value';
  else
    perform from public.chains c where c.id = save_chain.chain_id for update;
    if not found then
      if exists (select from public.chains c where c.id = save_chain.chain_id) then
        raise exception 'Only owners and editors of its team change this chain'
          using errcode = 'insufficient_privilege';
      end if;
      raise exception 'Chain not found' using errcode = 'PT404';
    end if;
    update public.chains c set title = save_chain.title, description = save_chain.description
    where c.id = save_chain.chain_id and (based_on is null or c.updated_at = based_on)
    returning * into saved;
    if not found then
      raise exception 'The chain has been changed since it was loaded' using errcode = 'PT409';
    end if;
  end if;

  perform private.store_steps(
    saved.id, coalesce(steps, private.steps_with_prompts(saved.id, prompt_ids)));
  return saved;
end
$$;
comment on function public.save_chain is
  'Makes a chain, or saves the one named by chain_id, with its steps in order: {id, prompt_id, or '
  'title and content of a prompt written in the chain, bindings}. The id is that of a stored step, '
  'or a new one by which later steps use its answer. Without steps, prompt_ids names the prompts. '
  'With team_id, a new chain is shared with that team. '
  'With based_on (updated_at as loaded) only if the chain has not changed since (otherwise 409). '
  'Returns the chain.';
grant execute on function public.save_chain to authenticated, service_role;

-- Each person has a private realtime topic, 'user:' and their id. Their pages learn there of deleted
-- chains and runs: of a deleted row only the key is sent, which doesn't say whose it was.
create policy "People follow their own topic" on realtime.messages for select to authenticated
  using (
    (select private.is_whole_session())
    and extension = 'broadcast' and realtime.topic() = 'user:' || (select auth.uid())
  );

create function private.broadcast_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send(
    jsonb_build_object('table', tg_table_name, 'id', old.id), 'removed', 'user:' || old.user_id);
  return null;
end
$$;
comment on function private.broadcast_removal is
  'Tells the owner of a row that it is deleted. Members of a team learn of its chains from the activity.';
create trigger chains_broadcast_removal after delete on public.chains
  for each row execute function private.broadcast_removal();
create trigger chain_runs_broadcast_removal after delete on public.chain_runs
  for each row execute function private.broadcast_removal();

create function private.log_team_chain() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.log_team_activity(
      old.team_id, 'chain_deleted', chain_id => old.id, title => old.title);
    return null;
  end if;
  if tg_op = 'UPDATE' and old.team_id is not null and new.team_id is distinct from old.team_id then
    perform private.log_team_activity(
      old.team_id, 'chain_removed', chain_id => old.id, title => old.title);
  end if;
  if new.team_id is not null then
    perform private.log_team_activity(
      new.team_id,
      case when tg_op = 'INSERT' or new.team_id is distinct from old.team_id then 'chain_added'
        else 'chain_changed' end,
      chain_id => new.id, title => new.title);
  end if;
  return null;
end
$$;
comment on function private.log_team_chain is
  'Logs what happened to a chain of a team. Its title after it left the team stays out of the log.';
create trigger chains_log_team_new after insert on public.chains
  for each row when (new.team_id is not null) execute function private.log_team_chain();
create trigger chains_log_team_end after delete on public.chains
  for each row when (old.team_id is not null) execute function private.log_team_chain();
create trigger chains_log_team after update on public.chains
  for each row when (
    pg_trigger_depth() = 0 and (old.team_id is not null or new.team_id is not null)
  )
  execute function private.log_team_chain();

-- A member keeps the prompts and chains that they own. Those that stay shared can be taken out later.
create function public.leave_team(team_id uuid, take_prompts boolean default false) returns void
language plpgsql set search_path = ''
as $$
begin
  if take_prompts then
    update public.prompts p set team_id = null, change_description = 'Taken out of the team'
    where p.user_id = (select auth.uid()) and p.team_id = leave_team.team_id;
    update public.chains c set team_id = null
    where c.user_id = (select auth.uid()) and c.team_id = leave_team.team_id;
  end if;
  delete from public.team_members m
  where m.team_id = leave_team.team_id and m.user_id = (select auth.uid());
  if not found then
    raise exception 'You are not a member of this team' using errcode = 'PT404';
  end if;
end
$$;
comment on function public.leave_team is
  'Ends the caller''s membership of a team. take_prompts first takes the prompts and chains that they '
  'own out of it.';
grant execute on function public.leave_team to authenticated;
