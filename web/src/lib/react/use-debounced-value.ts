import { useEffect, useState } from 'react';

/** The delay of a search after the last key press, in milliseconds. */
export const searchDebounceMs = 200;

/** Returns the value once it has not changed for `delay` milliseconds; an empty text at once. */
export function useDebouncedValue(value: string, delay = searchDebounceMs): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return value === '' ? '' : settled;
}
