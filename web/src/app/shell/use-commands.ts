import type { QueryClient } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { topDialog } from '#web/lib/react/open-overlays.ts';
import { useShortcut } from '#web/lib/react/use-shortcut.ts';
import { createOverlayFor, type Overlay } from './commands.ts';

const loadCommands = () => import('./command-layer.tsx');

/** Loaded when first opened, or in advance when the network is idle. */
export const CommandLayer = lazy(loadCommands);

/** Also loads the prompts that the palette opens with, which would push its list down. */
export function preloadCommands(client: QueryClient, userId: string): void {
  // A failure shows when it is opened.
  void Promise.all([import('#web/data/prompts/lists/last-used.ts'), loadCommands()]).then(
    ([{ lastUsedQuery }]) => client.prefetchQuery(lastUsedQuery(userId)),
    () => undefined,
  );
}

/** Returns the open overlay and what opens others, and handles the shortcuts `/`, Ctrl/Cmd+K, `?` and `c`. */
export function useCommands() {
  const [opened, setOpened] = useState<Overlay | null>(null);
  const { pathname } = useLocation();
  useShortcut('/', () => setOpened('palette'));
  useShortcut('?', () => setOpened('keys'));
  const create = () => setOpened(createOverlayFor(pathname));
  useShortcut('c', create);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      if (event.shiftKey || event.altKey || event.defaultPrevented) return;
      // Keeps the browser's own search from opening.
      event.preventDefault();
      if (topDialog() === undefined) {
        setOpened('palette');
      }
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  return { opened, open: setOpened, create, close: () => setOpened(null) };
}
