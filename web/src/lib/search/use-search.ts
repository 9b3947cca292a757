import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { isNavigating } from '#web/lib/react/navigation-state.ts';
import { normalizeSearch } from './normalize-search.ts';
import { searchDebounceMs } from '#web/lib/react/use-debounced-value.ts';
import { setSearchParam } from '#web/lib/values/set-search-param.ts';

/** A page's search box. */
export interface Search {
  /** The text in the box. */
  readonly typed: string;
  readonly type: (text: string) => void;
  /** The normalized text, once typing has paused. */
  readonly query: string;
}

/**
 * Returns the state of a page's search box. The query is in the URL as `q`, so that it can be
 * linked to and returned to.
 */
export function useSearch(): Search {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const query = normalizeSearch(params.get('q') ?? '');
  const [typed, type] = useState(query);
  /** The queries that this box has written to the URL, latest last; React may skip some of them. */
  const written = useRef([query]);

  useEffect(() => {
    const at = written.current.lastIndexOf(query);
    if (at !== -1) {
      written.current = written.current.slice(at);
      return;
    }
    // A link or the history changed the URL.
    written.current = [query];
    type(query);
  }, [query]);

  useEffect(() => {
    const next = normalizeSearch(typed);
    if (next === written.current.at(-1)) return undefined;
    const delay = next === '' ? 0 : searchDebounceMs;
    let timer = setTimeout(write, delay);
    function write() {
      // Writing now would cancel the navigation, or change the next page's URL.
      if (isNavigating() || location.pathname !== pathname) {
        timer = setTimeout(write, searchDebounceMs);
        return;
      }
      written.current.push(next);
      setParams(setSearchParam('q', next), { replace: true, preventScrollReset: true });
    }
    return () => clearTimeout(timer);
  }, [typed, pathname, setParams]);

  return { typed, type, query };
}
