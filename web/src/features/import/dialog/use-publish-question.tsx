import { useRef, useState, type ReactNode } from 'react';
import { findInPrompts, type SensitivePrompt } from '#web/lib/sensitive/find-in-prompts.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { SensitivePrompts } from '#web/ui/sensitive/sensitive-prompts.tsx';
import { planImport } from '#web/features/import/prepare/import-plan.ts';
import type { ImportChoices, ImportPreview } from '#web/features/import/prepare/import-preview.ts';
import type { PreparedPrompt } from '#web/features/import/prepare/prepare-import.ts';

interface Asked {
  readonly found: readonly SensitivePrompt[];
  readonly publish: () => void;
}

/** So many are looked through before the page may do something else. */
const atOnce = 100;

/**
 * Asks before an import makes words public that look like a secret or personal data, since those who find them may be
 * quicker than who imported them. The dialog of the import renders `dialog` once.
 */
export function usePublishQuestion(): {
  /** Looks through what would become public, then calls `publish`: at once, or when the person says so. */
  readonly ask: (preview: ImportPreview, choices: ImportChoices, publish: () => void) => void;
  readonly looking: boolean;
  /** The import was given up: what is being looked through is not published. */
  readonly forget: () => void;
  readonly dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const [looking, setLooking] = useState(false);
  const wanted = useRef<ImportPreview | null>(null);

  async function ask(preview: ImportPreview, choices: ImportChoices, publish: () => void) {
    const prompts = choices.publish ? publicOnes(preview, choices) : [];
    wanted.current = preview;
    setLooking(true);
    const found = await lookThrough(prompts).finally(() => setLooking(false));
    if (wanted.current !== preview) return;
    if (found.length === 0) {
      publish();
      return;
    }
    setAsked({ found, publish });
    setOpen(true);
  }

  function forget() {
    wanted.current = null;
  }

  const prompts = new Set(asked?.found.map(({ promptId }) => promptId)).size;
  const dialog = (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={`Publish ${prompts === 1 ? 'this' : 'these'}?`}
      description={
        asked ? (
          <>
            <SensitivePrompts found={asked.found} />
            <p className="mt-3">
              Anyone with the link could read {prompts === 1 ? 'it' : 'them'}. To keep all private,
              go back and clear “Make public what was public”.
            </p>
          </>
        ) : null
      }
      confirmLabel="Publish anyway"
      cancelLabel="Go back"
      onConfirm={() => asked?.publish()}
    />
  );
  return { ask: (...of) => void ask(...of), looking, forget, dialog };
}

function publicOnes(preview: ImportPreview, choices: ImportChoices) {
  return planImport(preview, choices).flatMap(({ stored }) =>
    stored.filter((prompt) => prompt.is_public),
  );
}

async function lookThrough(prompts: readonly PreparedPrompt[]): Promise<SensitivePrompt[]> {
  const found: SensitivePrompt[] = [];
  for (let from = 0; from < prompts.length; from += atOnce) {
    const some = prompts.slice(from, from + atOnce).map((prompt, index) => ({
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
