import { lazy } from 'react';
import { OnceOpened } from '#web/ui/overlay/once-opened.tsx';
import type { LabelDialogProps } from './open-label-dialog.tsx';

const OpenLabelDialog = lazy(() => import('./open-label-dialog.tsx'));

/** Asks which version a label names. Its script loads when it first opens. */
export function LabelDialog(props: LabelDialogProps) {
  return (
    <OnceOpened open={props.request !== null}>
      <OpenLabelDialog {...props} />
    </OnceOpened>
  );
}
