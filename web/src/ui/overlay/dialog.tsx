import { DialogOverlay } from './lazy-overlays.ts';
import { OnceOpened } from './once-opened.tsx';
import type { DialogProps } from './overlay-props.ts';

/** A window over the page. Focus stays inside and returns where it was; Escape closes. */
export function Dialog(props: DialogProps) {
  return (
    <OnceOpened open={props.open}>
      <DialogOverlay {...props} />
    </OnceOpened>
  );
}
