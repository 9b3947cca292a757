import { useEffect, useState } from 'react';

/**
 * Returns `value`, but the one before while a pointer is pressed on the box, and for the click that
 * follows. An element that is replaced between press and release takes no click.
 */
export function useUntilReleased<Value>(value: Value, box: HTMLElement | null): Value {
  const [shown, setShown] = useState(value);
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined;
    const press = () => {
      clearTimeout(later);
      setPressed(true);
    };
    const release = () => {
      later = setTimeout(() => setPressed(false));
    };
    box?.addEventListener('pointerdown', press);
    addEventListener('pointerup', release);
    addEventListener('pointercancel', release);
    return () => {
      clearTimeout(later);
      box?.removeEventListener('pointerdown', press);
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', release);
    };
  }, [box]);
  if (!isPressed && shown !== value) setShown(value);
  return isPressed ? shown : value;
}
