import { useEffect, useRef, type RefObject } from 'react';

/** What a value is now, for what goes on after a while, or listens, and must not go by what was drawn when it began. */
export function useLatestRef<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
