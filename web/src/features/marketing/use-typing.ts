import { useEffect, useState } from 'react';
import { useMediaQuery } from '#web/lib/use-media-query.ts';

interface Typing {
  /** Milliseconds before the first character. */
  readonly delay: number;
  /** Milliseconds a character. */
  readonly interval: number;
}

/** How many of `length` characters are typed by now; all at once for people who want no motion. */
export function useTyping(length: number, { delay, interval }: Typing): number {
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [typed, setTyped] = useState(0);

  useEffect(() => {
    if (still) return undefined;
    let ticking: ReturnType<typeof setInterval> | undefined;
    const waiting = setTimeout(() => {
      ticking = setInterval(() => {
        setTyped((before) => {
          if (before >= length) clearInterval(ticking);
          return Math.min(before + 1, length);
        });
      }, interval);
    }, delay);
    return () => {
      clearTimeout(waiting);
      clearInterval(ticking);
    };
  }, [still, length, delay, interval]);

  return still ? length : typed;
}
