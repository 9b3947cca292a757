import { useInsertionEffect, useRef } from 'react';
import { focusIfLost } from '#web/lib/react/preserve-focus.ts';

/**
 * Returns focus to the element that had it when a window closes. Radix returns it only to its own
 * trigger, and ours open by state. From a menu item, focus goes to the menu's button; if the
 * element is gone, to what was beside it.
 */
export function useReturnFocus(): {
  readonly onOpenAutoFocus: (event: Event) => void;
  readonly onCloseAutoFocus: (event: Event) => void;
} {
  const before = useRef<HTMLElement | null>(null);
  // For windows mounted only while open: read focus before an autofocused field takes it.
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
      if (before.current?.isConnected) before.current.focus({ preventScroll: true });
      else focusIfLost();
      before.current = null;
    },
  };
}

function focusable(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const button = active.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : active;
}
