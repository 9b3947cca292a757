import { Suspense } from 'react';
import { ConfirmFrame } from './lazy-overlays.ts';
import type { ConfirmDialogProps } from './overlay-props.ts';
import { useOnceOpen } from './use-once-open.ts';

/** Asks before something that cannot be taken back lightly. Focus starts on the way out. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!useOnceOpen(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmFrame {...props} />
    </Suspense>
  );
}
