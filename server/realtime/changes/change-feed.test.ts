import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { RealtimeDependencies } from '../dependencies.ts';
import { Topics } from '../channels/topics.ts';
import { ChangeFeed } from './change-feed.ts';
import { SubscriptionRefused } from './filter.ts';

/** The parts of a server whose database has a `wal_level` that writes too little. */
function servicesWith(level: string): RealtimeDependencies {
  const owner = { query: async () => ({ rows: [{ level, publications: [] }] }) };
  const database = { owner, onSchemaChange: () => undefined };
  const services = { config: readConfig({ DATA_DIR: '/nowhere' }), database };
  return services as unknown as RealtimeDependencies;
}

describe('ChangeFeed', () => {
  it('refuses subscriptions on a database without wal_level=logical, and says why', async () => {
    const feed = new ChangeFeed(servicesWith('replica'), new Topics());
    const refused = new SubscriptionRefused('the database must be set to wal_level=logical');
    await expect(feed.start()).rejects.toEqual(refused);
    // Joins that come later ask the database no more.
    await expect(feed.start()).rejects.toEqual(refused);
    await feed.close();
  });
});
