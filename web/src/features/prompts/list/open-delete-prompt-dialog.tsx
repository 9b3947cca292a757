import { useMutation } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { deletePrompt, undoDelete } from '#web/data/prompts/prompt-mutations.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useIncludedDeletion } from '#web/data/prompts/included/use-included-deletion.ts';
import { IncludeChoice } from '#web/ui/includes/include-choice.tsx';
import { ReleaseWarning } from '#web/ui/includes/release-warning.tsx';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

export interface DeletePromptDialogProps {
  /** Null: closed. */
  readonly prompt: PromptSummary | null;
  readonly onClose: () => void;
  readonly onDeleted?: ((prompt: PromptSummary) => void) | undefined;
}

/** Asks for confirmation, then marks the prompt as deleted, and offers to undo it. */
export default function OpenDeletePromptDialog({
  prompt,
  onClose,
  onDeleted,
}: DeletePromptDialogProps) {
  const { mutateAsync } = useMutation(deletePrompt);
  const { mutateAsync: restore } = useMutation(undoDelete);
  const { removeIncluded, question } = useIncludedDeletion(
    { ids: prompt ? [prompt.id] : [] },
    { enabled: prompt !== null, title: prompt?.title },
  );

  async function confirm() {
    if (!prompt) return;
    const included = await removeIncluded();
    if (included) {
      toast.undoable(messages.prompts.deleted, async () => {
        await included.undo();
        return `Restored “${prompt.title}”`;
      });
      onDeleted?.(prompt);
      return;
    }
    let deletion: Awaited<ReturnType<typeof mutateAsync>>;
    try {
      deletion = await mutateAsync(prompt.id);
    } catch (reason) {
      const { message, status } = toDataError(reason);
      toast.error(
        status === 0 ? messages.prompts.deleteUnanswered : messages.prompts.deleteFailed(message),
      );
      return;
    }
    toast.undoable(messages.prompts.deleted, async () => {
      await restore(deletion);
      return `Restored “${prompt.title}”`;
    });
    onDeleted?.(prompt);
  }

  return (
    <ConfirmDialog
      open={prompt !== null}
      onOpenChange={onClose}
      title={`Delete “${prompt?.title ?? ''}”?`}
      description={
        <>
          <p>{messages.prompts.confirmDelete}</p>
          <p className="mt-2">You can restore it from “Recently deleted” for 30 days.</p>
          <ReleaseWarning count={1} usage={question.usage} />
          <IncludeChoice count={1} {...question} />
        </>
      }
      confirmLabel="Delete"
      danger
      onConfirm={confirm}
    />
  );
}
