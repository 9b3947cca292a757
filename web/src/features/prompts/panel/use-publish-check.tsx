import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { PromptValues } from '#web/data/prompts/prompt-values.ts';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';
import { findInFields, type SensitiveField } from '#web/lib/sensitive/find-in-fields.ts';
import { PublishWarning } from './publish-warning.tsx';
import type { PanelRequest } from './panel-request.ts';

interface PendingPublish {
  readonly found: readonly SensitiveField[];
  /** The titles of private prompts that the text includes. */
  readonly included: readonly string[];
  readonly publish: () => void;
}

/**
 * Asks before text that looks like a secret or personal data becomes public, or text that includes a
 * private prompt. Doesn't ask again about what was confirmed or is already public. The panel renders
 * `dialog` once.
 */
export function usePublishCheck(request: PanelRequest): {
  readonly check: (values: PromptValues, publish: () => void) => void;
  /** A check is running that may ask, or publish. */
  readonly busy: boolean;
  readonly dialog: ReactNode;
} {
  const [pending, setPending] = useState<PendingPublish | null>(null);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const allowed = useRef<ReadonlySet<string> | null>(null);
  const allowedTitles = useRef<ReadonlySet<string>>(new Set());
  const client = useQueryClient();

  function allowedTexts(): ReadonlySet<string> {
    allowed.current ??= new Set(
      request.mode === 'edit' && request.prompt.isPublic
        ? findInFields(request.prompt).map(({ text }) => text)
        : [],
    );
    return allowed.current;
  }

  function ask(values: PromptValues, titles: readonly string[], publish: () => void) {
    const skipped = allowedTexts();
    const found = findInFields(values).filter(({ text }) => !skipped.has(text));
    const included = titles.filter((title) => !allowedTitles.current.has(title));
    if (found.length === 0 && included.length === 0) {
      publish();
      return;
    }
    setPending({ found, included, publish });
    setOpen(true);
  }

  async function checkIncluded(values: PromptValues, publish: () => void) {
    setBusy(true);
    const titles = await readPrivateTitles(client, values.content);
    setBusy(false);
    ask(values, titles, publish);
  }

  function check(values: PromptValues, publish: () => void) {
    if (values.content.includes('{{>')) void checkIncluded(values, publish);
    else ask(values, [], publish);
  }

  const dialog = (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title="Publish this?"
      description={
        pending ? <PublishWarning found={pending.found} included={pending.included} /> : null
      }
      confirmLabel="Publish anyway"
      cancelLabel="Go back"
      onConfirm={() => {
        if (!pending) return;
        allowed.current = new Set([...allowedTexts(), ...pending.found.map(({ text }) => text)]);
        allowedTitles.current = new Set([...allowedTitles.current, ...pending.included]);
        pending.publish();
      }}
    />
  );

  return { check, busy, dialog };
}

/** Returns the titles of included private prompts; none if they can't be read. */
async function readPrivateTitles(client: QueryClient, content: string): Promise<readonly string[]> {
  try {
    const { privateTitles } = await import('#web/data/prompts/included/included-texts.ts');
    return await privateTitles(client, content);
  } catch {
    return [];
  }
}
