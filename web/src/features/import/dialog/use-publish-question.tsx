import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { privateTitles, referencesByTitle } from '#web/data/prompts/included/included-texts.ts';
import { useUser } from '#web/data/session/session.ts';
import { findInPrompts, type SensitivePrompt } from '#web/lib/sensitive/find-in-prompts.ts';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';
import { PrivateIncludes } from '#web/ui/sensitive/private-includes.tsx';
import { SensitivePrompts } from '#web/ui/sensitive/sensitive-prompts.tsx';
import { planImport, type SourcePlan } from '#web/features/import/prepare/import-plan.ts';
import type { ImportChoices, ImportPreview } from '#web/features/import/prepare/import-preview.ts';
import { findPrivateIncludes } from '#web/features/import/prepare/private-includes.ts';
import type { PreparedPrompt } from '#web/features/import/prepare/prepare-import.ts';

interface PendingPublish {
  readonly found: readonly SensitivePrompt[];
  /** The titles of private prompts that they include. */
  readonly included: readonly string[];
  readonly publish: () => void;
}

/** The prompts checked in one go, before the page can handle other events. */
const batchSize = 100;

/**
 * Asks before an import publishes text that looks like a secret or personal data, or prompts that
 * include private ones. The import dialog renders `dialog` once.
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
  const client = useQueryClient();
  const user = useUser();
  const [pending, setPending] = useState<PendingPublish | null>(null);
  const [open, setOpen] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const checkedPreview = useRef<ImportPreview | null>(null);

  async function ask(preview: ImportPreview, choices: ImportChoices, publish: () => void) {
    const plans = choices.publish ? planImport(preview, choices) : [];
    checkedPreview.current = preview;
    setChecking(true);
    const [found, included] = await Promise.all([
      findInBatches(publicPrompts(plans)),
      readPrivateTitles(client, user.id, plans),
    ]).finally(() => setChecking(false));
    if (checkedPreview.current !== preview) return;
    if (found.length + included.length === 0) {
      publish();
      return;
    }
    setPending({ found, included, publish });
    setOpen(true);
  }

  function cancel() {
    checkedPreview.current = null;
  }

  const sensitive = new Set(pending?.found.map(({ promptId }) => promptId)).size;
  const isOne = sensitive === 1 && pending?.included.length === 0;
  const dialog = (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={`Publish ${isOne ? 'this' : 'these'}?`}
      description={
        pending ? (
          <>
            {sensitive > 0 ? (
              <>
                <SensitivePrompts found={pending.found} />
                <p className="mt-3">
                  Anyone with the link could read {sensitive === 1 ? 'it' : 'them'}.
                </p>
              </>
            ) : null}
            <PrivateIncludes titles={pending.included} many />
            <p className="mt-3">
              To import everything as private, go back and untick “Keep public prompts public”.
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

function publicPrompts(plans: readonly SourcePlan[]) {
  return plans.flatMap(({ stored }) => stored.filter((prompt) => prompt.is_public));
}

/** Returns the titles of private prompts that the public ones include, of files and library. */
async function readPrivateTitles(
  client: QueryClient,
  userId: string,
  plans: readonly SourcePlan[],
): Promise<readonly string[]> {
  const { titles, references, names } = findPrivateIncludes(plans);
  try {
    const named = await referencesByTitle(userId, names);
    const content = [...references, ...named].join('\n');
    const stored = content === '' ? [] : await privateTitles(client, content);
    return [...new Set([...titles, ...stored])];
  } catch {
    // The library can't be read: the import says so itself.
    return titles;
  }
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
