import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { checkStep, type StepChoice } from '#web/data/chains/chain-values.ts';
import { savePrompt } from '#web/data/outbox/save-prompt.ts';
import { emptyValues } from '#web/data/prompts/prompt-values.ts';
import { previewOf } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { newId } from '#contract/new-id.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/**
 * Returns a function that stores a prompt written in a chain in the library. From then on, the step
 * uses the library's prompt.
 */
export function useSaveToLibrary(
  step: StepChoice,
  onChange: (change: Partial<StepChoice>) => void,
) {
  const user = useUser();
  const client = useQueryClient();
  const latest = useLatestRef({ step, onChange });
  // One id, so that a repeated save doesn't create a second prompt.
  const [promptId, setPromptId] = useState(newId);
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    const { title, content } = step;
    if (busy || content === null) return;
    const { title: titleError, content: contentError } = checkStep(step);
    const fault = titleError ?? contentError;
    if (fault !== undefined) {
      toast.error(fault);
      return;
    }
    setBusy(true);
    const outcome = await savePrompt(client, user.id, {
      promptId,
      base: null,
      from: null,
      values: { ...emptyValues, title, content },
      unchanged: false,
      changeDescription: '',
      forkedFrom: null,
    });
    setBusy(false);
    if (outcome.kind === 'saved') {
      const { step: now, onChange: changeNow } = latest.current;
      // Text typed meanwhile stays in the chain.
      if (now.title === title && now.content === content) {
        changeNow({ promptId, content: null, preview: previewOf(content) });
      } else setPromptId(newId());
      toast.success(messages.prompts.created);
    } else if (outcome.kind === 'queued') {
      toast.note('Saved on this device. It will sync when the server can be reached.');
    } else {
      toast.error(
        'error' in outcome
          ? messages.prompts.createFailed(outcome.error.message)
          : messages.prompts.createUnanswered,
      );
    }
  }

  return { save, busy };
}
