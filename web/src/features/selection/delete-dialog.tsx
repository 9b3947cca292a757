import { useIncludedDeletion } from '#web/data/prompts/use-included-deletion.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { IncludeChoice } from '#web/ui/includes/include-choice.tsx';
import { ReleaseWarning } from '#web/ui/includes/release-warning.tsx';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';

interface DeleteDialogProps {
  readonly open: boolean;
  readonly onOpenChange: () => void;
  readonly ids: readonly string[];
  /** Deletes the prompts when no text that includes them has to change. */
  readonly onDelete: () => Promise<boolean>;
  readonly onDeleted: () => void;
}

/** Asks before many prompts are deleted, and what happens to the texts that include them. */
export default function DeleteDialog(props: DeleteDialogProps) {
  const { open, onOpenChange, ids, onDelete, onDeleted } = props;
  const { removeIncluded, question } = useIncludedDeletion({ ids }, { enabled: open });
  const count = formatCount(ids.length, 'prompt');

  async function confirm() {
    const included = await removeIncluded();
    if (included) {
      const deleted = formatCount(included.count, 'prompt');
      toast.undoable(`${deleted} deleted`, async () => {
        await included.undo();
        return `${deleted} changed back`;
      });
      onDeleted();
    } else if (await onDelete()) onDeleted();
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${count}?`}
      description={
        <>
          <p>You can restore them from 'Recently deleted' for 30 days.</p>
          <ReleaseWarning count={ids.length} usage={question.usage} />
          <IncludeChoice count={ids.length} {...question} />
        </>
      }
      confirmLabel={`Delete ${count}`}
      danger
      onConfirm={confirm}
    />
  );
}
