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

  /** Deletes the prompt. Returns what undoes that, or null if it failed, which a toast says. */
  async function remove(id: string): Promise<(() => Promise<unknown>) | null> {
    const included = await removeIncluded();
    if (included) return included.undo;
    try {
      const deletion = await mutateAsync(id);
      return () => restore(deletion);
    } catch (reason) {
      const { message, status } = toDataError(reason);
      toast.error(
        status === 0 ? messages.prompts.deleteUnanswered : messages.prompts.deleteFailed(message),
      );
      return null;
    }
  }

  async function confirm() {
    const undo = prompt && (await remove(prompt.id));
    if (!undo) return;
    toast.undoable(messages.prompts.deleted, async () => {
      await undo();
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
