import { useRef, useState, type ReactNode } from 'react';
import type { PromptValues } from '#web/data/prompts/prompt-values.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { findInFields, type SensitiveField } from '#web/lib/sensitive/find-in-fields.ts';
import { PublishWarning } from './publish-warning.tsx';
import type { PanelRequest } from './panel-request.ts';

interface Asked {
  readonly found: readonly SensitiveField[];
  readonly publish: () => void;
}

/**
 * Asks before words become public that look like a secret or personal data. What the person let pass once, or what
 * is public already, is not asked about again. The panel renders `dialog` once.
 */
export function usePublishCheck(request: PanelRequest): {
  readonly check: (values: PromptValues, publish: () => void) => void;
  readonly dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const passed = useRef<ReadonlySet<string> | null>(null);

  function alreadyPassed(): ReadonlySet<string> {
    passed.current ??= new Set(
      request.mode === 'edit' && request.prompt.isPublic
        ? findInFields(request.prompt).map(({ words }) => words)
        : [],
    );
    return passed.current;
  }

  function check(values: PromptValues, publish: () => void) {
    const known = alreadyPassed();
    const found = findInFields(values).filter(({ words }) => !known.has(words));
    if (found.length === 0) {
      publish();
      return;
    }
    setAsked({ found, publish });
    setOpen(true);
  }

  const dialog = (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title="Publish this?"
      description={asked ? <PublishWarning found={asked.found} /> : null}
      confirmLabel="Publish anyway"
      cancelLabel="Go back"
      onConfirm={() => {
        if (!asked) return;
        passed.current = new Set([...alreadyPassed(), ...asked.found.map(({ words }) => words)]);
        asked.publish();
      }}
    />
  );

  return { check, dialog };
}
