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
import {
  findPrivateIncludes,
  referencesElsewhere,
} from '#web/features/import/prepare/private-includes.ts';
import type { PreparedPrompt } from '#web/features/import/prepare/prepare-import.ts';

interface PendingImport {
  readonly found: readonly SensitivePrompt[];
  /** The titles of private prompts that public ones include. */
  readonly included: readonly string[];
  /** The titles of further prompts that the team doesn't see, and gets included. */
  readonly hidden: readonly string[];
  readonly store: () => void;
}

/** The prompts checked in one go, before the page can handle other events. */
const batchSize = 100;

/**
 * Asks before an import publishes text that looks like a secret or personal data. Also asks before
 * others get prompts that include what they don't see. The import dialog renders `dialog` once.
 */
export function useImportQuestion(): {
  /** Checks what others will see, then calls `store`: at once, or after confirmation. */
  readonly ask: (preview: ImportPreview, choices: ImportChoices, store: () => void) => void;
  readonly isChecking: boolean;
  /** Cancels a check in progress; nothing is stored. */
  readonly cancel: () => void;
  readonly dialog: ReactNode;
} {
  const client = useQueryClient();
  const user = useUser();
  const [pending, setPending] = useState<PendingImport | null>(null);
  const [open, setOpen] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const checkedPreview = useRef<ImportPreview | null>(null);

  async function ask(preview: ImportPreview, choices: ImportChoices, store: () => void) {
    // A private import into one's own library shows nothing to others.
    const plans = choices.publish || preview.team ? planImport(preview, choices) : [];
    const published = choices.publish ? plans : [];
    checkedPreview.current = preview;
    setChecking(true);
    const [found, included, unseen] = await Promise.all([
      findInBatches(publicPrompts(published)),
      readPrivateTitles(client, published, { userId: user.id, teamId: preview.team?.id ?? null }),
      preview.team ? readUnseenTitles(client, plans, preview.team.id) : [],
    ]).finally(() => setChecking(false));
    if (checkedPreview.current !== preview) return;
    const hidden = unseen.filter((title) => !included.includes(title));
    if (found.length + included.length + hidden.length === 0) {
      store();
      return;
    }
    setPending({ found, included, hidden, store });
    setOpen(true);
  }

  function cancel() {
    checkedPreview.current = null;
  }

  const sensitive = new Set(pending?.found.map(({ promptId }) => promptId)).size;
  const isOne = sensitive === 1 && pending?.included.length === 0;
  const publishes = sensitive > 0 || (pending?.included.length ?? 0) > 0;
  const dialog = (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={publishes ? `Publish ${isOne ? 'this' : 'these'}?` : 'Import these?'}
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
            <PrivateIncludes titles={pending.hidden} many remedy="move them to the team" />
            {publishes ? (
              <p className="mt-3">
                To import everything as private, go back and untick “Keep public prompts public”.
              </p>
            ) : null}
          </>
        ) : null
      }
      confirmLabel={`${publishes ? 'Publish' : 'Import'} anyway`}
      cancelLabel="Go back"
      onConfirm={() => pending?.store()}
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
  plans: readonly SourcePlan[],
  library: { readonly userId: string; readonly teamId: string | null },
): Promise<readonly string[]> {
  const { titles, references, names } = findPrivateIncludes(plans);
  try {
    const named = await referencesByTitle(names, library);
    const content = [...references, ...named].join('\n');
    const stored = content === '' ? [] : await privateTitles(client, content);
    return [...new Set([...titles, ...stored])];
  } catch {
    // The library can't be read: the import says so itself.
    return titles;
  }
}

/** Returns the titles of prompts that an import includes, and that the team doesn't see; none if unknown. */
async function readUnseenTitles(
  client: QueryClient,
  plans: readonly SourcePlan[],
  teamId: string,
): Promise<readonly string[]> {
  const content = referencesElsewhere(plans).join('\n');
  if (content === '') return [];
  // The library can't be read: the import says so itself.
  return privateTitles(client, content, { teamId }).catch(() => []);
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
