import { Suspense } from 'react';
import { DialogFrame } from './lazy-overlays.ts';
import type { DialogProps } from './overlay-props.ts';
import { useOnceOpen } from './use-once-open.ts';

/** A window over the page. Focus stays inside and returns where it was; Escape closes. */
export function Dialog(props: DialogProps) {
  if (!useOnceOpen(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <DialogFrame {...props} />
    </Suspense>
  );
}
