import {
  infiniteQueryOptions,
  mutationOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { limits } from '#contract/limits.ts';
import { uniqueById } from '#web/lib/values/unique-by-id.ts';
import { isUuid } from '#contract/uuid.ts';
import {
  readAnswers,
  readState,
  readSteps,
  stepRows,
  type RunProgress,
  type RunState,
  type RunStep,
} from './chain-run.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { newestFirst, nextKey, type PageKey } from '#web/data/backend/keyset-pages.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** A run as the history shows it. */
export interface RunSummary {
  readonly id: string;
  /** The chain's title when the run began. */
  readonly title: string;
  /** Null when the chain is deleted. */
  readonly chainId: string | null;
  readonly state: RunState;
  readonly stepCount: number;
  readonly doneCount: number;
  readonly startedAt: string;
  /** An exact string, since a save names it as its base. */
  readonly updatedAt: string;
}

export interface ChainRun
  extends RunProgress, Omit<RunSummary, 'stepCount' | 'doneCount' | 'state'> {}

interface RunPage {
  readonly runs: readonly RunSummary[];
  readonly next: PageKey;
}

/** Pages of a person's runs, of one chain or of all (null), most recently changed first. */
export function chainRunsQuery(userId: string, chainId: string | null) {
  return infiniteQueryOptions({
    queryKey: queryKeys.chainRuns.list(userId, chainId),
    initialPageParam: null as PageKey,
    queryFn: async ({ pageParam, signal }): Promise<RunPage> => {
      let request = db
        .from('chain_runs')
        .select('id, title, chain_id, state, step_count, done_count, created_at, updated_at')
        .eq('user_id', userId)
        .abortSignal(signal);
      if (chainId !== null) request = request.eq('chain_id', chainId);
      const size = limits.listPageSize;
      const rows = unwrap(await newestFirst(request, 'updated_at', pageParam, size));
      return {
        runs: rows.map((row) => ({
          id: row.id,
          title: row.title,
          chainId: row.chain_id,
          state: readState(row.state),
          stepCount: row.step_count ?? 0,
          doneCount: row.done_count ?? 0,
          startedAt: row.created_at,
          updatedAt: row.updated_at,
        })),
        next: nextKey(rows, size, (row) => row.updated_at),
      };
    },
    getNextPageParam: ({ next }: RunPage) => next,
    select: ({ pages }) => uniqueById(pages.flatMap(({ runs }) => runs)),
    staleTime: 0,
  });
}

const notFound = 'Run not found';

/** One run. Throws 'Run not found' when there is none of this person. */
export function chainRunQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.chainRuns.detail(id),
    queryFn: async ({ signal }): Promise<ChainRun> => {
      if (!isUuid(id)) throw new DataError(notFound, { status: 404 });
      const row = unwrap(
        await db.from('chain_runs').select('*').eq('id', id).abortSignal(signal).maybeSingle(),
      );
      if (!row) throw new DataError(notFound, { status: 404 });
      return {
        id: row.id,
        title: row.title,
        chainId: row.chain_id,
        state: readState(row.state),
        steps: readSteps(row.steps),
        answers: readAnswers(row.answers),
        startedAt: row.created_at,
        updatedAt: row.updated_at,
      };
    },
    staleTime: 0,
  });
}

interface NewRun {
  readonly chainId: string;
  readonly title: string;
  readonly steps: readonly RunStep[];
}

/** Starts a run and returns its id. */
export function startRun(userId: string) {
  return mutationOptions({
    mutationFn: async ({ chainId, title, steps }: NewRun): Promise<{ id: string }> =>
      unwrap(
        await db
          .from('chain_runs')
          .insert({ user_id: userId, chain_id: chainId, title, steps: stepRows(steps) })
          .select('id')
          .single(),
      ),
    // The run's page opens next: lists refetch when they are shown again.
    onSuccess: (_row, _run, _before, { client }) => invalidateRuns(client, 'none'),
  });
}

/** Invalidates lists of runs, and the chains, which show their unfinished run. */
async function invalidateRuns(client: QueryClient, refetchType: 'none' | 'active'): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.chainRuns.lists, refetchType }),
    client.invalidateQueries({ queryKey: queryKeys.chains.all, refetchType }),
  ]);
}

interface RunSave {
  readonly run: ChainRun;
  readonly next: RunProgress;
}

/**
 * Saves a run if it has not changed since it was loaded; returns false, having written nothing, if
 * it has.
 */
export const saveRun = mutationOptions({
  mutationFn: async ({ run, next }: RunSave): Promise<boolean> => {
    const rows = unwrap(
      await db
        .from('chain_runs')
        .update({ steps: stepRows(next.steps), answers: [...next.answers], state: next.state })
        .eq('id', run.id)
        .eq('updated_at', run.updatedAt)
        .select('id'),
    );
    return rows.length > 0;
  },
  onSuccess: async (saved, { run }, _before, { client }) => {
    if (!saved) return;
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.chainRuns.detail(run.id) }),
      invalidateRuns(client, 'active'),
    ]);
  },
});

export const deleteRun = mutationOptions({
  mutationFn: async (id: string): Promise<void> => {
    const rows = unwrap(await db.from('chain_runs').delete().eq('id', id).select('id'));
    if (rows.length === 0) throw new DataError(notFound, { status: 404 });
  },
  onSuccess: async (_nothing, id, _before, { client }) => {
    await Promise.all([
      invalidateRuns(client, 'active'),
      client.invalidateQueries({ queryKey: queryKeys.chainRuns.detail(id), refetchType: 'none' }),
    ]);
  },
});
