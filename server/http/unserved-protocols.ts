import { Hono } from 'hono';
import type { HttpEnv } from './caller/caller.ts';

export const unservedProtocols = ['functions', 'graphql'] as const;

/**
 * Builds the routes of Supabase APIs that this server does not implement. Each refuses in its own
 * error format.
 */
export function buildUnservedProtocols() {
  return new Hono<HttpEnv>()
    .all('/graphql/v1/*', (c) =>
      c.json({ errors: [{ message: 'GraphQL is not served here.' }] }, 501),
    )
    .all('/functions/v1/*', (c) =>
      c.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404),
    );
}
