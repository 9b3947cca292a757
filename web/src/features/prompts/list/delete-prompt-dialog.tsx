import { lazy } from 'react';
import { OnceOpened } from '#web/ui/overlay/once-opened.tsx';
import type { DeletePromptDialogProps } from './open-delete-prompt-dialog.tsx';

const OpenDeletePromptDialog = lazy(() => import('./open-delete-prompt-dialog.tsx'));

/** Asks for confirmation, then deletes a prompt. Its script loads when it first opens. */
export function DeletePromptDialog(props: DeletePromptDialogProps) {
  return (
    <OnceOpened open={props.prompt !== null}>
      <OpenDeletePromptDialog {...props} />
    </OnceOpened>
  );
}
