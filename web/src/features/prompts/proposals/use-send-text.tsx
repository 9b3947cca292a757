import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isSameText } from '#text/is-same-text.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import { textOf, type ProposalText } from '#web/data/proposals/proposal.ts';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextMergePanel } from './text-merge-panel.tsx';
import type { ProposalForm, TextBase } from './use-proposal-form.ts';

interface SendTextOptions {
  readonly form: ProposalForm;
  readonly promptId: string;
  /** False for a fork's text: it is compared with the version that was forked, not with the newest. */
  readonly mergesNewer: boolean;
  /** Label of the button that sends a merged text. */
  readonly mergedLabel: string;
  /**
   * Sends a text. Once it is stored, `settle` removes the draft, and returns false if something was
   * typed meanwhile: then the form stays.
   */
  readonly send: (text: ProposalText, base: TextBase, settle: () => boolean) => Promise<void>;
}

/**
 * Sends the text of a form. If the prompt has a newer version by then, `mergePanel` asks to merge it
 * with the text, and sends the result.
 */
export function useSendText(options: SendTextOptions) {
  const { form, promptId, mergesNewer, mergedLabel, send } = options;
  const client = useQueryClient();
  const latest = useLatestRef(form);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [newer, setNewer] = useState<TextBase | null>(null);

  async function sendFrom(text: ProposalText, base: TextBase) {
    setProblem(null);
    setBusy(true);
    try {
      await send(text, base, () => settle(text));
    } catch (reason) {
      const error = toDataError(reason);
      const latest = mergesNewer && error.status === 409 ? await readLatest() : null;
      if (latest !== null && latest.version > base.version) setNewer(latest);
      else setProblem(error.message);
    } finally {
      setBusy(false);
    }
  }

  function settle(sent: ProposalText): boolean {
    const now = latest.current;
    const hasTag = now.tagText.trim() !== '' && now.tagText !== form.tagText;
    if (!isSameText(now.values, sent) || now.message !== form.message || hasTag) {
      toast.note("Sent without what you typed meanwhile, which isn't saved yet.");
      return false;
    }
    form.draft.settle();
    return true;
  }

  async function readLatest(): Promise<TextBase | null> {
    const query = { ...promptQuery(promptId), staleTime: 0 };
    const prompt = await client.fetchQuery(query).catch(() => null);
    return prompt && { version: prompt.version, text: textOf(prompt) };
  }

  return {
    busy,
    problem,
    setProblem,
    sendText: (text: ProposalText) => sendFrom(text, form.base),
    mergePanel: newer ? (
      <TextMergePanel
        base={form.base.text}
        mine={form.values}
        theirs={newer}
        submitLabel={mergedLabel}
        onCancel={() => setNewer(null)}
        onMerged={(merged) => {
          form.rebase(newer, merged);
          setNewer(null);
          if (!isSameText(merged, newer.text)) void sendFrom(merged, newer);
        }}
      />
    ) : null,
  };
}
