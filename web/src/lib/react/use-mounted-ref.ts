import { useEffect, useRef, type RefObject } from 'react';

/** Returns a ref that is true while the component is mounted, for what happens after a request. */
export function useMountedRef(): Readonly<RefObject<boolean>> {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
