import { lazy } from 'react';
import { OnceOpened } from '#web/ui/overlay/once-opened.tsx';
import type { DeleteGroupDialogProps } from './open-delete-group-dialog.tsx';

const OpenDeleteGroupDialog = lazy(async () => ({
  default: (await import('./open-delete-group-dialog.tsx')).OpenDeleteGroupDialog,
}));

/** Asks for confirmation, then deletes a group. Its script loads when it first opens. */
export function DeleteGroupDialog(props: DeleteGroupDialogProps) {
  return (
    <OnceOpened open={props.open}>
      <OpenDeleteGroupDialog {...props} />
    </OnceOpened>
  );
}
