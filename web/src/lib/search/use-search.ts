import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { isNavigating } from '#web/lib/react/navigation-state.ts';
import { normalizeSearch } from './parse-search.ts';
import { searchDebounceMs } from '#web/lib/react/use-debounced-value.ts';
import { setSearchParam } from '#web/lib/values/set-search-param.ts';

/** A page's search box. */
export interface Search {
  /** What stands in the box. */
  readonly typed: string;
  readonly type: (text: string) => void;
  /** What is searched for: what was typed, once typing rests. */
  readonly query: string;
}

/** What a page is searched for stands in its address as `q`, so that it is still there when one comes back, and can be linked to. */
export function useSearch(): Search {
  const { pathname } = useLocation();
  const [address, setAddress] = useSearchParams();
  const query = normalizeSearch(address.get('q') ?? '');
  const [typed, type] = useState(query);
  /** What this box has put there, the last of it at the end: not every step has to be seen. */
  const written = useRef([query]);

  useEffect(() => {
    const at = written.current.lastIndexOf(query);
    if (at !== -1) {
      written.current = written.current.slice(at);
      return;
    }
    // A link leads here, or back, or forth.
    written.current = [query];
    type(query);
  }, [query]);

  useEffect(() => {
    const next = normalizeSearch(typed);
    if (next === written.current.at(-1)) return undefined;
    const pause = next === '' ? 0 : searchDebounceMs;
    let timer = setTimeout(write, pause);
    function write() {
      // To write now would call off the way to another page, or go into that page's address before it is drawn.
      if (isNavigating() || location.pathname !== pathname) {
        timer = setTimeout(write, searchDebounceMs);
        return;
      }
      written.current.push(next);
      setAddress(setSearchParam('q', next), { replace: true, preventScrollReset: true });
    }
    return () => clearTimeout(timer);
  }, [typed, pathname, setAddress]);

  return { typed, type, query };
}
