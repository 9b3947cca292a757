import { useEffect, useState } from 'react';

/** So many milliseconds after the last letter, a search begins. */
export const searchDebounceMs = 200;

/** The value once it has not changed for `delay` milliseconds; an emptied text at once. */
export function useDebouncedValue(value: string, delay = searchDebounceMs): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return value === '' ? '' : settled;
}
