import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** The page of the library that what is shown lies in, where only its data tells which. */
let library: string | null = null;
const { notify, subscribe } = createListeners();

function setLibrary(path: string | null): void {
  library = path;
  notify();
}

/** Names the library of the page, so that the navigation marks it. */
export function useSetPageLibrary(path: string | null): void {
  useEffect(() => {
    setLibrary(path);
    return () => setLibrary(null);
  }, [path]);
}

export function usePageLibrary(): string | null {
  return useSyncExternalStore(subscribe, () => library);
}
