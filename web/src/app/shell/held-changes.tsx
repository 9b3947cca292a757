import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { runHeldRefreshes, useHeldChanges, type Changed } from '#web/data/live/held-refreshes.ts';
import { Button } from '#web/ui/form/button.tsx';

const texts: Readonly<Record<Changed, string>> = {
  chain: 'This chain has changed.',
  comments: 'The comments have changed.',
  files: 'The files of this prompt have changed.',
  library: 'Your library has changed.',
  page: 'This page may be out of date.',
  proposals: 'The proposals have changed.',
  shares: 'The prompts that others share with you have changed.',
  team: 'This team has changed.',
};

/** Says what has changed while rows are in use, and offers to show it. */
export function HeldChanges(): ReactNode {
  const changes = useHeldChanges();
  const [first] = changes;
  return (
    <output>
      {first === undefined ? null : (
        <span
          data-foot
          className="fixed inset-x-3 bottom-3 z-10 mx-auto flex w-fit items-center gap-3 rounded-md border border-hairline bg-sunken py-1.5 pr-1.5 pl-4 text-sm text-ink-soft shadow-float max-sm:bottom-17"
        >
          {changes.length > 1 ? 'This page has changed.' : texts[first]}
          <Button
            size="small"
            icon={<RefreshCw size={15} aria-hidden="true" />}
            onClick={runHeldRefreshes}
          >
            Update
          </Button>
        </span>
      )}
    </output>
  );
}
