import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { refreshPrompt } from './prompt-mutations.ts';
import type { PromptValues } from './prompt-values.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** The texts of a source, without its owner's settings (visibility, group). */
export type SourceText = Pick<PromptValues, 'title' | 'description' | 'content' | 'tags' | 'icon'>;

/** Returns whether two states have the same texts. */
export function hasSameText(one: SourceText, other: SourceText): boolean {
  const keyOf = ({ title, description, content, tags, icon }: SourceText) =>
    JSON.stringify([title, description, content, tags, icon]);
  return keyOf(one) === keyOf(other);
}

/** The state of a fork's source when it was forked; null when the source can no longer be read. */
export function forkBaseQuery(forkId: string, version: number) {
  return queryOptions({
    queryKey: queryKeys.prompts.forkBase(forkId, version),
    queryFn: async ({ signal }): Promise<SourceText | null> => {
      const row = unwrap(
        await db.rpc('fork_base', { prompt_id: forkId }).abortSignal(signal).maybeSingle(),
      );
      return row ? { ...row, description: row.description ?? '' } : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

interface TakeOver {
  /** The fork's version that the values are based on. */
  readonly base: number;
  readonly values: SourceText;
  /** The source's version whose changes they contain. */
  readonly sourceVersion: number;
}

const sourceChangedCode = 'PT409';

/**
 * Saves a fork with the changes of its source, and the source's version that they come from.
 * Throws, having written nothing, when the fork or the source has changed in the meantime.
 */
export function applySourceChanges(forkId: string, sourceId: string) {
  return mutationOptions({
    mutationFn: async ({ base, values, sourceVersion }: TakeOver): Promise<void> => {
      const result = await db
        .from('prompts')
        .update({
          title: values.title,
          description: values.description === '' ? null : values.description,
          content: values.content,
          tags: [...values.tags],
          icon: values.icon,
          forked_from_version: sourceVersion,
          change_description: `Merged version ${sourceVersion} of the source`,
        })
        .eq('id', forkId)
        .eq('version', base)
        .is('deleted_at', null)
        .select('id');
      if (result.error?.code === sourceChangedCode || result.data?.length === 0) {
        throw new DataError(changedMessage, { status: 409 });
      }
      unwrap(result);
    },
    onSettled: async (_nothing, _error, _input, _before, { client }) => {
      await Promise.all([
        refreshPrompt(client, forkId),
        client.invalidateQueries({ queryKey: queryKeys.prompts.detail(sourceId) }),
      ]);
    },
  });
}

const changedMessage =
  'Your prompt or its source has changed meanwhile. Nothing was saved; look again.';
