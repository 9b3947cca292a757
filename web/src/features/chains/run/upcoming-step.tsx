import type { RunStep } from '#web/data/chains/chain-run.ts';
import { StepNumber } from '#web/features/chains/view/step-number.tsx';
import { titleOf } from '#web/features/chains/view/step-note.tsx';

/** A step of a run that has not started. */
export function UpcomingStep({
  step,
  number,
}: {
  readonly step: RunStep;
  readonly number: number;
}) {
  return (
    <li className="flex items-center gap-3 rounded-lg border border-hairline px-4 py-3 text-ink-quiet sm:gap-4 sm:px-5">
      <StepNumber number={number} />
      <p className="min-w-0 flex-1 truncate text-base">
        <span className="sr-only">Step {number}, upcoming: </span>
        {titleOf(step.title)}
      </p>
    </li>
  );
}
