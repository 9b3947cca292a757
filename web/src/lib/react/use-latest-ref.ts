import { useEffect, useRef, type RefObject } from 'react';

/** Returns a ref to the latest value, so that timers and listeners don't use a stale closure. */
export function useLatestRef<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
