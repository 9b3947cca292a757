import { mutationOptions, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { readAllPages } from '#contract/read-all-pages.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { newestFirst, type KeyedRow, type PageKey } from '#web/data/backend/keyset-pages.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { removeCachedPrompt } from './prompt-cache.ts';
import { refreshLists } from './prompt-mutations.ts';

const usageSchema = v.object({
  /** How many of the prompts are used. */
  used_count: v.number(),
  prompt_count: v.number(),
  prompts: v.array(
    v.object({
      id: v.string(),
      title: v.string(),
      content: v.string(),
      version: v.number(),
      /** Whether it includes the latest text, perhaps by way of another prompt. */
      follows: v.boolean(),
      /** Whether its own content has a reference to the prompt. */
      is_direct: v.boolean(),
      may_edit: v.boolean(),
    }),
  ),
  chain_count: v.number(),
  chains: v.array(
    v.object({
      id: v.string(),
      title: v.string(),
      /** Whether it uses the latest text. */
      follows: v.boolean(),
      /** Whether one of its steps is such a prompt. */
      has_step: v.boolean(),
    }),
  ),
  /** Texts written in chains that include them. */
  steps: v.array(v.object({ id: v.string(), content: v.string() })),
  /** How many of the prompts have labels, by which programs read them. */
  released_count: v.number(),
  /** The first of these, by title. */
  released: v.array(v.object({ title: v.string(), labels: v.array(v.string()) })),
});

/**
 * The prompts and chains of the person that use some prompts: the first 200 of each, more of the
 * prompts that include them directly, and all texts in chains.
 */
export type PromptUsage = v.InferOutput<typeof usageSchema>;
export type UsingPrompt = PromptUsage['prompts'][number];

/** A deletion: of prompts, or of a group with its prompts. */
export type DeletionTarget =
  | { readonly ids: readonly string[]; readonly groupId?: undefined }
  | { readonly groupId: string };

/** As many ids as fit into a URL. */
const maxIdsInUrl = 50;

/** The uses of prompts, with the ids of these. */
export type UsageOfDeletion = PromptUsage & { readonly ids: readonly string[] };

/** Reads the uses of these prompts. Always refetched, since it is shown before a change. */
export function promptUsageQuery(target: DeletionTarget) {
  return queryOptions({
    queryKey: queryKeys.prompts.usage(target.groupId === undefined ? target.ids : target.groupId),
    queryFn: async ({ signal }): Promise<UsageOfDeletion> => {
      const ids =
        target.groupId === undefined ? target.ids : await readIdsInGroup(target.groupId, signal);
      const usage: unknown = unwrap(
        await db
          .rpc('prompt_usage', { prompt_ids: [...ids] }, { get: ids.length <= maxIdsInUrl })
          .abortSignal(signal),
      );
      return { ids, ...v.parse(usageSchema, usage) };
    },
    staleTime: 0,
  });
}

async function readIdsInGroup(groupId: string, signal: AbortSignal): Promise<string[]> {
  const rows = await readAllPages<KeyedRow>(async (last, size) => {
    const page = db
      .rpc('prompts_below', { in_group: groupId }, { get: true })
      .select('id, created_at')
      .is('deleted_at', null);
    const after: PageKey = last ? [last.created_at, last.id] : null;
    return unwrap(await newestFirst(page, 'created_at', after, size).abortSignal(signal));
  });
  return rows.map(({ id }) => id);
}

interface StepChange {
  readonly id: string;
  readonly before: string;
  readonly content: string;
}

interface IncludedDeletion {
  readonly target: DeletionTarget;
  readonly ids: readonly string[];
  /** New contents of prompts that include them. */
  readonly changes: readonly {
    readonly id: string;
    readonly version: number;
    readonly content: string;
  }[];
  /** New texts written in chains that include them. */
  readonly stepChanges: readonly StepChange[];
  readonly changeDescription: string;
}

const deletedSchema = v.object({
  prompts: v.array(v.string()),
  saved: v.record(v.string(), v.number()),
});

/** Deletes prompts and changes the texts that include them, in one transaction. */
export const deleteIncludedPrompts = mutationOptions({
  mutationFn: async ({
    target,
    ids,
    changes,
    stepChanges,
    changeDescription,
  }: IncludedDeletion) => {
    const deleted: unknown = unwrap(
      await db.rpc('delete_included_prompts', {
        prompt_ids: [...ids],
        changes: changes.map((change) => ({ ...change })),
        step_changes: stepChanges.map((change) => ({ ...change })),
        change_description: changeDescription,
        ...(target.groupId === undefined ? {} : { group_id: target.groupId }),
      }),
    );
    return { target, stepChanges, ...v.parse(deletedSchema, deleted) };
  },
  onSuccess: async ({ target, prompts }, _input, _before, { client }) => {
    // The page of a deleted group is left first; then its cached data is removed.
    if (target.groupId !== undefined) return;
    for (const id of prompts) removeCachedPrompt(client, id);
    await Promise.all([
      refreshLists(client),
      client.invalidateQueries({ queryKey: queryKeys.prompts.details }),
      client.invalidateQueries({ queryKey: queryKeys.chains.all }),
    ]);
  },
});

interface StoredDeletion {
  readonly target: DeletionTarget;
  readonly prompts: readonly string[];
  readonly saved: Readonly<Record<string, number>>;
  readonly stepChanges: readonly StepChange[];
}

/** Restores the prompts, and the texts of the others where they haven't changed since. */
export const undoDeleteIncluded = mutationOptions({
  mutationFn: async ({ target, prompts, saved, stepChanges }: StoredDeletion) => {
    unwrap(
      await db.rpc('restore_included_prompts', {
        prompt_ids: [...prompts],
        changes: { ...saved },
        step_changes: stepChanges.map(({ id, before, content }) => ({
          id,
          before: content,
          content: before,
        })),
        ...(target.groupId === undefined ? {} : { group_id: target.groupId }),
      }),
    );
  },
  onSuccess: (_nothing, _input, _before, { client }) => client.invalidateQueries(),
});
