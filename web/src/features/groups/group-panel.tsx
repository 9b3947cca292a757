import { loadWhenOpened } from '#web/ui/overlay/overlays.tsx';

/** 'Create New Group' and 'Edit Group'. Its script loads when it first opens. */
export const GroupPanel = loadWhenOpened(() => import('./open-group-panel.tsx'));
