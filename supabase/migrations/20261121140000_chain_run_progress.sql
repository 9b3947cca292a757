-- How far a run is, so that the history of runs is read without the texts of their steps.

alter table public.chain_runs
  add column step_count integer generated always as (
    case when jsonb_typeof(steps) = 'array' then jsonb_array_length(steps) else 0 end
  ) stored,
  add column done_count integer generated always as (
    case when jsonb_typeof(answers) = 'array' then jsonb_array_length(answers) else 0 end
  ) stored;
comment on column public.chain_runs.step_count is 'How many steps the run has.';
comment on column public.chain_runs.done_count is 'How many of them are done: each has an answer, perhaps an empty one.';
comment on column public.chain_runs.steps is
  'Each step as it was: prompt_id, version, title, content (null when the prompt could not be read), the values filled in, the text as it was sent once the step is done, and what was pasted when the run was stopped in it.';
comment on column public.chain_runs.answers is
  'The answers of the steps that are done, in order; empty for a step passed without one.';
create index chain_runs_of_chain_idx on public.chain_runs (chain_id, updated_at desc, id desc);
drop index public.chain_runs_chain_id_idx;
