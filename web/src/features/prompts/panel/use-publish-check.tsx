import { useRef, useState, type ReactNode } from 'react';
import type { PromptValues } from '#web/data/prompts/prompt-values.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { findInFields, type SensitiveField } from '#web/lib/sensitive/find-in-fields.ts';
import { PublishWarning } from './publish-warning.tsx';
import type { PanelRequest } from './panel-request.ts';

interface PendingPublish {
  readonly found: readonly SensitiveField[];
  readonly publish: () => void;
}

/**
 * Asks before text that looks like a secret or personal data becomes public. Doesn't ask again
 * about text that was confirmed or is already public. The panel renders `dialog` once.
 */
export function usePublishCheck(request: PanelRequest): {
  readonly check: (values: PromptValues, publish: () => void) => void;
  readonly dialog: ReactNode;
} {
  const [pending, setPending] = useState<PendingPublish | null>(null);
  const [open, setOpen] = useState(false);
  const allowed = useRef<ReadonlySet<string> | null>(null);

  function allowedTexts(): ReadonlySet<string> {
    allowed.current ??= new Set(
      request.mode === 'edit' && request.prompt.isPublic
        ? findInFields(request.prompt).map(({ text }) => text)
        : [],
    );
    return allowed.current;
  }

  function check(values: PromptValues, publish: () => void) {
    const skipped = allowedTexts();
    const found = findInFields(values).filter(({ text }) => !skipped.has(text));
    if (found.length === 0) {
      publish();
      return;
    }
    setPending({ found, publish });
    setOpen(true);
  }

  const dialog = (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title="Publish this?"
      description={pending ? <PublishWarning found={pending.found} /> : null}
      confirmLabel="Publish anyway"
      cancelLabel="Go back"
      onConfirm={() => {
        if (!pending) return;
        allowed.current = new Set([...allowedTexts(), ...pending.found.map(({ text }) => text)]);
        pending.publish();
      }}
    />
  );

  return { check, dialog };
}
