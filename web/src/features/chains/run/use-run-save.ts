import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RunProgress } from '#web/data/chains/chain-run.ts';
import { saveRun, type ChainRun } from '#web/data/chains/chain-runs.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { afterStep, stoppedIn, withAnswer, type StepText } from './run-steps.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** Saves a run's progress. Each function resolves to whether it was saved. */
export function useRunSave(run: ChainRun) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation(saveRun);
  const [isOutdated, setIsOutdated] = useState(false);
  const isSaving = useRef(false);

  async function write(next: RunProgress): Promise<boolean> {
    if (isSaving.current) return false;
    isSaving.current = true;
    try {
      const saved = await mutateAsync({ run, next });
      if (!saved) setIsOutdated(true);
      return saved;
    } catch (reason) {
      const { message, status } = toDataError(reason);
      toast.error(status === 0 ? unanswered : `The step could not be saved: ${message}`);
      return false;
    } finally {
      isSaving.current = false;
    }
  }

  return {
    finishStep: (text: StepText) => write(afterStep(run, text)),
    stop: (text: StepText) => write(stoppedIn(run, text)),
    changeAnswer: (index: number, answer: string) => write(withAnswer(run, index, answer)),
    busy: isPending,
    /** The run was continued elsewhere, and nothing was saved. */
    isOutdated,
    reload: () => {
      setIsOutdated(false);
      void client.invalidateQueries({ queryKey: queryKeys.chainRuns.detail(run.id) });
    },
  };
}

const unanswered =
  "The server did not answer. Your changes are saved on this device. Try again when you're back online.";
