import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from '#web/lib/text/relative-time.ts';

const listeners = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Subscribes to the one clock of all times on the page; it ticks every 30 s while any is mounted.
 */
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

/** A relative time ('2 hours ago') with the exact time on hover. */
export function RelativeTime({ at }: { readonly at: string | Date }) {
  // The server renders with the time of the request.
  const clock = useSyncExternalStore(
    subscribe,
    () => now,
    () => new Date(),
  );
  const moment = typeof at === 'string' ? new Date(at) : at;
  const latest = moment > clock ? moment : clock;
  return (
    <time dateTime={moment.toISOString()} data-tooltip={exactTime(moment)}>
      {relativeTime(moment, latest)}
    </time>
  );
}
