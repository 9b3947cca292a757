import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { deletePrompt, undoDelete } from '#web/data/prompts/prompt-mutations.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import type { DeletionPlan } from '#web/features/prompts/includes/include-choice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

const IncludeChoice = lazy(() => import('#web/features/prompts/includes/include-choice.tsx'));

interface DeletePromptDialogProps {
  /** Null: closed. */
  readonly prompt: PromptSummary | null;
  readonly onClose: () => void;
  readonly onDeleted?: ((prompt: PromptSummary) => void) | undefined;
}

/** Asks for confirmation, then marks the prompt as deleted, and offers to undo it. */
export function DeletePromptDialog({ prompt, onClose, onDeleted }: DeletePromptDialogProps) {
  const { mutateAsync } = useMutation(deletePrompt);
  const { mutateAsync: restore } = useMutation(undoDelete);
  const [plan, setPlan] = useState<DeletionPlan | null>(null);
  const onPlan = useCallback((next: DeletionPlan | null) => setPlan(() => next), []);

  async function confirm() {
    if (!prompt) return;
    if (plan) {
      const undo = await plan();
      toast.undoable(messages.prompts.deleted, async () => {
        await undo();
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
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Delete “${prompt?.title ?? ''}”?`}
      description={
        <>
          <p>{messages.prompts.confirmDelete}</p>
          <p className="mt-2">You can restore it from “Recently deleted” for 30 days.</p>
          {prompt ? (
            <Suspense>
              <IncludeChoice prompt={prompt} onPlan={onPlan} />
            </Suspense>
          ) : null}
        </>
      }
      confirmLabel="Delete"
      danger
      onConfirm={confirm}
    />
  );
}
