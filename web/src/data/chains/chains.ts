import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Tables } from '#contract/database.types.ts';
import { readInParts } from '#web/lib/values/read-in-parts.ts';
import { readAllPages } from '#contract/read-all-pages.ts';
import { chainMessages } from '#contract/chain-messages.ts';
import { isUuid } from '#contract/uuid.ts';
import type { Availability } from './chain-values.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { newestFirst, type PageKey } from '#web/data/backend/keyset-pages.ts';
import { pickStrings } from '#web/lib/text/pick-strings.ts';
import { includedTextsQuery } from '#web/data/prompts/included/included-texts.ts';
import { fromReadable, toPrompt, type Prompt, type ReadableRow } from '#web/data/prompts/prompt.ts';
import { resolveIncludes } from '#templating/expand-includes.ts';
import { idBindingsSchema, type StepBindings } from '#web/lib/variables/step-bindings.ts';
import { queryKeys } from '#web/data/query-keys.ts';

interface Chain {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly createdAt: string;
  /** An exact string, since a save names it as its base. */
  readonly updatedAt: string;
  /** The author. */
  readonly userId: string;
  /** The team that shares it; null for none. */
  readonly teamId: string | null;
  /** Null without a team, and for one that the user left. */
  readonly teamName: string | null;
}

/** A run of a chain that is not finished. */
interface UnfinishedRun {
  readonly id: string;
  readonly stepCount: number;
  readonly doneCount: number;
}

/** A chain as the list shows it. */
export interface ChainSummary extends Chain {
  readonly stepCount: number;
  /** The one that was worked on last. */
  readonly unfinishedRun: UnfinishedRun | null;
}

/** One step of a chain, with its prompt as it is now. */
export interface ChainStep {
  readonly id: string;
  readonly promptId: string | null;
  /** Null when it is written in the chain, was deleted for good, or may not be read. */
  readonly prompt: Prompt | null;
  /** A prompt written in the chain; null for one of the library. */
  readonly own: { readonly title: string; readonly content: string } | null;
  readonly availability: Availability;
  /** The text to send, with the texts that it includes; null when there is none. */
  readonly text: string | null;
  /** The values that the chain gives to variables, by the ids of earlier steps. */
  readonly bindings: StepBindings<string>;
  /** The values that the person used last for its variables. */
  readonly lastValues: Readonly<Record<string, string>>;
}

export interface ChainDetail extends Chain {
  /** The one that was worked on last. */
  readonly unfinishedRun: UnfinishedRun | null;
  /** In order. */
  readonly steps: readonly ChainStep[];
}

const runColumns = 'chain_runs(id, step_count, done_count)';
const chainColumns =
  `id, title, description, created_at, updated_at, user_id, team_id, teams(name), ${runColumns}` as const;
const summaryColumns = `${chainColumns}, chain_prompts(count)` as const;
/** Selects the run that was changed last. */
const latestRun = { referencedTable: 'chain_runs', ascending: false } as const;

/**
 * All chains of a person, also those in teams, or of a team, newest first. Refetched on each visit and
 * when the window gets focus.
 */
export function chainsQuery(owner: { readonly userId: string } | { readonly teamId: string }) {
  const [column, id] =
    'teamId' in owner ? (['team_id', owner.teamId] as const) : (['user_id', owner.userId] as const);
  return queryOptions({
    queryKey: queryKeys.chains.list(id),
    queryFn: ({ signal }) => readChains((chains) => chains.eq(column, id), signal),
    staleTime: 0,
    refetchOnMount: true,
    refetchOnWindowFocus: true,
  });
}

/** All chains of several teams that others wrote. */
export function chainsOfOthersQuery(userId: string, teamIds: readonly string[]) {
  return queryOptions({
    queryKey: queryKeys.chains.list(teamIds.join(' ')),
    queryFn: ({ signal }) =>
      readInParts(teamIds, (part) =>
        readChains((chains) => chains.in('team_id', part).neq('user_id', userId), signal),
      ),
    staleTime: 0,
  });
}

const selectSummaries = () => db.from('chains').select(summaryColumns);
type SelectedSummaries = ReturnType<typeof selectSummaries>;

async function readChains(
  filter: (chains: SelectedSummaries) => SelectedSummaries,
  signal: AbortSignal,
): Promise<ChainSummary[]> {
  const rows = await readAllPages(async (last: SummaryRow | undefined, size) => {
    const all = filter(selectSummaries())
      .neq('chain_runs.state', 'finished')
      .order('updated_at', latestRun)
      .limit(1, latestRun)
      .abortSignal(signal);
    const after: PageKey = last ? [last.created_at, last.id] : null;
    return unwrap(await newestFirst(all, 'created_at', after, size));
  });
  return rows.map(toSummary);
}

interface ChainRow extends Pick<
  Tables<'chains'>,
  'id' | 'title' | 'description' | 'created_at' | 'updated_at' | 'user_id' | 'team_id'
> {
  readonly teams: { readonly name: string } | null;
}

type RunRow = Pick<Tables<'chain_runs'>, 'id' | 'step_count' | 'done_count'>;

interface SummaryRow extends ChainRow {
  readonly chain_runs: readonly RunRow[];
  readonly chain_prompts: readonly { readonly count: number }[];
}

function toChain(row: ChainRow): Chain {
  return {
    id: row.id,
    title: row.title,
    description: row.description ?? '',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    userId: row.user_id,
    teamId: row.team_id,
    teamName: row.teams?.name ?? null,
  };
}

function toSummary(row: SummaryRow): ChainSummary {
  return {
    ...toChain(row),
    stepCount: row.chain_prompts[0]?.count ?? 0,
    unfinishedRun: toUnfinishedRun(row.chain_runs),
  };
}

function toUnfinishedRun([row]: readonly RunRow[]): UnfinishedRun | null {
  return row
    ? { id: row.id, stepCount: row.step_count ?? 0, doneCount: row.done_count ?? 0 }
    : null;
}

const detailColumns = `
  ${chainColumns},
  chain_prompts(id, prompt_id, sequence_order, title, content, bindings,
    prompts:readable_prompts(*, favorites(user_id), prompt_uses(used_at, last_values)))` as const;

/**
 * One chain with its steps. Throws 'Chain not found' when there is none that the person reads. Always
 * refetched: its prompts may have changed, and a save names the chain that the person has seen.
 */
export function chainQuery(id: string | undefined) {
  return queryOptions({
    queryKey: queryKeys.chains.detail(id ?? ''),
    queryFn: async ({ client, signal }) => withIncludedTexts(client, await readChain(id, signal)),
    staleTime: 0,
  });
}

/** Returns a chain whose texts contain those that they include. */
async function withIncludedTexts(client: QueryClient, chain: ChainDetail): Promise<ChainDetail> {
  const joined = chain.steps.map(({ text }) => text ?? '').join('\n');
  if (!joined.includes('{{>')) return chain;
  const texts = await client.fetchQuery(includedTextsQuery(joined));
  return {
    ...chain,
    steps: chain.steps.map((step) =>
      step.text === null ? step : { ...step, text: resolveIncludes(step.text, texts) },
    ),
  };
}

/** Reads a chain without the query cache, its texts as they are stored. */
export async function readChain(
  id: string | undefined,
  signal?: AbortSignal,
  source: typeof db = db,
): Promise<ChainDetail> {
  if (!id) throw new DataError(chainMessages.missingId, { status: 400 });
  if (!isUuid(id)) throw new DataError(chainMessages.notFound, { status: 404 });
  let request = source
    .from('chains')
    .select(detailColumns)
    .eq('id', id)
    .order('sequence_order', { referencedTable: 'chain_prompts' })
    .neq('chain_runs.state', 'finished')
    .order('updated_at', latestRun)
    .limit(1, latestRun);
  if (signal) request = request.abortSignal(signal);
  const row = unwrap(await request.maybeSingle());
  if (!row) throw new DataError(chainMessages.notFound, { status: 404 });
  return {
    ...toChain(row),
    unfinishedRun: toUnfinishedRun(row.chain_runs),
    steps: row.chain_prompts.map(toStep),
  };
}

interface StepRow {
  readonly id: string;
  readonly prompt_id: string | null;
  readonly title: string | null;
  readonly content: string | null;
  readonly bindings: unknown;
  readonly prompts:
    | (ReadableRow & { readonly prompt_uses: readonly { readonly last_values: unknown }[] })
    | null;
}

function toStep(step: StepRow): ChainStep {
  const { id, prompt_id: promptId, title, content, prompts: row } = step;
  const prompt = row && toPrompt(fromReadable(row));
  const availability = availabilityOf(step);
  return {
    id,
    promptId,
    prompt,
    own: content === null ? null : { title: title ?? '', content },
    availability,
    text: availability === 'available' ? (content ?? prompt?.content ?? null) : null,
    bindings: v.parse(idBindingsSchema, step.bindings),
    lastValues: pickStrings(row?.prompt_uses[0]?.last_values),
  };
}

function availabilityOf({ prompt_id: promptId, content, prompts: row }: StepRow): Availability {
  if (content !== null) return 'available';
  if (row === null) return promptId === null ? 'gone' : 'hidden';
  return row.deleted_at === null ? 'available' : 'deleted';
}

/** The contents of prompts by id, of those that the person may read. */
export function promptContentsQuery(ids: readonly string[]) {
  const sorted = [...new Set(ids)].toSorted();
  return queryOptions({
    queryKey: queryKeys.prompts.contents(sorted),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const rows = await readInParts(sorted, async (part) => {
        const request = db.from('readable_prompts').select('id, content').in('id', part);
        return unwrap(await request.abortSignal(signal));
      });
      return new Map(rows.map(({ id, content }) => [id ?? '', content ?? '']));
    },
    staleTime: 0,
  });
}
