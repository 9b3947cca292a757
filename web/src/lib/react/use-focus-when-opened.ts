import { useEffect, useRef } from 'react';
import { isTyping } from './is-typing.ts';

/**
 * Focuses an element when its dialog opens. One frame later, since the dialog first records the
 * element to return to. A person who is already typing in another field stays there.
 */
export function useFocusWhenOpened(find: () => HTMLElement | null | undefined): void {
  const first = useRef(find);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (!isTyping(document.activeElement)) first.current()?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}
