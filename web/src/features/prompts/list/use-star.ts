import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { markFavorite, readFavorite } from '#web/data/prompts/favorites.ts';
import { changeCachedPrompt } from '#web/data/prompts/prompt-cache.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { preserveFocus } from '#web/lib/react/keep-focus.ts';
import { toast } from '#web/ui/feedback/toast.ts';

type Starred = Pick<PromptSummary, 'id' | 'starred'>;

/** Marks a prompt as a favourite, or no longer, and says what came of it. */
export function useStar(): (prompt: Starred) => Promise<void> {
  const user = useUser();
  const client = useQueryClient();
  const { mutateAsync: mark } = useMutation(markFavorite(user.id));

  // Awaited, so that each press is answered, also when another follows before the server did.
  return useCallback(
    async ({ id, starred }) => {
      const wanted = !starred;
      try {
        await mark({ promptId: id, starred: wanted });
        toast.success(doneText(wanted));
        preserveFocus();
      } catch (reason) {
        const { status } = toDataError(reason);
        if (status !== 0) toast.error(refusedText(wanted, status));
        else await checkAfterAll(id, wanted);
      }

      /** Without an answer the mark may be stored or not: the star shows what is. */
      async function checkAfterAll(promptId: string, hoped: boolean): Promise<void> {
        try {
          const now = await readFavorite(user.id, promptId);
          changeCachedPrompt(client, promptId, { starred: now });
          if (now === hoped) toast.success(doneText(hoped));
          else toast.error(messages.favorites.updateFailed);
        } catch {
          toast.error(messages.favorites.checkFailed);
        }
      }
    },
    [client, mark, user.id],
  );
}

function doneText(starred: boolean): string {
  return starred ? messages.favorites.added : messages.favorites.removed;
}

function refusedText(wanted: boolean, status: number): string {
  if (status === 401) return messages.favorites.signInFirst;
  return wanted ? messages.favorites.addFailed : messages.favorites.removeFailed;
}
