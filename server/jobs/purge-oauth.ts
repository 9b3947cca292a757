import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/log.ts';
import { runPeriodically } from './run-periodically.ts';

const hour = 3_600_000;

/**
 * Deletes, in this order, expired tokens, requests and codes, grants without a token, and apps.
 * Codes stay for a day, so that one that comes again is recognised. Apps that nobody gave access go
 * after a week. Others go 90 days after their last approval, since they may come back with their
 * client_id.
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
  return runPeriodically({
    everyMs: hour,
    log,
    failure: 'could not remove expired rows of the OAuth server; trying again in an hour',
    work: async () => {
      for (const statement of statements) await database.jobs.query(statement);
    },
  });
}
