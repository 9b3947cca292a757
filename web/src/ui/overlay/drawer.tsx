import { Suspense } from 'react';
import { DrawerFrame } from './lazy-overlays.ts';
import type { DrawerProps } from './overlay-props.ts';
import { useOnceOpen } from './use-once-open.ts';

/** A sheet at the left edge, 256 px wide, for a phone's navigation. */
export function Drawer(props: DrawerProps) {
  if (!useOnceOpen(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <DrawerFrame {...props} />
    </Suspense>
  );
}
