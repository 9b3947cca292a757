import { useMutation } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { applyBulkChange, type BulkChange } from '#web/data/prompts/bulk-changes.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** Carries out a change of many prompts, says what has changed, and offers to undo it. */
export function useBulkChanges() {
  const { mutateAsync, isPending } = useMutation(applyBulkChange());

  /** `done` is what has been done to them: 'moved to Mail'. False when it failed; then nothing has changed. */
  async function run(change: BulkChange, done: string): Promise<boolean> {
    try {
      const { count, undo } = await mutateAsync(change);
      const said = `${formatCount(count, 'prompt')} ${done}`;
      if (count === 0) toast.note('Nothing to change: they are so already');
      else if (undo) toast.action(said, 'Undo', () => void run(undo, 'as before'));
      else toast.success(said);
      return true;
    } catch (reason) {
      toast.error(`Nothing was changed: ${toDataError(reason).message}`);
      return false;
    }
  }

  return { run, busy: isPending };
}
