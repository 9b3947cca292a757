import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/fail.ts';
import { createPrompt, savePrompt } from '#web/data/prompt-mutations.ts';
import { valuesOf, type PromptValues } from '#web/data/prompt-values.ts';
import type { PromptDetail } from '#web/data/prompts.ts';
import { useUser } from '#web/data/session.ts';
import { versionQuery } from '#web/data/versions.ts';
import { toast } from '#web/ui/toast.ts';
import type { PanelRequest } from './panel-request.ts';

/** A newer save by somebody else, and what both were made from. */
export interface Conflict {
  readonly theirs: PromptDetail;
  readonly base: PromptValues;
}

export interface SaveProblem {
  readonly message: string;
  /** The prompt is gone: its words can become a new one. */
  readonly offerNew: boolean;
}

/** Sends what the form holds, and knows what to do with each answer. */
export function useSave(request: PanelRequest, onSaved: (id: string) => void) {
  const user = useUser();
  const client = useQueryClient();
  const create = useMutation(createPrompt(user.id));
  const update = useMutation(savePrompt(user.id));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [looking, setLooking] = useState(false);

  async function saveNew(values: PromptValues) {
    setProblem(null);
    const fork = request.mode === 'fork';
    try {
      const forkedFrom = fork ? request.source.id : undefined;
      const { id } = await create.mutateAsync({ values, forkedFrom });
      toast.success(fork ? messages.prompts.forked : messages.prompts.created);
      onSaved(id);
    } catch (reason) {
      const { message, status } = toDataError(reason);
      setProblem({ message: saidOf(message, status), offerNew: false });
      toast.error(fork ? messages.prompts.forkFailed : createFailure(message, status));
    }
  }

  async function saveOver(values: PromptValues, base: number, changeDescription: string) {
    if (request.mode !== 'edit') return;
    setProblem(null);
    const { prompt } = request;
    try {
      const outcome = await update.mutateAsync({ id: prompt.id, base, values, changeDescription });
      if (outcome.kind === 'saved') {
        toast.success(messages.prompts.updated);
        onSaved(prompt.id);
      } else if (outcome.kind === 'gone') {
        setProblem({ message: goneText, offerNew: true });
        toast.error(messages.prompts.updateFailed);
      } else {
        setLooking(true);
        const seen = await client.fetchQuery(versionQuery(prompt.id, base));
        const known = prompt.version === base ? valuesOf(prompt) : values;
        setConflict({ theirs: outcome.current, base: seen ? valuesOf(seen) : known });
      }
    } catch (reason) {
      const { message, status } = toDataError(reason);
      setProblem({ message: saidOf(message, status), offerNew: false });
      toast.error(messages.prompts.updateFailed);
    } finally {
      setLooking(false);
    }
  }

  return {
    saveNew,
    saveOver,
    busy: create.isPending || update.isPending || looking,
    conflict,
    closeConflict: () => setConflict(null),
    problem,
  };
}

const goneText =
  'This prompt was deleted, or you may no longer change it. Your words are still here.';

function createFailure(message: string, status: number): string {
  if (status === 401) return messages.prompts.signInToCreate;
  return status === 0 ? messages.prompts.createUnanswered : messages.prompts.createFailed(message);
}

function saidOf(message: string, status: number): string {
  return status === 0
    ? 'The server did not answer. Your words are kept on this device; save again when the line is back.'
    : message;
}
