import { describe, expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import type { Subscriber } from './changes/change-delivery.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import { followRows } from './follow-rows.ts';

/** A feed that counts its subscriptions, and ends none by itself. */
function createFeed() {
  const open = new Set<Subscriber>();
  const counts = { opened: 0, ended: 0 };
  const feed = {
    nextId: () => 1,
    subscribe: (subscriber: Subscriber) => {
      open.add(subscriber);
      counts.opened += 1;
      return Promise.resolve(() => void (counts.ended += 1));
    },
  };
  const reset = () => open.forEach((subscriber) => subscriber.reset());
  return { feed: feed as unknown as ChangeFeed, counts, reset };
}

const caller = { apiKey: 'none', role: 'anon', claims: null, claimsJson: '{}' } as const;
const log = createLog('error', () => {});

describe('followRows', () => {
  it('has one subscription after changes were missed, and none after its end', async () => {
    const { feed, counts, reset } = createFeed();
    let missed = 0;
    const rows = [{ table: 'prompts', filter: 'user_id=eq.1' }];
    const end = await followRows(feed, log, caller, rows, () => (missed += 1));
    // The feed and an open question report the same loss.
    reset();
    reset();
    await expect.poll(() => missed).toBe(1);
    expect(counts).toEqual({ opened: 2, ended: 1 });
    reset();
    await expect.poll(() => missed).toBe(2);
    expect(counts).toEqual({ opened: 3, ended: 2 });
    end();
    expect(counts).toEqual({ opened: 3, ended: 3 });
  });
});
