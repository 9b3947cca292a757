import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { CallerVerifier } from '#server/http/caller/caller.ts';
import type { Log } from '#server/log.ts';

/** The parts of the server that realtime uses. */
export interface RealtimeDependencies {
  readonly config: Config;
  /** Servers with the same secret key send each other messages. */
  readonly secrets: { readonly secretKey: string };
  readonly database: Database;
  readonly verifier: CallerVerifier;
  readonly log: Log;
  readonly now: () => Date;
}
