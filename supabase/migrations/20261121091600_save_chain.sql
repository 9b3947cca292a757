-- A chain and its steps in one transaction. Runs as the caller: the policies decide. A step that stays
-- keeps its row, so that one whose prompt has become unreadable, or is gone, can be kept and moved.

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
    raise exception 'Please add at least one prompt to your chain' using errcode = 'check_violation';
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
    select c.id, c.prompt_id, row_number() over (partition by c.prompt_id order by c.sequence_order) as nth
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
  'Makes a chain, or saves the one named by chain_id, with its prompts in order. With based_on (updated_at as loaded) only if it has not changed since (otherwise 409). Returns the chain.';
revoke all on function public.save_chain(text, uuid[], text, uuid, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.save_chain(text, uuid[], text, uuid, timestamptz) to authenticated, service_role;
