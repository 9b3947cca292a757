import { lazy, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useShortcut } from '#web/lib/react/use-shortcut.ts';
import { createdAt, type Opened } from './commands.ts';

const load = () => import('./command-layer.tsx');

/** What is opened; loaded when it is first wanted, or before, when the browser has time. */
export const CommandLayer = lazy(load);

export function preloadCommands(): void {
  // A failure shows only when it is really opened.
  void load().catch(() => undefined);
}

/** What is open over the page, and the keys that open it: `/` and Ctrl/Cmd+K, `?`, `c`. */
export function useCommands() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { pathname } = useLocation();
  useShortcut('/', () => setOpened('palette'));
  useShortcut('?', () => setOpened('keys'));
  useShortcut('c', () => setOpened(createdAt(pathname)));

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      if (event.shiftKey || event.altKey || event.defaultPrevented) return;
      // The browser's own search must not open over ours.
      event.preventDefault();
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) {
        setOpened('palette');
      }
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  return { opened, open: setOpened, close: () => setOpened(null) };
}
