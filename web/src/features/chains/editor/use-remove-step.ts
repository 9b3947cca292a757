import { useMutation } from '@tanstack/react-query';
import { chainMessages } from '#contract/chain-messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { saveChain, type ChainSaveOutcome } from '#web/data/chains/chain-mutations.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { valuesOfChain } from '#web/data/chains/values-of-chain.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** Returns a function that removes one step of a chain outside its editor. */
export function useRemoveStep(chain: ChainDetail): (stepId: string) => Promise<void> {
  const { mutateAsync, isPending } = useMutation(saveChain);
  return async (stepId) => {
    if (isPending) return;
    const { id, updatedAt: base } = chain;
    const values = valuesOfChain(chain);
    const removed = values.steps.find(({ key }) => key === stepId);
    const steps = values.steps.filter(({ key }) => key !== stepId);
    try {
      const outcome = await mutateAsync({ id, base, values: { ...values, steps } });
      if (outcome.kind !== 'saved') toast.error(chainMessages.updateFailed(refusalOf(outcome)));
      // The server takes no new step whose prompt can't be read.
      else if (removed?.availability !== 'deleted') toast.success(chainMessages.updated);
      else {
        const { updatedAt } = outcome;
        toast.undoable(chainMessages.updated, async () => {
          const undone = await mutateAsync({ id, base: updatedAt, values });
          if (undone.kind !== 'saved') throw new Error(refusalOf(undone));
          return null;
        });
      }
    } catch (reason) {
      toast.error(chainMessages.updateFailed(toDataError(reason).message));
    }
  };
}

/** Returns why a save wrote nothing. */
function refusalOf({ kind }: Exclude<ChainSaveOutcome, { kind: 'saved' }>): string {
  return kind === 'gone'
    ? chainMessages.notFound
    : 'it was changed elsewhere. Check it and try again.';
}
