import { Suspense, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

interface OnceOpenedProps {
  readonly open: boolean;
  readonly children: ReactNode;
}

/**
 * Renders a lazy overlay from its first opening on, so that its script isn't loaded before. It
 * stays mounted after that to close in order: focus returns to where it was.
 */
export function OnceOpened({ open, children }: OnceOpenedProps) {
  const [hasOpened, setHasOpened] = useState(open);
  if (open && !hasOpened) setHasOpened(true);
  return hasOpened || open ? <OverlaySuspense>{children}</OverlaySuspense> : null;
}

/** Says that it is loading while the script of an overlay loads, on a slow connection for seconds. */
export function OverlaySuspense({ children }: { readonly children: ReactNode }) {
  const loading = (
    <div
      data-late
      className="pointer-events-none fixed inset-x-0 top-1/3 z-60 mx-auto w-max animate-[fade-in_150ms_ease-out_250ms_both] rounded-lg border border-hairline bg-surface px-4 py-3 text-sm shadow-float"
    >
      <Spinner label="Loading..." showLabel />
    </div>
  );
  // Like the overlay itself, outside of what opens it, which may be a paragraph.
  return <Suspense fallback={createPortal(loading, document.body)}>{children}</Suspense>;
}
