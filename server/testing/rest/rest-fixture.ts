import { Hono } from 'hono';
import { afterAll } from 'vitest';
import type { ProgramVerifier } from '#server/http/caller/access-tokens.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { createLog } from '#server/log.ts';
import { buildRest, mountPoint } from '#server/rest/app.ts';
import { createRestHandler } from '#server/rest/rest-handler.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { parseJson } from '#server/http/json/parse-json.ts';
import { filmsSchema } from './films.ts';

/** Trusts the bearer token: a role with an optional subject (`authenticated:someone`). */
const trustingVerifier: ProgramVerifier = {
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
  /** The lines that were logged as errors or warnings. */
  readonly logged: readonly string[];
  send(method: string, path: string, options?: SendOptions): Promise<FixtureResponse>;
  close(): Promise<void>;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts and bytes are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  /** The role to act as; `authenticated` by default. */
  readonly as?: string;
}

export interface FixtureResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/**
 * Sets a setting of the login role, as an installation does. It only applies to this database,
 * since all databases share the roles.
 */
export async function setLoginRoleSetting(
  db: TestDatabase,
  name: string,
  value: string,
): Promise<void> {
  await db.sql(`do $$ begin execute format(
    'alter role authenticator in database %I set ${name} = %L', current_database(), '${value}'); end $$`);
}

export interface FixtureOptions {
  readonly maxRows?: number;
  /** The exposed schemas; those of the films by default. */
  readonly schemas?: readonly string[];
  /** The SQL that sets up the database; the films by default. */
  readonly setupSql?: string;
  /** Settings of the login role in this database, as `pgrst.db_aggregates_enabled`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Opens /rest/v1 for the tests of the calling file, and closes it after them. */
export async function setUpRestFixture(options?: FixtureOptions): Promise<RestFixture> {
  const rest = await openRestFixture(options);
  afterAll(() => rest.close());
  return rest;
}

/** Opens /rest/v1 over a new database, with the films in it by default. */
export async function openRestFixture({
  maxRows = 1000,
  schemas = ['cinema', 'studio'],
  setupSql = filmsSchema,
  settings = {},
}: FixtureOptions = {}): Promise<RestFixture> {
  const db = await createTestDatabase();
  await db.sql(setupSql);
  for (const [name, value] of Object.entries(settings)) await setLoginRoleSetting(db, name, value);
  const logged: string[] = [];
  const app = new Hono<HttpEnv>();
  const config = {
    API_SCHEMAS: [...schemas],
    MAX_ROWS: maxRows,
    MAX_EMBED_DEPTH: 12,
    MAX_BODY_MB: 16,
  };
  const log = createLog('warn', (line) => logged.push(line));
  const handler = createRestHandler({
    database: db.database,
    config,
    programVerifier: trustingVerifier,
    log,
  });
  app.use(async (c, next) => {
    c.set('clientAddress', '127.0.0.1');
    await next();
  });
  app.route(mountPoint, buildRest(handler));
  return {
    db,
    app,
    logged,
    async send(method, path, { headers = {}, body, as = 'authenticated' } = {}) {
      const isRaw = body === undefined || typeof body === 'string' || body instanceof ArrayBuffer;
      const rawBody = isRaw ? body : JSON.stringify(body);
      const response = await app.request(`/rest/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${as}`,
          ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(rawBody === undefined ? {} : { body: rawBody }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: parseJson(text),
      };
    },
    close: () => db.drop(),
  };
}
