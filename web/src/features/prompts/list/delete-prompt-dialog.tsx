import { useMutation } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { deletePrompt } from '#web/data/prompts/prompt-mutations.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

interface DeletePromptDialogProps {
  /** Null: closed. */
  readonly prompt: PromptSummary | null;
  readonly onClose: () => void;
  readonly onDeleted?: ((prompt: PromptSummary) => void) | undefined;
}

/** Asks for confirmation, then marks the prompt as deleted. */
export function DeletePromptDialog({ prompt, onClose, onDeleted }: DeletePromptDialogProps) {
  const { mutateAsync } = useMutation(deletePrompt);

  async function confirm() {
    if (!prompt) return;
    try {
      await mutateAsync(prompt.id);
    } catch (reason) {
      const { message, status } = toDataError(reason);
      toast.error(
        status === 0 ? messages.prompts.deleteUnanswered : messages.prompts.deleteFailed(message),
      );
      return;
    }
    toast.success(messages.prompts.deleted);
    onDeleted?.(prompt);
  }

  return (
    <ConfirmDialog
      open={prompt !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Delete prompt"
      description={messages.prompts.confirmDelete}
      confirmLabel="Delete"
      danger
      onConfirm={confirm}
    />
  );
}
