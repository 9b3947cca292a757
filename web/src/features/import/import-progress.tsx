import { countOf } from '#web/lib/count-of.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import type { ImportStage } from './use-import.ts';

type Working = Extract<ImportStage, { kind: 'reading' | 'comparing' | 'importing' }>;

/** What is being done, and how far it is where that can be known. */
export function ImportProgress({ stage }: { readonly stage: Working }) {
  const { text, done, total } = describe(stage);
  if (total === 0) {
    return (
      <div className="grid min-h-48 place-items-center">
        <Spinner label={text} showLabel />
      </div>
    );
  }
  return (
    <div className="flex min-h-48 flex-col justify-center gap-4 py-6">
      <output className="text-center text-sm text-ink-soft">{text}</output>
      <progress
        aria-label={text}
        value={done}
        max={total}
        className="h-1.5 w-full overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-cue [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-cue"
      />
    </div>
  );
}

function describe(stage: Working): { text: string; done: number; total: number } {
  if (stage.kind === 'reading') return { ...stage, text: `Reading ${stage.name}` };
  const text =
    stage.kind === 'comparing'
      ? 'Looking for prompts that you have already'
      : `Importing ${countOf(stage.count, 'prompt')}`;
  return { text, done: 0, total: 0 };
}
