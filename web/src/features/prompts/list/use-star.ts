import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { markFavorite, readFavorite } from '#web/data/prompts/favorites.ts';
import { updateCachedPrompt } from '#web/data/prompts/prompt-cache.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { toast } from '#web/ui/feedback/toast.ts';

type Starred = Pick<PromptSummary, 'id' | 'starred'>;

/** Returns a function that toggles a prompt's favourite mark and reports the result. */
export function useStar(): (prompt: Starred) => Promise<void> {
  const user = useUser();
  const client = useQueryClient();
  const { mutateAsync: mark } = useMutation(markFavorite(user.id));

  // Awaited, since `mutate` runs only the callbacks of its last call: each press gets its toast.
  return useCallback(
    async ({ id, starred }) => {
      const wanted = !starred;
      try {
        await mark({ promptId: id, starred: wanted });
        report(wanted);
      } catch (reason) {
        const { status } = toDataError(reason);
        if (status !== 0) toast.error(failureText(wanted, status));
        else await checkStored(id, wanted);
      }

      function report(marked: boolean): void {
        if (marked) toast.success(messages.favorites.added);
        else {
          toast.undoable(messages.favorites.removed, async () => {
            await mark({ promptId: id, starred: true });
            return messages.favorites.added;
          });
        }
      }

      /** Reads what is stored, since without a response the change may have been stored or not. */
      async function checkStored(promptId: string, expected: boolean): Promise<void> {
        try {
          const now = await readFavorite(user.id, promptId);
          updateCachedPrompt(client, promptId, { starred: now });
          if (now === expected) report(expected);
          else toast.error(messages.favorites.updateFailed);
        } catch {
          toast.error(messages.favorites.checkFailed);
        }
      }
    },
    [client, mark, user.id],
  );
}

function failureText(wanted: boolean, status: number): string {
  if (status === 401) return messages.favorites.signInFirst;
  return wanted ? messages.favorites.addFailed : messages.favorites.removeFailed;
}
