import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { chainMessages } from '#contract/chain-messages.ts';
import { newId } from '#contract/new-id.ts';
import { createChain, saveChain } from '#web/data/chains/chain-mutations.ts';
import type { ChainValues } from '#web/data/chains/chain-values.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import type { SaveProblem } from '#web/ui/form/draft-form.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

/** A chain that is stored with these values. */
export interface SavedChain {
  readonly id: string;
  readonly updatedAt: string;
  readonly values: ChainValues;
}

/**
 * Returns functions that save a chain, and the problem or conflict of the last save. `id` is null for
 * a new chain, which `teamId` shares.
 */
export function useChainSave(
  id: string | null,
  teamId: string | null,
  onSaved: (saved: SavedChain) => void,
) {
  const create = useMutation(createChain);
  const update = useMutation(saveChain);
  const [conflict, setConflict] = useState<ChainDetail | null>(null);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  // A ref, since it changes before the next render: a second press must not create a second chain.
  const isSaving = useRef(false);
  const newStepIds = useRef(new Map<string, string>());

  /** Returns the id of a step of a new chain, until that is stored. */
  function newStepId(key: string): string {
    const id = newStepIds.current.get(key) ?? newId();
    newStepIds.current.set(key, id);
    return id;
  }

  async function once(save: () => Promise<void>, failed: (reason: unknown) => string) {
    if (isSaving.current) return;
    isSaving.current = true;
    setProblem(null);
    try {
      await save();
    } catch (reason) {
      const { message, status } = toDataError(reason);
      setConflict(null);
      setProblem({
        message: status === 0 ? unanswered : message,
        offerNew: isReadOnly(message),
      });
      toast.error(failed(reason));
    } finally {
      isSaving.current = false;
    }
  }

  const sendNew = (values: ChainValues, target: string | null) =>
    once(async () => {
      const stepIdOf = (key: string) => newStepId(`${target} ${key}`);
      const created = await create.mutateAsync({ ...values, teamId: target, stepIdOf });
      newStepIds.current.clear();
      toast.success(chainMessages.created);
      onSaved({ ...created, values });
    }, createFailure);

  const sendOver = (values: ChainValues, base: string) =>
    once(async () => {
      const outcome = await update.mutateAsync({ id: id ?? undefined, base, values });
      if (outcome.kind === 'saved') {
        toast.success(chainMessages.saved);
        onSaved({ id: id ?? '', updatedAt: outcome.updatedAt, values });
      } else if (outcome.kind === 'gone') {
        setConflict(null);
        setProblem({ message: goneText, offerNew: true });
        toast.error(chainMessages.updateFailed(chainMessages.notFound));
      } else {
        setConflict(outcome.current);
      }
    }, updateFailure);

  return {
    send: (values: ChainValues, base: string | null) =>
      base === null ? sendNew(values, teamId) : sendOver(values, base),
    /** Saves a new chain in a team, or, with null, as the user's own. */
    sendNew,
    busy: create.isPending || update.isPending,
    conflict,
    /** Shows both sides before a save, when a newer version was saved elsewhere. */
    compare: setConflict,
    closeConflict: () => setConflict(null),
    problem,
  };
}

const goneText =
  'This chain was deleted elsewhere, or is no longer shared with you. Your changes are still here.';
const unanswered =
  "The server did not answer. Your changes are saved on this device. Save again when you're back online.";

function createFailure(reason: unknown): string {
  const { message, status, code } = toDataError(reason);
  if (status === 401) return chainMessages.signInToCreate;
  if (code === refused && !isReadOnly(message)) {
    return chainMessages.addPromptsFailed(unreadableText);
  }
  return status === 0 ? chainMessages.createUnanswered : chainMessages.createFailed(message);
}

function updateFailure(reason: unknown): string {
  const { message, status, code } = toDataError(reason);
  if (status === 401) return chainMessages.signInToUpdate;
  if (code === refused && !isReadOnly(message)) {
    return chainMessages.addPromptsFailed(unreadableText);
  }
  return status === 0 ? chainMessages.saveUnanswered : chainMessages.updateFailed(message);
}

/** Returns whether the database refused a save because the user only reads in the team. */
function isReadOnly(message: string): boolean {
  return message === chainMessages.readOnly || message === chainMessages.readOnlyTeam;
}

/** Unless the user only reads in the team: a step has a prompt that the user may not read. */
const refused = '42501';
const unreadableText = 'one of them was made private or deleted. Remove it, then save again.';
