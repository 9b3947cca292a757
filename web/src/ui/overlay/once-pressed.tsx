import { cloneElement, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import type { TriggerProps } from './overlay-props.ts';

interface OncePressedProps {
  /** The button that opens the overlay. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly popup: 'menu' | 'dialog';
  readonly children: ReactNode;
}

/** Shows only the button until its first press, which loads the overlay's script. */
export function OncePressed({ trigger, popup, children }: OncePressedProps) {
  const [isPressed, setIsPressed] = useState(false);
  const button = cloneElement(trigger, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onClick: () => setIsPressed(true),
  });
  return isPressed ? <Suspense fallback={button}>{children}</Suspense> : button;
}
