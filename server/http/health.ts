import { Hono } from 'hono';
import type { Database } from '#server/db/database.ts';
import type { HttpEnv } from './caller/caller.ts';

/** `GET /health`: 200 once the database answers, 503 with the reason otherwise. */
export function buildHealth(database: Database) {
  return new Hono<HttpEnv>().get('/', async (c) => {
    c.header('cache-control', 'no-store');
    try {
      await database.ping();
      return c.json({ status: 'ok' });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      return c.json(
        { status: 'unavailable', reason: `The database is not responding: ${reason}` },
        503,
      );
    }
  });
}
