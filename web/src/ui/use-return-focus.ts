import { useRef } from 'react';

/**
 * What had the focus gets it back when a window closes. Radix gives it to its own trigger only, and ours are opened by
 * state. From a menu, it goes to the menu's button; when what had it is gone, to the page's main part.
 */
export function useReturnFocus(): {
  readonly onOpenAutoFocus: () => void;
  readonly onCloseAutoFocus: (event: Event) => void;
} {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = focusable();
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
