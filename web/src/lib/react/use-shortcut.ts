import { useLayoutEffect } from 'react';
import { isTyping } from './is-typing.ts';
import { isOverlayOpen } from './open-overlays.ts';
import { useLatestRef } from './use-latest-ref.ts';

/**
 * Runs `action` when a single key is pressed, except in a field or while a dialog or menu is open.
 */
export function useShortcut(key: string, action: () => void): void {
  const latest = useLatestRef(action);
  // Before the first paint: a user who sees the page may press the key.
  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== key || event.defaultPrevented || event.repeat) return;
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (isOverlayOpen()) return;
      event.preventDefault();
      latest.current();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [key, latest]);
}
