import { loadWhenOpened } from '#web/ui/overlay/overlays.tsx';

/** Asks where to move a group. Its script loads when it first opens. */
export const MoveGroupDialog = loadWhenOpened(() => import('./open-move-group-dialog.tsx'));
