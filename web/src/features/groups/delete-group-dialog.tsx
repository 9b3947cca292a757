import { loadWhenOpened } from '#web/ui/overlay/overlays.tsx';

/** Asks for confirmation, then deletes a group. Its script loads when it first opens. */
export const DeleteGroupDialog = loadWhenOpened(() => import('./open-delete-group-dialog.tsx'));
