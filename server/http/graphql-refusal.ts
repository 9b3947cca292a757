import { Hono } from 'hono';
import type { HttpEnv } from './caller/caller.ts';

/** Builds the refusal of the Supabase API that this server does not implement, in its own format. */
export function buildGraphqlRefusal() {
  return new Hono<HttpEnv>().all('/*', (c) =>
    c.json({ errors: [{ message: 'GraphQL is not served here.' }] }, 501),
  );
}
