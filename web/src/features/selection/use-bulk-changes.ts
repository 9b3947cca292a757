import { useMutation } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { applyBulkChange, type BulkChange } from '#web/data/prompts/bulk-changes.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** Returns a function that changes many prompts, reports the result and offers to undo it. */
export function useBulkChanges() {
  const { mutateAsync, isPending } = useMutation(applyBulkChange());

  /**
   * `done` completes the toast: 'moved to Mail'. Resolves to false when it failed and nothing
   * changed.
   */
  async function run(change: BulkChange, done: string): Promise<boolean> {
    try {
      const { count, undo } = await mutateAsync(change);
      const text = describeChange(count, 'ids' in change ? change.ids.length : count, done);
      if (count === 0) toast.note('Nothing to change');
      else if (undo === null) toast.success(text);
      else toast.undoable(text, async () => describeUndo((await mutateAsync(undo)).count, count));
      return true;
    } catch (reason) {
      toast.error(`Nothing was changed: ${toDataError(reason).message}`);
      return false;
    }
  }

  return { run, busy: isPending };
}

/** Props of a dialog that asks for a change of the selected prompts. */
export interface BulkDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly ids: string[];
  /** The team whose prompts they are; null for those of the person. */
  readonly teamId: string | null;
  readonly run: ReturnType<typeof useBulkChanges>['run'];
}

/** Returns the message after a change of some of the `total` prompts. */
function describeChange(count: number, total: number, done: string): string {
  const prompts = formatCount(total, 'prompt');
  if (count === total) return `${prompts} ${done}`;
  const [others, them] = total - count === 1 ? ['The other one', 'it'] : ['The others', 'them'];
  return `${count} of ${prompts} ${done}. ${others} needed no change, or you can't change ${them} any more.`;
}

/** Returns the message after an undo; throws when all prompts have changed since. */
function describeUndo(undone: number, changed: number): string {
  if (undone === 0) {
    throw new Error(changed === 1 ? 'it has been changed since.' : 'they have been changed since.');
  }
  if (undone === changed) return `${formatCount(undone, 'prompt')} changed back`;
  return `${undone} of ${formatCount(changed, 'prompt')} changed back. The rest has been changed since.`;
}
