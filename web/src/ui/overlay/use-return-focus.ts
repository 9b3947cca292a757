import { useInsertionEffect, useRef } from 'react';

/**
 * What had the focus gets it back when a window closes. Radix gives it to its own trigger only, and ours are opened by
 * state. From a menu, it goes to the menu's button; when what had it is gone, to the page's main part.
 */
export function useReturnFocus(): {
  readonly onOpenAutoFocus: (event: Event) => void;
  readonly onCloseAutoFocus: (event: Event) => void;
} {
  const before = useRef<HTMLElement | null>(null);
  // Of a window that stands there only while it is open: before a field in it takes the focus by itself.
  useInsertionEffect(() => {
    before.current = focusable();
  }, []);
  return {
    onOpenAutoFocus: (event) => {
      const active = focusable();
      const inside = event.target instanceof Node && event.target.contains(active);
      if (!inside) before.current = active;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const back = before.current?.isConnected ? before.current : document.querySelector('main');
      back?.focus({ preventScroll: true });
    },
  };
}

function focusable(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const button = active.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : active;
}
