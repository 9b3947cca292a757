import { useMutation } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { undeletePrompt, undoUndelete } from '#web/data/prompts/prompt-mutations.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** Returns a function that restores a deleted prompt, reports it and offers to undo it. */
export function useUndelete(): {
  readonly undelete: (prompt: Pick<PromptSummary, 'id' | 'title' | 'deletedAt'>) => Promise<void>;
  readonly busy: boolean;
} {
  const { mutateAsync: restore, isPending } = useMutation(undeletePrompt);
  const { mutateAsync: deleteAgain } = useMutation(undoUndelete);

  // Awaited, since callbacks of `mutate` don't run once the prompt's row is unmounted.
  async function undelete({
    id,
    title,
    deletedAt,
  }: Pick<PromptSummary, 'id' | 'title' | 'deletedAt'>): Promise<void> {
    if (deletedAt === null) return;
    try {
      const restored = await restore({ id, deletedAt });
      toast.undoable(`Restored “${title}”`, async () => {
        await deleteAgain(restored);
        return `Deleted “${title}” again`;
      });
    } catch (reason) {
      toast.error(`Couldn't restore “${title}”: ${toDataError(reason).message}`);
    }
  }

  return { undelete, busy: isPending };
}
