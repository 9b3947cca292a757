import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { IncludeReplacement } from '#web/lib/variables/inline-includes.ts';
import {
  deleteIncludedPrompts,
  promptUsageQuery,
  undoDeleteIncluded,
  type DeletionTarget,
  type PromptUsage,
  type UsageOfDeletion,
} from '#web/data/prompts/prompt-usage.ts';

/** As many as a request holds, even if each of them takes two bytes. */
const maxChangedCharacters = 7_000_000;

interface IncludedDeletion {
  /** How many prompts it deleted. */
  readonly count: number;
  readonly undo: () => Promise<unknown>;
}

/** Returns the uses of prompts to delete, and deletes them with a change of the using texts. */
export function useIncludedDeletion(
  target: DeletionTarget,
  { enabled, title }: { readonly enabled: boolean; readonly title?: string | undefined },
) {
  const client = useQueryClient();
  const [choice, setChoice] = useState<IncludeReplacement>('text');
  const { data: usage, isFetching, refetch } = useQuery({ ...promptUsageQuery(target), enabled });
  const { mutateAsync: remove } = useMutation(deleteIncludedPrompts);
  const { mutateAsync: restore } = useMutation(undoDeleteIncluded);
  const canReplace = usage !== undefined && isReplaceable(usage);

  /**
   * Deletes the prompts and changes the texts that include them. Returns null and does nothing when
   * there are none: a plain deletion does it then.
   */
  async function removeIncluded(): Promise<IncludedDeletion | null> {
    let current = usage;
    // Pressed before the uses have loaded: waits for them. Without an answer, the deletion goes on,
    // since it can be undone.
    if (!current && isFetching) {
      current = (await refetch({ cancelRefetch: false })).data;
      if (current && current.prompt_count + current.chain_count > 0) {
        throw new Error('Review where it is used first.');
      }
    }
    if (!current || !isReplaceable(current)) return null;
    const deletion = await remove({
      target,
      ids: current.ids,
      ...(await changesFor(client, current, choice)),
      changeDescription: describe(choice, title),
    });
    return { count: deletion.prompts.length, undo: () => restore(deletion) };
  }

  return { removeIncluded, question: { usage, canReplace, choice, onChoice: setChoice } };
}

function isReplaceable({ prompts, steps }: PromptUsage): boolean {
  return steps.length > 0 || prompts.some((prompt) => prompt.is_direct && prompt.may_edit);
}

function describe(choice: IncludeReplacement, title: string | undefined): string {
  if (title === undefined) {
    return choice === 'text' ? 'Put in the texts of deleted prompts' : 'Pinned deleted prompts';
  }
  const name = `“${title.slice(0, 300)}”`;
  return choice === 'text' ? `Put in the text of ${name}` : `Pinned ${name}`;
}

/** Returns the new contents of the prompts and chain steps that change. */
async function changesFor(client: QueryClient, usage: UsageOfDeletion, choice: IncludeReplacement) {
  const [{ includedTextsQuery }, { replaceIncludes }, { findReferences }] = await Promise.all([
    import('./included-texts.ts'),
    import('#web/lib/variables/inline-includes.ts'),
    import('#templating/references.ts'),
  ]);
  const ids = new Set(usage.ids);
  const prompts = usage.prompts.filter((prompt) => prompt.is_direct && prompt.may_edit);
  // Only references to what goes: everything that so many prompts include would be too much.
  const joined = [...prompts, ...usage.steps]
    .flatMap(({ content }) => findReferences(content))
    .flatMap(({ id, source }) => (id !== null && ids.has(id) ? [source] : []))
    .join('\n');
  const texts = await client.fetchQuery({ ...includedTextsQuery(joined), staleTime: 0 });
  if (usage.ids.some((id) => texts.get(id)?.gap === 'limit')) {
    throw new Error('Too many texts change together. Delete fewer prompts at a time.');
  }
  const changes = prompts.flatMap(({ id, version, content: before }) => {
    const content = replaceIncludes(before, ids, texts, choice);
    return content === before ? [] : [{ id, version, content }];
  });
  const characters = changes.reduce((sum, { content }) => sum + content.length, 0);
  if (characters > maxChangedCharacters) {
    throw new Error('These texts are too large to change together. Pin the version instead.');
  }
  return {
    changes,
    stepChanges: usage.steps.flatMap(({ id, content: before }) => {
      const content = replaceIncludes(before, ids, texts, choice);
      return content === before ? [] : [{ id, before, content }];
    }),
  };
}
