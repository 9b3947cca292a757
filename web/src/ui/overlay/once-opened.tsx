import { Suspense, useState, type ReactNode } from 'react';

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
  return hasOpened || open ? <Suspense fallback={null}>{children}</Suspense> : null;
}
