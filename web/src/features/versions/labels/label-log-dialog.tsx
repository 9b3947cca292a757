import { loadWhenOpened } from '#web/ui/overlay/overlays.tsx';

/** The log of a prompt's labels. Its script loads when it first opens. */
export const LabelLogDialog = loadWhenOpened(() => import('./open-label-log-dialog.tsx'));
