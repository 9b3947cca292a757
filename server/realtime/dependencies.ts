import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { CallerVerifier } from '#server/http/caller/caller.ts';
import type { Log } from '#server/log.ts';

/** The parts of the server that realtime uses. */
export interface RealtimeDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly verifier: CallerVerifier;
  readonly log: Log;
  readonly now: () => Date;
}
