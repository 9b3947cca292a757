import { DrawerOverlay } from './lazy-overlays.ts';
import { OnceOpened } from './once-opened.tsx';
import type { DrawerProps } from './overlay-props.ts';

/** A sheet at the left edge, 256 px wide, for a phone's navigation. */
export function Drawer(props: DrawerProps) {
  return (
    <OnceOpened open={props.open}>
      <DrawerOverlay {...props} />
    </OnceOpened>
  );
}
