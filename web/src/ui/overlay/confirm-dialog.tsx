import { ConfirmDialogOverlay } from './lazy-overlays.ts';
import { OnceOpened } from './once-opened.tsx';
import type { ConfirmDialogProps } from './overlay-props.ts';

/** Asks before an action that is hard to undo. Focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <OnceOpened open={props.open}>
      <ConfirmDialogOverlay {...props} />
    </OnceOpened>
  );
}
