import { cloneElement, Suspense, useState } from 'react';
import { MenuFrame } from './lazy-overlays.ts';
import type { MenuProps } from './overlay-props.ts';

/** A short list of actions behind a button. Its script comes with the first press. */
export function Menu(props: MenuProps) {
  const [pressed, setPressed] = useState(false);
  const trigger = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setPressed(true),
  });
  if (!pressed) return trigger;
  return (
    <Suspense fallback={trigger}>
      <MenuFrame {...props} />
    </Suspense>
  );
}
