import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RunProgress } from '#web/data/chains/chain-run.ts';
import { saveRun, type ChainRun } from '#web/data/chains/chain-runs.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { afterStep, stoppedIn, withAnswer, type StepText } from './run-steps.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** Writes a run's progress. Each function tells whether it was written. */
export function useRunSave(run: ChainRun) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation(saveRun);
  const [movedOn, setMovedOn] = useState(false);
  const sending = useRef(false);

  async function write(next: RunProgress): Promise<boolean> {
    if (sending.current) return false;
    sending.current = true;
    try {
      const saved = await mutateAsync({ run, next });
      if (!saved) setMovedOn(true);
      return saved;
    } catch (reason) {
      const { message, status } = toDataError(reason);
      toast.error(status === 0 ? noLine : `The step could not be saved: ${message}`);
      return false;
    } finally {
      sending.current = false;
    }
  }

  return {
    finishStep: (words: StepText) => write(afterStep(run, words)),
    stop: (words: StepText) => write(stoppedIn(run, words)),
    changeAnswer: (index: number, answer: string) => write(withAnswer(run, index, answer)),
    busy: isPending,
    /** The run went on elsewhere: nothing was written. */
    movedOn,
    lookAgain: () => {
      setMovedOn(false);
      void client.invalidateQueries({ queryKey: queryKeys.chainRuns.detail(run.id) });
    },
  };
}

const noLine =
  "The server did not answer. Your changes are saved on this device. Try again when you're back online.";
