import { useMutation } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { applyBulkChange } from '#web/data/prompts/bulk-changes.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** Returns a function that makes a private copy of an own prompt and offers to undo it. */
export function useDuplicate(): (prompt: Pick<PromptSummary, 'id' | 'title'>) => Promise<void> {
  const { mutateAsync: change } = useMutation(applyBulkChange());

  return async ({ id, title }) => {
    try {
      const { undo } = await change({ kind: 'duplicate', ids: [id] });
      const text = `Added “${title} (Copy)” to your library`;
      if (undo === null) toast.success(text);
      else
        toast.undoable(text, async () => {
          const { count } = await change(undo);
          if (count === 0) throw new Error('the copy has been deleted since.');
          return 'Copy removed';
        });
    } catch (reason) {
      toast.error(`Couldn't duplicate “${title}”: ${toDataError(reason).message}`);
    }
  };
}
