import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from '#web/lib/text/relative-time.ts';

const listeners = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for every time on the page, which ticks each half minute while someone looks at it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = new Date();
    timer = setInterval(() => {
      now = new Date();
      for (const each of listeners) each();
    }, 30_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A moment in words ('2 hours ago'), the exact time on hover. */
export function RelativeTime({ at }: { readonly at: string | Date }) {
  const clock = useSyncExternalStore(subscribe, () => now);
  const moment = typeof at === 'string' ? new Date(at) : at;
  const latest = moment > clock ? moment : clock;
  return (
    <time dateTime={moment.toISOString()} title={exactTime(moment)}>
      {relativeTime(moment, latest)}
    </time>
  );
}
