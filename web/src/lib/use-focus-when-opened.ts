import { useEffect, type RefObject } from 'react';

/** What a window was opened for gets the focus. A frame later: the window notes first what had it, to give it back. */
export function useFocusWhenOpened(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => ref.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [ref]);
}
