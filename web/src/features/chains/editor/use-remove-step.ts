import { valuesOfChain } from '#web/data/chains/values-of-chain.ts';
import { useMutation } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { saveChain } from '#web/data/chains/chain-mutations.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** Returns a function that removes one step of a chain outside its editor. */
export function useRemoveStep(chain: ChainDetail): (stepId: string) => Promise<void> {
  const { mutateAsync, isPending } = useMutation(saveChain);
  return async (stepId) => {
    if (isPending) return;
    const { id, updatedAt } = chain;
    const values = valuesOfChain(chain);
    const steps = values.steps.filter(({ key }) => key !== stepId);
    try {
      const { kind } = await mutateAsync({ id, base: updatedAt, values: { ...values, steps } });
      if (kind === 'saved') toast.success(messages.chains.updated);
      else if (kind === 'gone') {
        toast.error(messages.chains.updateFailed(messages.chains.notFound));
      } else {
        toast.error(
          messages.chains.updateFailed('it was changed elsewhere. Check it and try again.'),
        );
      }
    } catch (reason) {
      toast.error(messages.chains.updateFailed(toDataError(reason).message));
    }
  };
}
