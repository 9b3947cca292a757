import { cloneElement, Suspense, useState } from 'react';
import { PopoverFrame } from './lazy-overlays.ts';
import type { PopoverProps } from './overlay-props.ts';

/** A small panel of controls behind a button; it stays open while they are used. Its script comes with the first press. */
export function Popover(props: PopoverProps) {
  const [pressed, setPressed] = useState(false);
  const trigger = cloneElement(props.trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onClick: () => setPressed(true),
  });
  if (!pressed) return trigger;
  return (
    <Suspense fallback={trigger}>
      <PopoverFrame {...props} />
    </Suspense>
  );
}
