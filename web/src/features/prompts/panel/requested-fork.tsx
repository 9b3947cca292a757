import { useEffect, useRef, useState } from 'react';
import { newId } from '#contract/new-id.ts';
import { startingValues, type ForkSource, type PanelRequest } from './panel-request.ts';
import { useSave } from './use-save.ts';

interface RequestedForkProps {
  readonly source: ForkSource;
  readonly onSaved: (id: string) => void;
  /** It is stored on this device and will be sent later; a message says so. */
  readonly onQueued: () => void;
  /** It was not stored; a message says why. */
  readonly onFailed: () => void;
}

/** Forks the prompt that a visitor chose to keep before signing in. */
export function RequestedFork({ source, onSaved, onQueued, onFailed }: RequestedForkProps) {
  const request: PanelRequest = { mode: 'fork', source };
  const [id] = useState(newId);
  const { saveNew, problem } = useSave(request, id, {
    onSaved: ({ promptId }) => onSaved(promptId),
    onQueued,
  });
  const isStarted = useRef(false);

  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void saveNew(startingValues(request), null);
  });
  useEffect(() => {
    if (problem) onFailed();
  }, [problem, onFailed]);
  return null;
}
