import { useSyncExternalStore } from 'react';
import { deviceStore } from '#web/lib/storage/device-store.ts';
import { createListeners } from '#web/lib/react/listeners.ts';

/**
 * The chosen theme. public/first-paint.js reads the same storage key and applies it before the
 * first paint.
 */
export type Theme = 'system' | 'light' | 'dark';

const key = 'cuebook.theme';
const { notify, subscribe } = createListeners();

function read(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Applies a theme at once, and stores it on this device. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  if (theme === 'system') deviceStore.remove(key);
  else deviceStore.write(key, theme);
  notify();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, read);
}
