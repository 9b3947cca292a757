import { MenuOverlay } from './lazy-overlays.ts';
import { OncePressed } from './once-pressed.tsx';
import type { MenuProps } from './overlay-props.ts';

/** A short list of actions behind a button. */
export function Menu(props: MenuProps) {
  return (
    <OncePressed trigger={props.trigger} popup="menu">
      <MenuOverlay {...props} />
    </OncePressed>
  );
}
