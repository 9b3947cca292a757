import { useLayoutEffect, useRef } from 'react';
import { isTyping } from './is-typing.ts';

/**
 * Focuses an element when its dialog opens. One frame later, since the dialog first records the
 * element to return to. At once if there is none: the form has replaced what had the focus. A
 * person who is already typing in another field stays there.
 */
export function useFocusWhenOpened(find: () => HTMLElement | null | undefined): void {
  const first = useRef(find);
  useLayoutEffect(() => {
    const focus = () => first.current()?.focus();
    if (document.activeElement === document.body) {
      focus();
      return;
    }
    const frame = requestAnimationFrame(() => {
      if (!isTyping(document.activeElement)) focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}
