import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import type { PromptValues } from './prompt-values.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** The words of a source, without what is its owner's own affair (visibility, group). */
export type SourceText = Pick<PromptValues, 'title' | 'description' | 'content' | 'tags' | 'icon'>;

/** Whether two states say the same. */
export function hasSameText(one: SourceText, other: SourceText): boolean {
  const wordsOf = ({ title, description, content, tags, icon }: SourceText) =>
    JSON.stringify([title, description, content, tags, icon]);
  return wordsOf(one) === wordsOf(other);
}

/** What the source of a fork was when it was forked; null when the source can no longer be read. */
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
  /** The source's version whose changes are in them. */
  readonly sourceVersion: number;
}

const sourceMoved = 'PT409';

/**
 * Saves a fork with the changes of its source, and remembers up to where they are taken over: both or neither.
 * Throws when the fork or the source has moved on meanwhile; nothing is written then.
 */
export function applySourceChanges(forkId: string, sourceId: string) {
  return mutationOptions({
    mutationFn: async ({ base, values, sourceVersion }: TakeOver): Promise<void> => {
      const answer = await db
        .from('prompts')
        .update({
          title: values.title,
          description: values.description === '' ? null : values.description,
          content: values.content,
          tags: [...values.tags],
          icon: values.icon,
          forked_from_version: sourceVersion,
          change_description: `Took over version ${sourceVersion} of the source`,
        })
        .eq('id', forkId)
        .eq('version', base)
        .is('deleted_at', null)
        .select('id');
      if (answer.error?.code === sourceMoved || answer.data?.length === 0) {
        throw new DataError(moved, { status: 409 });
      }
      unwrap(answer);
    },
    onSettled: async (_nothing, _error, _input, _before, { client }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.prompts.detail(forkId) }),
        client.invalidateQueries({ queryKey: queryKeys.prompts.detail(sourceId) }),
        client.invalidateQueries({ queryKey: queryKeys.versions.ofPrompt(forkId) }),
        client.invalidateQueries({ queryKey: queryKeys.prompts.lists }),
      ]);
    },
  });
}

const moved = 'Your prompt or its source has changed meanwhile. Nothing was saved; look again.';
