import { useIncludedDeletion } from '#web/data/prompts/included/use-included-deletion.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { IncludeChoice } from '#web/ui/includes/include-choice.tsx';
import { ReleaseWarning } from '#web/ui/includes/release-warning.tsx';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';
import { OwnPromptsNote } from './own-prompts-note.tsx';
import { useOwnPrompts } from './use-own-prompts.ts';

interface DeleteDialogProps {
  readonly open: boolean;
  readonly onOpenChange: () => void;
  readonly ids: string[];
  readonly teamId: string | null;
  /** Deletes prompts when no text that includes them has to change. */
  readonly onDelete: (ids: string[]) => Promise<boolean>;
  readonly onDeleted: () => void;
}

/** Asks before many prompts are deleted, and what happens to the texts that include them. */
export default function DeleteDialog(props: DeleteDialogProps) {
  const { open, onOpenChange, onDelete, onDeleted } = props;
  const own = useOwnPrompts(props, 'deletes a prompt');
  const { ids, count, them } = own;
  const { removeIncluded, question } = useIncludedDeletion(
    { ids },
    { enabled: open && !own.disabled },
  );

  async function confirm() {
    const included = await removeIncluded();
    if (included) {
      const deleted = formatCount(included.count, 'prompt');
      toast.undoable(`${deleted} deleted`, async () => {
        await included.undo();
        return `${deleted} changed back`;
      });
      onDeleted();
    } else if (await onDelete(ids)) onDeleted();
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${count}?`}
      disabled={own.disabled}
      description={
        <OwnPromptsNote own={own}>
          <p>You can restore {them} from “Recently deleted” for 30 days.</p>
          <ReleaseWarning count={ids.length} usage={question.usage} />
          <IncludeChoice count={ids.length} {...question} />
        </OwnPromptsNote>
      }
      confirmLabel={`Delete ${count}`}
      danger
      onConfirm={confirm}
    />
  );
}
