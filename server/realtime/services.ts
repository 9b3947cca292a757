import type { ChangeFeed } from './changes/change-feed.ts';
import type { Topics } from './channels/topics.ts';
import type { RealtimeDependencies } from './dependencies.ts';
import type { Limits } from './limits.ts';

/** The services that all connections share. */
export interface RealtimeServices extends RealtimeDependencies {
  readonly limits: Limits;
  readonly topics: Topics;
  readonly changes: ChangeFeed;
}
