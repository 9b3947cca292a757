import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Tables } from '#contract/database.types.ts';
import { messages } from '#contract/messages.ts';
import { isId } from '#web/lib/values/is-id.ts';
import type { Availability } from './chain-values.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { readAllPages, newestFirst, type PageKey } from '#web/data/backend/keyset-pages.ts';
import { pickStrings } from '#web/lib/text/pick-strings.ts';
import { includedTextsQuery } from '#web/data/prompts/included-texts.ts';
import { fromReadable, toPrompt, type Prompt, type ReadableRow } from '#web/data/prompts/prompt.ts';
import { resolveIncludes } from '#web/lib/variables/expand-includes.ts';
import { queryKeys } from '#web/data/query-keys.ts';

interface Chain {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly createdAt: string;
  /** An exact string, since a save names it as its base. */
  readonly updatedAt: string;
}

/** A chain as the list shows it. */
export interface ChainSummary extends Chain {
  readonly stepCount: number;
}

/** One step of a chain, with its prompt as it is now. */
export interface ChainStep {
  readonly id: string;
  readonly promptId: string | null;
  /** Null when it was deleted for good, or may not be read. */
  readonly prompt: Prompt | null;
  readonly availability: Availability;
  /** The values that the person used last for its variables. */
  readonly lastValues: Readonly<Record<string, string>>;
}

export interface ChainDetail extends Chain {
  /** In order. */
  readonly steps: readonly ChainStep[];
}

/** All chains of a person, newest first. Refetched on each visit and when the window gets focus. */
export function chainsQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.chains.list(userId),
    queryFn: ({ signal }): Promise<ChainSummary[]> =>
      readAllPages(async (last: SummaryRow | undefined, size) => {
        const all = db
          .from('chains')
          .select('id, title, description, created_at, updated_at, chain_prompts(count)')
          .eq('user_id', userId)
          .abortSignal(signal);
        const after: PageKey = last ? [last.created_at, last.id] : null;
        return unwrap(await newestFirst(all, 'created_at', after, size));
      }).then((rows) => rows.map(toSummary)),
    staleTime: 0,
    refetchOnMount: true,
    refetchOnWindowFocus: true,
  });
}

type ChainRow = Pick<
  Tables<'chains'>,
  'id' | 'title' | 'description' | 'created_at' | 'updated_at'
>;

interface SummaryRow extends ChainRow {
  readonly chain_prompts: readonly { readonly count: number }[];
}

function toChain(row: ChainRow): Chain {
  return {
    id: row.id,
    title: row.title,
    description: row.description ?? '',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toSummary(row: SummaryRow): ChainSummary {
  return { ...toChain(row), stepCount: row.chain_prompts[0]?.count ?? 0 };
}

const detailColumns = `
  id, title, description, created_at, updated_at,
  chain_prompts(id, prompt_id, sequence_order,
    prompts:readable_prompts(*, favorites(user_id), prompt_uses(used_at, last_values)))`;

/**
 * One chain with its steps. Throws 'Chain not found' when there is none of this person. Always
 * refetched: its prompts may have changed, and a save names the chain that the person has seen.
 */
export function chainQuery(id: string | undefined) {
  return queryOptions({
    queryKey: queryKeys.chains.detail(id ?? ''),
    queryFn: async ({ client, signal }) => withIncludedTexts(client, await readChain(id, signal)),
    staleTime: 0,
  });
}

/** Returns a chain whose steps contain the texts that their prompts include. */
async function withIncludedTexts(client: QueryClient, chain: ChainDetail): Promise<ChainDetail> {
  const joined = chain.steps.map(({ prompt }) => prompt?.content ?? '').join('\n');
  if (!joined.includes('{{>')) return chain;
  const texts = await client.fetchQuery(includedTextsQuery(joined));
  return {
    ...chain,
    steps: chain.steps.map((step) => {
      const { prompt } = step;
      if (prompt === null) return step;
      return { ...step, prompt: { ...prompt, content: resolveIncludes(prompt.content, texts) } };
    }),
  };
}

/** Reads a chain without the query cache, its prompts as they are stored. */
export async function readChain(
  id: string | undefined,
  signal?: AbortSignal,
  source: typeof db = db,
): Promise<ChainDetail> {
  if (!id) throw new DataError(messages.chains.missingId, { status: 400 });
  if (!isId(id)) throw new DataError(messages.chains.notFound, { status: 404 });
  let request = source
    .from('chains')
    .select(detailColumns)
    .eq('id', id)
    .order('sequence_order', { referencedTable: 'chain_prompts' });
  if (signal) request = request.abortSignal(signal);
  const row = unwrap(await request.maybeSingle());
  if (!row) throw new DataError(messages.chains.notFound, { status: 404 });
  return { ...toChain(row), steps: row.chain_prompts.map(toStep) };
}

interface StepRow {
  readonly id: string;
  readonly prompt_id: string | null;
  readonly prompts:
    | (ReadableRow & { readonly prompt_uses: readonly { readonly last_values: unknown }[] })
    | null;
}

function toStep({ id, prompt_id: promptId, prompts: row }: StepRow): ChainStep {
  return {
    id,
    promptId,
    prompt: row && toPrompt(fromReadable(row)),
    availability: row === null ? (promptId === null ? 'gone' : 'hidden') : availabilityOf(row),
    lastValues: pickStrings(row?.prompt_uses[0]?.last_values),
  };
}

function availabilityOf(row: ReadableRow): Availability {
  return row.deleted_at === null ? 'available' : 'deleted';
}
