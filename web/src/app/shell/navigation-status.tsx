import { useSyncExternalStore, type ReactNode } from 'react';
import { isNavigating, onNavigating } from '#web/lib/react/navigation-state.ts';
import { useDebouncedValue } from '#web/lib/react/use-debounced-value.ts';

/** A faster page announces itself by its heading. */
const longMs = 1_500;

/** Tells screen readers that a page takes long to load; others see a line at the top. */
export function NavigationStatus(): ReactNode {
  const isLoading = useSyncExternalStore(onNavigating, isNavigating);
  const text = useDebouncedValue(isLoading ? 'Loading page' : '', longMs);
  return <output className="sr-only">{text}</output>;
}
