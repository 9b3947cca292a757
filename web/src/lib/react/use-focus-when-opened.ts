import { useEffect, useRef } from 'react';

/**
 * Focuses an element when its dialog opens. One frame later, since the dialog first records the
 * element to return to.
 */
export function useFocusWhenOpened(find: () => HTMLElement | null | undefined): void {
  const first = useRef(find);
  useEffect(() => {
    const frame = requestAnimationFrame(() => first.current()?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
}
