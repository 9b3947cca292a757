import { useEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { cleanSearch } from './search-query.ts';
import { searchPause } from './use-settled.ts';
import { withEntry } from './with-entry.ts';

/** A page's search box. */
export interface Search {
  /** What stands in the box. */
  readonly typed: string;
  readonly type: (text: string) => void;
  /** What is searched for: what was typed, once typing rests. */
  readonly words: string;
}

/** What a page is searched for stands in its address as `q`, so that it is still there when one comes back, and can be linked to. */
export function useSearch(): Search {
  const [address, setAddress] = useSearchParams();
  const words = cleanSearch(address.get('q') ?? '');
  const moving = useNavigation().state !== 'idle';
  const [typed, type] = useState(words);
  /** What this box has put there, the last of it at the end: not every step has to be seen. */
  const written = useRef([words]);

  useEffect(() => {
    const at = written.current.lastIndexOf(words);
    if (at !== -1) {
      written.current = written.current.slice(at);
      return;
    }
    // A link leads here, or back, or forth.
    written.current = [words];
    type(words);
  }, [words]);

  useEffect(() => {
    const next = cleanSearch(typed);
    // To write the address now would call off a way to another page whose script is still coming.
    if (moving || next === written.current.at(-1)) return undefined;
    const timer = setTimeout(
      () => {
        written.current.push(next);
        setAddress((now) => withEntry(now, 'q', next), { replace: true, preventScrollReset: true });
      },
      next === '' ? 0 : searchPause,
    );
    return () => clearTimeout(timer);
  }, [typed, moving, setAddress]);

  return { typed, type, words };
}
