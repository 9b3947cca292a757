import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { CallerVerifier } from '#server/http/caller/caller.ts';
import type { Log } from '#server/log.ts';
import type { Topics } from './channels/topics.ts';
import type { Limits } from './limits.ts';

/** The parts of the server that realtime uses. */
export interface RealtimeDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly verifier: CallerVerifier;
  readonly log: Log;
  readonly now: () => Date;
}

/** What all connections share. */
export interface RealtimeServices extends RealtimeDependencies {
  readonly limits: Limits;
  readonly topics: Topics;
}
