import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { lazy, useCallback, useMemo, useState, type ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { recordUse } from '#web/data/prompts/prompt-uses.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { findVariables } from '#templating/variables.ts';
import { writeClipboard } from '#web/lib/react/write-clipboard.ts';
import { markCopied } from '#web/ui/feedback/copy-icon.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { OverlaySuspense } from '#web/ui/overlay/once-opened.tsx';
import { DeletePromptDialog } from './delete-prompt-dialog.tsx';
import { useStar } from './use-star.ts';

const FillDialog = lazy(() => import('#web/features/prompts/copy/fill-dialog.tsx'));

/** The actions of a prompt in lists, on cards and on its page. */
export interface PromptActions {
  readonly star: (prompt: Pick<PromptSummary, 'id' | 'starred'>) => void;
  /** Copies the prompt; asks for its variables first. */
  readonly copy: (prompt: CopiedPrompt) => void;
  /**
   * Copies the prompt, or passes it to `onFill` if its variables must be filled in first. Resolves
   * to whether it was copied.
   */
  readonly copyOrFill: (
    prompt: CopiedPrompt,
    onFill: (filling: Filling) => void,
  ) => Promise<boolean>;
  /** Copies the prompt with its placeholders. */
  readonly copyPlain: (prompt: CopiedPrompt) => void;
  /**
   * Copies a text made of the prompt, with the values filled in. Resolves to whether it was copied.
   */
  readonly copyFilled: (
    prompt: CopiedPrompt,
    text: string,
    values?: Record<string, string>,
  ) => Promise<boolean>;
  readonly askDelete: (prompt: PromptSummary) => void;
}

/** A prompt to copy; its content is fetched first when null. */
type CopiedPrompt = Pick<PromptSummary, 'id' | 'title' | 'content'>;

/** A prompt whose variables are to be filled in, and its text with what it includes. */
interface Filling {
  readonly prompt: CopiedPrompt;
  readonly content: string;
}

/** The newest copy in this window: a slower one before it must not replace its text. */
let newestCopy: symbol | null = null;

/** Starts a copy, and returns whether it is still the newest one. */
function startCopy(): () => boolean {
  const copy = Symbol();
  newestCopy = copy;
  return () => newestCopy === copy;
}

/** Returns the content of a prompt. The script is loaded for lists that come without it. */
async function readContent(client: QueryClient, id: string): Promise<string> {
  const { promptQuery } = await import('#web/data/prompts/prompt-detail.ts');
  return (await client.fetchQuery(promptQuery(id))).content;
}

/** Returns a content with the texts that it includes. The script is loaded for those that do. */
async function withIncludedTexts(client: QueryClient, content: string): Promise<string> {
  if (!content.includes('{{>')) return content;
  const { resolveContent } = await import('#web/data/prompts/included/included-texts.ts');
  return resolveContent(client, content);
}

/** Returns the actions and their dialogs; the page renders `dialogs` once. */
export function usePromptActions(onDeleted?: (prompt: PromptSummary) => void): {
  readonly actions: PromptActions;
  readonly dialogs: ReactNode;
} {
  const user = useUser();
  const client = useQueryClient();
  const [filling, setFilling] = useState<Filling | null>(null);
  const [deleting, setDeleting] = useState<PromptSummary | null>(null);
  const { mutate: record } = useMutation(recordUse(user.id));

  const star = useStar();

  const reportCopied = useCallback(
    (prompt: CopiedPrompt, values?: Record<string, string>) => {
      markCopied(prompt.id);
      toast.success(messages.prompts.copied);
      record({ promptId: prompt.id, ...(values ? { values } : {}) });
    },
    [record],
  );

  const copyText = useCallback(
    async (
      prompt: CopiedPrompt,
      text: string,
      values?: Record<string, string>,
    ): Promise<boolean> => {
      startCopy();
      try {
        await writeClipboard(text);
      } catch {
        toast.error(messages.prompts.copyFailed);
        return false;
      }
      reportCopied(prompt, values);
      return true;
    },
    [reportCopied],
  );

  const copyOf = useCallback(
    async (prompt: CopiedPrompt, onFill: ((filling: Filling) => void) | null): Promise<boolean> => {
      const isNewest = startCopy();
      const needsValues = (content: string) => onFill !== null && findVariables(content).length > 0;
      if (prompt.content !== null && !prompt.content.includes('{{>')) {
        if (!needsValues(prompt.content)) return copyText(prompt, prompt.content);
        onFill?.({ prompt, content: prompt.content });
        return false;
      }
      // Search results come without content.
      const loading = (
        prompt.content === null ? readContent(client, prompt.id) : Promise.resolve(prompt.content)
      ).then((content) => withIncludedTexts(client, content));
      const copyable = loading.then((content) =>
        needsValues(content) || !isNewest()
          ? Promise.reject(new Error('Must be filled in first, or something else was copied'))
          : content,
      );
      try {
        await writeClipboard(copyable);
        reportCopied(prompt);
        return true;
      } catch {
        const content = await loading.catch(() => null);
        if (!isNewest()) return false;
        if (content !== null && needsValues(content)) onFill?.({ prompt, content });
        else toast.error(messages.prompts.copyFailed);
        return false;
      }
    },
    [client, copyText, reportCopied],
  );

  const actions = useMemo<PromptActions>(
    () => ({
      star: (prompt) => void star(prompt),
      copy: (prompt) => void copyOf(prompt, setFilling),
      copyOrFill: copyOf,
      copyPlain: (prompt) => void copyOf(prompt, null),
      copyFilled: copyText,
      askDelete: setDeleting,
    }),
    [star, copyOf, copyText],
  );

  const dialogs = (
    <>
      {filling ? (
        <OverlaySuspense>
          <FillDialog
            key={filling.prompt.id}
            {...filling}
            onClose={() => setFilling(null)}
            onCopy={(text, values) => copyText(filling.prompt, text, values)}
          />
        </OverlaySuspense>
      ) : null}
      <DeletePromptDialog
        prompt={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={onDeleted}
      />
    </>
  );
  return { actions, dialogs };
}
