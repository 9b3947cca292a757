import { useRef, useState, type ReactNode } from 'react';
import { findInPrompts, type SensitivePrompt } from '#web/lib/sensitive/find-in-prompts.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { SensitivePrompts } from '#web/ui/sensitive/sensitive-prompts.tsx';
import { planImport } from '#web/features/import/prepare/import-plan.ts';
import type { ImportChoices, ImportPreview } from '#web/features/import/prepare/import-preview.ts';
import type { PreparedPrompt } from '#web/features/import/prepare/prepare-import.ts';

interface PendingPublish {
  readonly found: readonly SensitivePrompt[];
  readonly publish: () => void;
}

/** The prompts checked in one go, before the page can handle other events. */
const batchSize = 100;

/**
 * Asks before an import publishes text that looks like a secret or personal data. The import dialog
 * renders `dialog` once.
 */
export function usePublishQuestion(): {
  /**
   * Checks the prompts that become public, then calls `publish`: at once, or after confirmation.
   */
  readonly ask: (preview: ImportPreview, choices: ImportChoices, publish: () => void) => void;
  readonly isChecking: boolean;
  /** Cancels a check in progress; nothing is published. */
  readonly cancel: () => void;
  readonly dialog: ReactNode;
} {
  const [pending, setPending] = useState<PendingPublish | null>(null);
  const [open, setOpen] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const checkedPreview = useRef<ImportPreview | null>(null);

  async function ask(preview: ImportPreview, choices: ImportChoices, publish: () => void) {
    const prompts = choices.publish ? publicPrompts(preview, choices) : [];
    checkedPreview.current = preview;
    setChecking(true);
    const found = await findInBatches(prompts).finally(() => setChecking(false));
    if (checkedPreview.current !== preview) return;
    if (found.length === 0) {
      publish();
      return;
    }
    setPending({ found, publish });
    setOpen(true);
  }

  function cancel() {
    checkedPreview.current = null;
  }

  const prompts = new Set(pending?.found.map(({ promptId }) => promptId)).size;
  const dialog = (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={`Publish ${prompts === 1 ? 'this' : 'these'}?`}
      description={
        pending ? (
          <>
            <SensitivePrompts found={pending.found} />
            <p className="mt-3">
              Anyone with the link could read {prompts === 1 ? 'it' : 'them'}. To import everything
              as private, go back and untick “Keep public prompts public”.
            </p>
          </>
        ) : null
      }
      confirmLabel="Publish anyway"
      cancelLabel="Go back"
      onConfirm={() => pending?.publish()}
    />
  );
  return { ask: (...of) => void ask(...of), isChecking, cancel, dialog };
}

function publicPrompts(preview: ImportPreview, choices: ImportChoices) {
  return planImport(preview, choices).flatMap(({ stored }) =>
    stored.filter((prompt) => prompt.is_public),
  );
}

async function findInBatches(prompts: readonly PreparedPrompt[]): Promise<SensitivePrompt[]> {
  const found: SensitivePrompt[] = [];
  for (let from = 0; from < prompts.length; from += batchSize) {
    const some = prompts.slice(from, from + batchSize).map((prompt, index) => ({
      id: String(from + index),
      title: prompt.title,
      content: prompt.content,
      description: prompt.description ?? '',
    }));
    found.push(...findInPrompts(some));
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
  return found;
}
