import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { connection } from '#web/data/backend/connection.ts';
import { promptUsageQuery, type PromptUsage } from '#web/data/prompts/prompt-usage.ts';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';

const UsageDialog = lazy(() => import('./usage-dialog.tsx'));

interface PendingSave {
  readonly content: string;
  readonly usage: PromptUsage;
  readonly save: () => void;
}

/** Long enough for a form in which somebody writes. */
const staleTime = 60_000;

/**
 * Shows what a save changes in the prompts that include this one, and asks before it. The form
 * renders `dialog` once.
 */
export function useUsageCheck(request: PanelRequest): {
  readonly check: (content: string, save: () => void) => void;
  /** A check is running that may ask, or save. */
  readonly busy: boolean;
  readonly dialog: ReactNode;
} {
  const client = useQueryClient();
  const [pending, setPending] = useState<PendingSave | null>(null);
  const [busy, setBusy] = useState(false);
  const prompt = request.mode === 'edit' ? request.prompt : null;
  const promptId = prompt?.id;

  useEffect(() => {
    if (promptId === undefined || connection.isOffline()) return;
    void client.prefetchQuery({ ...promptUsageQuery({ ids: [promptId] }), staleTime });
  }, [client, promptId]);

  async function checkUsage(id: string, content: string, save: () => void) {
    const query = { ...promptUsageQuery({ ids: [id] }), staleTime };
    // Without an answer the save goes on: it changes nothing that can't be restored.
    setBusy(true);
    const usage = connection.isOffline() ? null : await client.fetchQuery(query).catch(() => null);
    setBusy(false);
    if (usage?.prompts.some(({ follows }) => follows)) setPending({ content, usage, save });
    else save();
  }

  function check(content: string, save: () => void) {
    if (prompt === null || content === prompt.content) save();
    else void checkUsage(prompt.id, content, save);
  }

  const dialog =
    pending && promptId !== undefined ? (
      <Suspense>
        <UsageDialog
          promptId={promptId}
          content={pending.content}
          usage={pending.usage}
          onClose={() => setPending(null)}
          onSave={() => {
            setPending(null);
            pending.save();
          }}
        />
      </Suspense>
    ) : null;
  return { check, busy, dialog };
}
