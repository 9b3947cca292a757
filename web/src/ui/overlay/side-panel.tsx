import { Suspense } from 'react';
import { PanelFrame } from './lazy-overlays.ts';
import type { SidePanelProps } from './overlay-props.ts';
import { useOnceOpen } from './use-once-open.ts';

/** A panel at the right edge that leaves the list in sight; the whole screen on a phone. */
export function SidePanel(props: SidePanelProps) {
  if (!useOnceOpen(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <PanelFrame {...props} />
    </Suspense>
  );
}
