import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { findReferences, referenceKey, referenceKeys } from '#templating/references.ts';
import type { PromptValues } from '#web/data/prompts/prompt-values.ts';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';
import { findInFields, type SensitiveField } from '#web/lib/sensitive/find-in-fields.ts';
import { PublishWarning } from './publish-warning.tsx';
import { teamOf, type PanelRequest } from './panel-request.ts';

interface PendingSave {
  readonly isPublic: boolean;
  readonly found: readonly SensitiveField[];
  /** The titles of private prompts that the text includes. */
  readonly included: readonly string[];
  readonly save: () => void;
}

/**
 * Asks before text that looks like a secret or personal data becomes public, or text that includes a
 * private prompt. Also asks before a team's text includes one more that the team doesn't see. Doesn't
 * ask again about what was confirmed or is already public. The panel renders `dialog` once.
 */
export function usePublishCheck(request: PanelRequest): {
  readonly check: (values: PromptValues, save: () => void) => void;
  /** A check is running that may ask, or save. */
  readonly busy: boolean;
  readonly dialog: ReactNode;
} {
  const [pending, setPending] = useState<PendingSave | null>(null);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const allowed = useRef<ReadonlySet<string> | null>(null);
  const allowedTitles = useRef<ReadonlySet<string>>(new Set());
  const client = useQueryClient();
  const teamId = teamOf(request);

  function allowedTexts(): ReadonlySet<string> {
    allowed.current ??= new Set(
      request.mode === 'edit' && request.prompt.isPublic
        ? findInFields(request.prompt).map(({ text }) => text)
        : [],
    );
    return allowed.current;
  }

  /** Returns the text whose references its readers may not see: for a team, only those added. */
  function checkedText({ isPublic, content }: PromptValues): string {
    if (isPublic) return content;
    if (teamId === null) return '';
    const before = referenceKeys(request.mode === 'edit' ? request.prompt.content : '');
    const added = findReferences(content).filter((reference) => {
      const key = referenceKey(reference);
      return key !== null && !before.includes(key);
    });
    return added.map(({ source }) => source).join('\n');
  }

  function ask(values: PromptValues, titles: readonly string[], save: () => void) {
    const { isPublic } = values;
    const skipped = allowedTexts();
    const found = isPublic ? findInFields(values).filter(({ text }) => !skipped.has(text)) : [];
    const included = titles.filter((title) => !allowedTitles.current.has(title));
    if (found.length === 0 && included.length === 0) {
      save();
      return;
    }
    setPending({ isPublic, found, included, save });
    setOpen(true);
  }

  async function checkIncluded(values: PromptValues, text: string, save: () => void) {
    setBusy(true);
    const titles = await readPrivateTitles(client, text, values.isPublic ? null : teamId);
    setBusy(false);
    ask(values, titles, save);
  }

  function check(values: PromptValues, save: () => void) {
    const text = checkedText(values);
    if (text.includes('{{>')) void checkIncluded(values, text, save);
    else ask(values, [], save);
  }

  const verb = pending?.isPublic === false ? 'Save' : 'Publish';
  const dialog = (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={`${verb} this?`}
      description={pending ? <PublishWarning {...pending} /> : null}
      confirmLabel={`${verb} anyway`}
      cancelLabel="Go back"
      onConfirm={() => {
        if (!pending) return;
        allowed.current = new Set([...allowedTexts(), ...pending.found.map(({ text }) => text)]);
        allowedTitles.current = new Set([...allowedTitles.current, ...pending.included]);
        pending.save();
      }}
    />
  );

  return { check, busy, dialog };
}

/** Returns the titles of included prompts that a team, or everybody, can't see; none if unknown. */
async function readPrivateTitles(
  client: QueryClient,
  content: string,
  teamId: string | null,
): Promise<readonly string[]> {
  try {
    const { privateTitles } = await import('#web/data/prompts/included/included-texts.ts');
    return await privateTitles(client, content, { teamId });
  } catch {
    return [];
  }
}
