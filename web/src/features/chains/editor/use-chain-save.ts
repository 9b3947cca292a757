import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { createChain, saveChain } from '#web/data/chains/chain-mutations.ts';
import type { ChainValues } from '#web/data/chains/chain-values.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import type { SaveProblem } from '#web/ui/form/draft-form.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

/** Sends what the form of a chain holds, and knows what to do with each answer. `id` undefined: a new chain. */
export function useChainSave(id: string | undefined, onSaved: () => void) {
  const create = useMutation(createChain);
  const update = useMutation(saveChain);
  const [conflict, setConflict] = useState<ChainDetail | null>(null);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  // At once, and not only when the page is drawn again: a second press must not make a second chain.
  const sending = useRef(false);

  async function once(save: () => Promise<void>, failed: (reason: unknown) => string) {
    if (sending.current) return;
    sending.current = true;
    setProblem(null);
    try {
      await save();
    } catch (reason) {
      const { message, status } = toDataError(reason);
      setProblem({ message: status === 0 ? noLine : message, offerNew: false });
      toast.error(failed(reason));
    } finally {
      sending.current = false;
    }
  }

  const sendNew = (values: ChainValues) =>
    once(async () => {
      await create.mutateAsync(values);
      toast.success(messages.chains.created);
      onSaved();
    }, createFailure);

  const sendOver = (values: ChainValues, base: string) =>
    once(async () => {
      const { title, description, steps } = values;
      const promptIds = steps.map(({ promptId }) => promptId);
      const outcome = await update.mutateAsync({
        id,
        base,
        values: { title, description, promptIds },
      });
      if (outcome.kind === 'saved') {
        toast.success(messages.chains.saved);
        onSaved();
      } else if (outcome.kind === 'gone') {
        setConflict(null);
        setProblem({ message: goneText, offerNew: true });
        toast.error(messages.chains.updateFailed(messages.chains.notFound));
      } else {
        setConflict(outcome.current);
      }
    }, updateFailure);

  return {
    send: (values: ChainValues, base: string | null) =>
      base === null ? sendNew(values) : sendOver(values, base),
    sendNew,
    busy: create.isPending || update.isPending,
    conflict,
    closeConflict: () => setConflict(null),
    problem,
  };
}

const goneText = 'This chain was deleted elsewhere. Your words are still here.';
const noLine =
  "The server did not answer. Your changes are saved on this device. Save again when you're back online.";

function createFailure(reason: unknown): string {
  const { message, status, code } = toDataError(reason);
  if (status === 401) return messages.chains.signInToCreate;
  if (code === unreadable) return messages.chains.addPromptsFailed(unreadableText);
  return status === 0 ? messages.chains.createUnanswered : messages.chains.createFailed(message);
}

function updateFailure(reason: unknown): string {
  const { message, status, code } = toDataError(reason);
  if (status === 401) return messages.chains.signInToUpdate;
  if (code === unreadable) return messages.chains.addPromptsFailed(unreadableText);
  return status === 0 ? messages.chains.saveUnanswered : messages.chains.updateFailed(message);
}

/** The rights of a chain are its owner's: what is refused is a step with a prompt that they may not read. */
const unreadable = '42501';
const unreadableText = 'one of them was made private or deleted. Take it out to save.';
