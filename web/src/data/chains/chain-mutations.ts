import { valuesOfChain } from '#web/data/chains/values-of-chain.ts';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { chainMessages } from '#contract/chain-messages.ts';
import { readChain, type ChainDetail } from './chains.ts';
import { sameChain, type ChainValues, type StepChoice } from './chain-values.ts';
import { db, dbUncached } from '#web/data/backend/client.ts';
import { DataError, toDataError, unwrap, uniqueViolation } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { renameBindings, type StepBindings } from '#web/lib/variables/step-bindings.ts';

/** A step as `save_chain` takes it. */
interface StepToSave {
  readonly id: string;
  /** Null also where the prompt of a step was deleted for good: the step stays in the chain. */
  readonly prompt_id: string | null;
  readonly title: string | null;
  readonly content: string | null;
  readonly bindings: StepBindings<string>;
}

interface SaveArguments extends Pick<ChainValues, 'title' | 'description'> {
  readonly steps: readonly StepToSave[];
}

/** Returns the steps of the form with these ids, without bindings to steps that don't come before. */
function stepsToSave(steps: readonly StepChoice[], ids: readonly string[]): StepToSave[] {
  const bindings = renameBindings(
    steps.map(({ key: id, bindings: each }) => ({ id, bindings: each })),
    ids,
  );
  return steps.map(({ promptId, title, content }, index) => ({
    id: ids[index] ?? '',
    prompt_id: promptId,
    title: content === null ? null : title,
    content,
    bindings: bindings[index] ?? {},
  }));
}

/**
 * Stores a chain with its steps in one transaction. `target` names the chain to save over, or the team
 * of a new one.
 */
async function callSaveChain(
  { title, description, steps }: SaveArguments,
  target: { readonly chain_id?: string; readonly based_on?: string; readonly team_id?: string },
): Promise<{ id: string; updated_at: string }> {
  return unwrap(
    await db
      .rpc('save_chain', {
        title,
        steps: steps.map((step) => ({ ...step, bindings: { ...step.bindings } })),
        ...(description === '' ? {} : { description }),
        ...target,
      })
      .select('id, updated_at')
      .single(),
  );
}

interface NewChain extends ChainValues {
  /** The team to share it with; null for none. */
  readonly teamId: string | null;
  /** Returns the id of a new step: the same if the chain is saved again after a lost response. */
  readonly stepIdOf: (key: string) => string;
}

/**
 * Stores a new chain and returns its id and `updatedAt`. Leaves out steps whose prompt can't be read:
 * the server refuses them.
 */
export const createChain = mutationOptions({
  mutationFn: async (chain: NewChain): Promise<{ id: string; updatedAt: string }> => {
    const { title, description, steps, teamId, stepIdOf } = chain;
    const readable = steps.filter(
      ({ availability }) => availability !== 'gone' && availability !== 'hidden',
    );
    // Steps of another chain keep their ids.
    const ids = readable.map(({ key }) => stepIdOf(key));
    const values = { title, description, steps: stepsToSave(readable, ids) };
    const target = teamId === null ? {} : { team_id: teamId };
    const saved = await callSaveChain(values, target).catch(async (reason: unknown) => {
      if (toDataError(reason).code !== uniqueViolation) throw reason;
      // An earlier try was stored, and only its response was lost.
      return callSaveChain(values, await newChainWith(ids));
    });
    return { id: saved.id, updatedAt: saved.updated_at };
  },
  onSuccess: (_row, _values, _before, { client }) => refetchLists(client),
});

/** Returns the chain that has new steps, to save over it if it has not changed since. */
async function newChainWith(stepIds: readonly string[]) {
  const steps = dbUncached.from('chain_prompts').select('chains!inner(id, created_at)');
  const [step] = unwrap(await steps.in('id', stepIds).limit(1));
  if (!step) throw new DataError(chainMessages.notFound, { status: 404 });
  return { chain_id: step.chains.id, based_on: step.chains.created_at };
}

/** Refetches lists of chains, and the pages of teams, which count them. */
async function refetchLists(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.chains.lists }),
    client.invalidateQueries({ queryKey: [...queryKeys.teams.all, 'detail'] }),
  ]);
}

interface ChainMove {
  readonly id: string;
  /** Null takes it out of its team. */
  readonly teamId: string | null;
}

/** Moves a chain of the user to a team, or out of it. */
export const moveChain = mutationOptions({
  mutationFn: async ({ id, teamId }: ChainMove): Promise<void> => {
    const request = db.from('chains').update({ team_id: teamId });
    if (unwrap(await request.eq('id', id).select('id')).length === 0) {
      throw new DataError(chainMessages.notFound, { status: 404 });
    }
  },
  onSuccess: async (_nothing, { id }, _before, { client }) => {
    await Promise.all([
      refetchLists(client),
      client.invalidateQueries({ queryKey: queryKeys.chains.detail(id) }),
    ]);
  },
});

export type ChainSaveOutcome =
  | { readonly kind: 'saved'; readonly updatedAt: string }
  /** It was saved elsewhere in the meantime; nothing was written. */
  | { readonly kind: 'moved-on'; readonly current: ChainDetail }
  /** It was deleted; nothing was written. */
  | { readonly kind: 'gone' };

interface ChainSave {
  readonly id: string | undefined;
  /** `updatedAt` of the chain that the values are based on. */
  readonly base: string;
  readonly values: ChainValues;
}

/** Saves a chain if it has not changed since it was loaded. */
export const saveChain = mutationOptions({
  mutationFn: async ({ id, base, values }: ChainSave): Promise<ChainSaveOutcome> => {
    if (!id) throw new DataError(chainMessages.idRequired, { status: 400 });
    try {
      const { title, description } = values;
      const steps = stepsToSave(
        values.steps,
        values.steps.map(({ key }) => key),
      );
      const saved = await callSaveChain(
        { title, description, steps },
        { chain_id: id, based_on: base },
      );
      return { kind: 'saved', updatedAt: saved.updated_at };
    } catch (reason) {
      const failure = toDataError(reason);
      if (failure.status === 404) return { kind: 'gone' };
      // A missing row that the chain refers to is a 409, too.
      if (failure.code !== 'PT409') throw failure;
      const current = await readChain(id, undefined, dbUncached);
      // An earlier try was stored, and only its response was lost.
      return sameChain(values, valuesOfChain(current))
        ? { kind: 'saved', updatedAt: current.updatedAt }
        : { kind: 'moved-on', current };
    }
  },
  onSuccess: async (outcome, { id = '' }, _before, { client }) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.chains.lists }),
      // A deleted chain stays visible: its text may still become a new one.
      outcome.kind === 'gone' ||
        client.invalidateQueries({ queryKey: queryKeys.chains.detail(id) }),
    ]);
  },
});

/** Deletes a chain for good. Its runs stay. */
export const deleteChain = mutationOptions({
  mutationFn: async (id: string): Promise<void> => {
    const rows = unwrap(await db.from('chains').delete().eq('id', id).select('id'));
    if (rows.length === 0) throw new DataError(chainMessages.notFound, { status: 404 });
  },
  onSuccess: async (_nothing, id, _before, { client }) => {
    await Promise.all([
      refetchLists(client),
      client.invalidateQueries({ queryKey: queryKeys.chainRuns.all }),
      // Its own page is being left, and must not refetch it.
      client.invalidateQueries({ queryKey: queryKeys.chains.detail(id), refetchType: 'none' }),
    ]);
  },
});
