import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/log.ts';
import { runPeriodically } from './run-periodically.ts';

const hour = 3_600_000;

/**
 * What has ended, in this order: tokens, requests and codes a day later (a code that comes again in
 * the meantime is recognised), what was allowed without a token left, and apps. Apps that nobody
 * gave access go after a week; others when they were unused for 90 days, since they may come back
 * with their client_id.
 */
const statements: readonly string[] = [
  'delete from auth.oauth_tokens where expires_at <= now()',
  `delete from auth.oauth_authorizations where expires_at <= now() - interval '1 day'`,
  `delete from auth.oauth_grants g
   where g.created_at <= now() - interval '1 day'
     and not exists (select from auth.oauth_tokens t where t.grant_id = g.id)`,
  `delete from auth.oauth_clients c
   where c.created_at <= now() - interval '7 days'
     and coalesce(c.last_approved_at <= now() - interval '90 days', true)
     and not exists (select from auth.oauth_grants g where g.client_id = c.id)
     and not exists (select from auth.oauth_authorizations a where a.client_id = c.id)`,
];

/**
 * Removes expired rows of the OAuth server, now and every hour. All servers of a database do so.
 * Returns a function that stops it.
 */
export function purgeOAuthHourly(database: Database, log: Log): () => Promise<void> {
  return runPeriodically(hour, async () => {
    try {
      for (const statement of statements) await database.jobs.query(statement);
    } catch (error) {
      log.warn('could not remove expired rows of the OAuth server; trying again in an hour', {
        error,
      });
    }
  });
}
