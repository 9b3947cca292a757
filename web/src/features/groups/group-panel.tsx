import { lazy } from 'react';
import { OnceOpened } from '#web/ui/overlay/once-opened.tsx';
import type { GroupPanelProps } from './group-panel-props.ts';

const OpenGroupPanel = lazy(async () => ({
  default: (await import('./open-group-panel.tsx')).OpenGroupPanel,
}));

/** 'Create New Group' and 'Edit Group'. Its script loads when it first opens. */
export function GroupPanel(props: GroupPanelProps) {
  return (
    <OnceOpened open={props.open}>
      <OpenGroupPanel {...props} />
    </OnceOpened>
  );
}
