import type { AddressRates, AddressTimes } from '#server/http/caller/address-rates.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { Topics } from './channels/topics.ts';
import type { RealtimeDependencies } from './dependencies.ts';
import type { Limits } from './limits.ts';
import type { Peers } from './nodes/peers.ts';

/** The services that all connections share. */
export interface RealtimeServices extends RealtimeDependencies {
  readonly limits: Limits;
  readonly topics: Topics;
  readonly changes: ChangeFeed;
  /** Of the messages that each network address sends over HTTP. */
  readonly addressRates: AddressRates;
  readonly addressTimes: AddressTimes;
  /** The other nodes on the database; null if there can be none. */
  readonly peers: Peers | null;
}
