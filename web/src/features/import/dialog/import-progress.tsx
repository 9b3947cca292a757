import { formatCount } from '#web/lib/text/format-count.ts';
import { Progress } from '#web/ui/feedback/progress.tsx';
import type { ImportStage } from './use-import.ts';

type Working = Extract<ImportStage, { kind: 'reading' | 'comparing' | 'importing' | 'attaching' }>;

/** The current step of an import, with its progress where it is known. */
export function ImportProgress({ stage }: { readonly stage: Working }) {
  return <Progress {...describe(stage)} />;
}

function describe(stage: Working): { text: string; done: number; total: number } {
  switch (stage.kind) {
    case 'reading':
      return { text: `Reading ${stage.name}`, done: stage.done, total: stage.total };
    case 'comparing':
      return { text: 'Looking for prompts you already have', done: 0, total: 0 };
    case 'importing': {
      const { name, count, done, total } = stage;
      const text = `Importing ${formatCount(count, 'prompt')} from ${name}`;
      // Storing is one statement of the database, without progress.
      return done < total
        ? { text: `${text}: sending`, done, total }
        : { text: `${text}: storing`, done: 0, total: 0 };
    }
    case 'attaching':
      return { text: `Attaching ${stage.name}`, done: stage.done, total: stage.total };
    default:
      return stage satisfies never;
  }
}
