import { Check } from 'lucide-react';
import type { RunState } from '#web/data/chains/chain-run.ts';
import type { RunSummary } from '#web/data/chains/chain-runs.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';

export function RunBadge({ state }: { readonly state: RunState }) {
  if (state === 'finished') {
    return <Badge icon={<Check size={12} />}>Finished</Badge>;
  }
  return <Badge>{stateLabels[state]}</Badge>;
}

const stateLabels = { running: 'In progress', stopped: 'Paused' } as const;

/** Returns the progress of a run: 'Step 2 of 4', or the number of steps once it is finished. */
export function progressOf({
  state,
  doneCount,
  stepCount,
}: Pick<RunSummary, 'state' | 'doneCount' | 'stepCount'>): string {
  if (state === 'finished') return formatCount(stepCount, 'step');
  return `Step ${Math.min(doneCount + 1, stepCount)} of ${stepCount}`;
}
