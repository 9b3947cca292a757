import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query matches; renders again when that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Returns whether the window is as narrow as a phone's: below the breakpoint `sm`. */
export function useIsPhone(): boolean {
  return useMediaQuery('(width < 30rem)');
}
