import { useLayoutEffect } from 'react';
import { isTyping } from './is-typing.ts';
import { useLatestRef } from './use-latest-ref.ts';

/** Does something when one key is pressed alone, anywhere on the page but in a field or under a dialog. */
export function useShortcut(key: string, action: () => void): void {
  const latest = useLatestRef(action);
  // Before the page is seen: who sees it may press the key.
  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== key || event.defaultPrevented || event.repeat) return;
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
      event.preventDefault();
      latest.current();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [key, latest]);
}
