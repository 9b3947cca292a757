import { useEffect, useRef } from 'react';
import { startingValues, type ForkSource, type PanelRequest } from './panel-request.ts';
import { useSave } from './use-save.ts';

interface RequestedForkProps {
  readonly source: ForkSource;
  readonly onSaved: (id: string) => void;
  /** It was not stored; a message says why. */
  readonly onFailed: () => void;
}

/** Forks the prompt that a visitor chose to keep before signing in. */
export function RequestedFork({ source, onSaved, onFailed }: RequestedForkProps) {
  const request: PanelRequest = { mode: 'fork', source };
  const { saveNew, problem } = useSave(request, { onSaved, onQueued: onFailed });
  const isStarted = useRef(false);

  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void saveNew(startingValues(request));
  });
  useEffect(() => {
    if (problem) onFailed();
  }, [problem, onFailed]);
  return null;
}
