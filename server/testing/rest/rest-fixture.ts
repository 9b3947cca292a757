import { Hono } from 'hono';
import type { CallerVerifier, HttpEnv } from '#server/http/caller.ts';
import { createLog } from '#server/log.ts';
import { buildRest, mountPoint } from '#server/rest/app.ts';
import { openDataInterface } from '#server/rest/data-interface.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { filmsSchema } from './films.ts';

/** Believes what the bearer says: a role, with an optional subject (`authenticated:someone`). */
const believing: CallerVerifier = {
  identify: async (headers) => {
    const apiKey = headers.get('apikey');
    if (apiKey === 'wrong') return { kind: 'unknown-api-key' };
    const bearer = headers.get('authorization')?.slice('Bearer '.length) ?? 'anon';
    if (bearer === 'expired') return { kind: 'expired-token' };
    if (bearer === 'garbage') return { kind: 'malformed-token', message: 'no dots' };
    if (bearer === 'forged') return { kind: 'invalid-signature' };
    const [role = 'anon', sub] = bearer.split(':');
    const claims = sub === undefined ? { role } : { role, sub };
    return { apiKey: 'publishable', role, claims, claimsJson: JSON.stringify(claims) };
  },
};

export interface RestFixture {
  readonly db: TestDatabase;
  readonly app: Hono<HttpEnv>;
  /** What was logged as an error or warning. */
  readonly logged: readonly string[];
  send(method: string, path: string, options?: SendOptions): Promise<Sent>;
  close(): Promise<void>;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** A text or bytes are sent as they are, all else as JSON. */
  readonly body?: unknown;
  /** The role to act as; authenticated unless said. */
  readonly as?: string;
}

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sets something for the login role, as an installation does; only in this database, since roles are everyone's. */
export async function setForLogin(db: TestDatabase, name: string, value: string): Promise<void> {
  await db.sql(`do $$ begin execute format(
    'alter role authenticator in database %I set ${name} = %L', current_database(), '${value}'); end $$`);
}

export interface FixtureOptions {
  readonly maxRows?: number;
  /** Exposed schemas; those of the films unless said. */
  readonly schemas?: readonly string[];
  /** What is made in the database; the films unless said. */
  readonly made?: string;
  /** Settings of the login role in this database, as `pgrst.db_aggregates_enabled`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** /rest/v1 over a database of its own, with the films in it. */
export async function openRestFixture({
  maxRows = 1000,
  schemas = ['cinema', 'studio'],
  made = filmsSchema,
  settings = {},
}: FixtureOptions = {}): Promise<RestFixture> {
  const db = await createTestDatabase();
  await db.sql(made);
  for (const [name, value] of Object.entries(settings)) await setForLogin(db, name, value);
  const logged: string[] = [];
  const app = new Hono<HttpEnv>();
  const config = { API_SCHEMAS: [...schemas], MAX_ROWS: maxRows, MAX_EMBED_DEPTH: 12 };
  const log = createLog('warn', (line) => logged.push(line));
  const answer = openDataInterface({ database: db.database, config, verifier: believing, log });
  app.route(mountPoint, buildRest(answer));
  return {
    db,
    app,
    logged,
    async send(method, path, { headers = {}, body, as = 'authenticated' } = {}) {
      const asIs = body === undefined || typeof body === 'string' || body instanceof ArrayBuffer;
      const sent = asIs ? body : JSON.stringify(body);
      const response = await app.request(`/rest/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${as}`,
          ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      });
      const answered = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text: answered,
        json: asJson(answered),
      };
    },
    close: () => db.drop(),
  };
}
