import { SidePanelOverlay } from './lazy-overlays.ts';
import { OnceOpened } from './once-opened.tsx';
import type { SidePanelProps } from './overlay-props.ts';

/** A panel at the right edge that leaves the list visible; full screen on a phone. */
export function SidePanel(props: SidePanelProps) {
  return (
    <OnceOpened open={props.open}>
      <SidePanelOverlay {...props} />
    </OnceOpened>
  );
}
