import { useMutation } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { applyBulkChange } from '#web/data/prompts/bulk-changes.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** Makes a private copy of one of the person's own prompts, says so, and offers to undo it. */
export function useDuplicate(): (prompt: Pick<PromptSummary, 'id' | 'title'>) => Promise<void> {
  const { mutateAsync: change } = useMutation(applyBulkChange());

  async function takeBack(undo: Parameters<typeof change>[0]): Promise<void> {
    try {
      await change(undo);
      toast.success('The copy is gone');
    } catch (reason) {
      toast.error(`Nothing was changed: ${toDataError(reason).message}`);
    }
  }

  return async ({ id, title }) => {
    try {
      const { undo } = await change({ kind: 'duplicate', ids: [id] });
      const said = `“${title} (Copy)” is in your library`;
      if (undo) toast.action(said, 'Undo', () => void takeBack(undo));
      else toast.success(said);
    } catch (reason) {
      toast.error(`It could not be duplicated: ${toDataError(reason).message}`);
    }
  };
}
