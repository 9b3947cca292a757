import { mutationOptions, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { removeCachedPrompt } from './prompt-cache.ts';
import { refreshLists } from './prompt-mutations.ts';

const usageSchema = v.object({
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
  chains: v.array(v.object({ id: v.string(), title: v.string() })),
});

/** The prompts and chains of the person that use a prompt, the first 200 of each. */
export type PromptUsage = v.InferOutput<typeof usageSchema>;
export type UsingPrompt = PromptUsage['prompts'][number];

/** The prompts and chains that use a prompt. Always refetched, since it is shown before a change. */
export function promptUsageQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.prompts.usage(id),
    queryFn: async ({ signal }): Promise<PromptUsage> => {
      const usage: unknown = unwrap(
        await db.rpc('prompt_usage', { prompt_id: id }, { get: true }).abortSignal(signal),
      );
      return v.parse(usageSchema, usage);
    },
    staleTime: 0,
  });
}

interface IncludedDeletion {
  readonly id: string;
  /** New contents of prompts that include it. */
  readonly changes: readonly {
    readonly id: string;
    readonly version: number;
    readonly content: string;
  }[];
  readonly changeDescription: string;
}

const savedSchema = v.record(v.string(), v.number());

/** Deletes a prompt and changes those that include it, in one transaction. */
export const deleteIncludedPrompt = mutationOptions({
  mutationFn: async ({ id, changes, changeDescription }: IncludedDeletion) => {
    const saved: unknown = unwrap(
      await db.rpc('delete_included_prompt', {
        prompt_id: id,
        changes: changes.map((change) => ({ ...change })),
        change_description: changeDescription,
      }),
    );
    return { id, saved: v.parse(savedSchema, saved) };
  },
  onSuccess: async ({ id }, _input, _before, { client }) => {
    removeCachedPrompt(client, id);
    await Promise.all([
      refreshLists(client),
      client.invalidateQueries({ queryKey: queryKeys.prompts.details }),
    ]);
  },
});

/** Restores the prompt, and the contents of the others where they haven't changed since. */
export const undoDeleteIncluded = mutationOptions({
  mutationFn: async ({ id, saved }: { id: string; saved: Record<string, number> }) => {
    unwrap(await db.rpc('restore_included_prompt', { prompt_id: id, changes: saved }));
  },
  onSuccess: async (_nothing, _input, _before, { client }) => {
    await Promise.all([
      refreshLists(client),
      client.invalidateQueries({ queryKey: queryKeys.prompts.details }),
    ]);
  },
});
