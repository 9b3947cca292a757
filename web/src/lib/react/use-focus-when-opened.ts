import { useEffect, useRef } from 'react';

/** What a window was opened for gets the focus. A frame later: the window notes first what had it, to give it back. */
export function useFocusWhenOpened(find: () => HTMLElement | null | undefined): void {
  const first = useRef(find);
  useEffect(() => {
    const frame = requestAnimationFrame(() => first.current()?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
}
