import { setTimeout as pause } from 'node:timers/promises';
import { callerKey } from '#server/http/caller/caller-key.ts';
import type { Caller } from '#server/http/caller/caller.ts';
import type { Log } from '#server/log.ts';
import type { Subscriber } from './changes/change-delivery.ts';
import type { ChangeFeed } from './changes/change-feed.ts';

/** Rows of a table; `filter` as in /realtime/v1: `user_id=eq.…`. */
export interface FollowedRows {
  readonly table: string;
  readonly filter: string;
}

const retryMs = 1_000;

/**
 * Calls `onChange` after each change of rows that the caller may read, by whatever server it came,
 * and after changes may have been missed. Resolves once changes are followed, with a function that
 * ends it. Rejects if changes can't be followed.
 */
export async function followRows(
  changes: ChangeFeed,
  log: Log,
  caller: Caller,
  followed: readonly FollowedRows[],
  onChange: () => void,
): Promise<() => void> {
  const closing = new AbortController();
  let unsubscribe = () => {};
  let isResubscribing = false;
  const subscriber: Subscriber = {
    caller,
    callerKey: callerKey(caller, () => ''),
    get isOpen() {
      return !closing.signal.aborted;
    },
    pushChange: onChange,
    reset: () => void resubscribe(),
  };

  async function subscribe(): Promise<void> {
    const wanted = followed.map(({ table, filter }) => ({
      id: changes.nextId(),
      change: { event: '*' as const, schema: 'public', table, filter },
    }));
    const end = await changes.subscribe(subscriber, wanted);
    if (closing.signal.aborted) end();
    else unsubscribe = end;
  }

  async function resubscribe(): Promise<void> {
    // One loss of the database is reported by the feed, and by each question that it leaves open.
    if (isResubscribing) return;
    isResubscribing = true;
    unsubscribe();
    while (!closing.signal.aborted) {
      try {
        await subscribe();
        isResubscribing = false;
        onChange();
        return;
      } catch (error) {
        log.warn('changes cannot be followed; trying again', { error });
        await pause(retryMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      }
    }
  }

  await subscribe();
  return () => {
    closing.abort();
    unsubscribe();
  };
}
