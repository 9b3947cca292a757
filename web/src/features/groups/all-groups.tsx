import { lazy, Suspense, useId, useState } from 'react';

const GroupTreeLinks = lazy(() => import('./group-tree-links.tsx'));

/** The tree of all groups in the sidebar, behind a button. Its script loads when it first opens. */
export default function AllGroups({ current }: { readonly current: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <nav aria-label="All groups">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="mt-4 h-8 w-full px-5 text-start text-xs text-ink-quiet hover:text-ink focus-visible:outline-offset-[-2px] pointer-coarse:h-11"
      >
        All groups {isOpen ? '−' : '+'}
      </button>
      <div id={id}>
        {isOpen ? (
          <Suspense fallback={null}>
            <GroupTreeLinks current={current} />
          </Suspense>
        ) : null}
      </div>
    </nav>
  );
}
