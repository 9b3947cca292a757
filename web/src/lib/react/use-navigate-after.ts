import { useNavigate, type NavigateOptions } from 'react-router';
import { isNavigating } from './navigation-state.ts';
import { useMountedRef } from './use-mounted-ref.ts';

/**
 * Returns a function that opens a page after a request. It does nothing if the user has left this
 * page by then, or is leaving it.
 */
export function useNavigateAfter(): (path: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const isMounted = useMountedRef();
  return (path, options) => {
    if (isMounted.current && !isNavigating()) void navigate(path, options);
  };
}
