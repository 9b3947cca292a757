import { PopoverOverlay } from './lazy-overlays.ts';
import { OncePressed } from './once-pressed.tsx';
import type { PopoverProps } from './overlay-props.ts';

/** A small panel of controls behind a button; it stays open while they are used. */
export function Popover(props: PopoverProps) {
  return (
    <OncePressed trigger={props.trigger} popup="dialog">
      <PopoverOverlay {...props} />
    </OncePressed>
  );
}
