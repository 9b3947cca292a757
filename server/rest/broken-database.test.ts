import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseBusy, DatabaseUnavailable, type Database } from '#server/db/database.ts';
import type { ProgramVerifier } from '#server/http/caller/access-tokens.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { createLog } from '#server/log.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { buildRest } from './app.ts';
import { createRestHandler } from './rest-handler.ts';
import { errorBody } from '#server/testing/rest/scenario.ts';

const anonymousVerifier: ProgramVerifier = {
  identify: () =>
    Promise.resolve({ apiKey: 'none', role: 'anon', claims: null, claimsJson: '{"role":"anon"}' }),
};

/** Returns /rest/v1 over a database with the given parts replaced by broken ones. */
function appWithBroken(database: Database, parts: Partial<Database>): Hono<HttpEnv> {
  const handler = createRestHandler({
    database: { ...database, ...parts },
    config: { API_SCHEMAS: ['public'], MAX_ROWS: 10, MAX_EMBED_DEPTH: 12, MAX_BODY_MB: 16 },
    programVerifier: anonymousVerifier,
    log: createLog('error', () => {}),
  });
  return new Hono<HttpEnv>()
    .use(async (c, next) => {
      c.set('clientAddress', '127.0.0.1');
      await next();
    })
    .route('/', buildRest(handler));
}

describe('/rest/v1 with a broken database', () => {
  it('returns 503 without details of a lost connection', async () => {
    const test = await createTestDatabase();
    onTestFinished(() => test.drop());
    const lost = () => Promise.reject(new DatabaseUnavailable('socket /secret/path'));
    const app = appWithBroken(test.database, { requests: { run: lost, runRolledBack: lost } });
    const response = await app.request('/rest/v1/prompts');
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual(errorBody('PGRST000', 'Database connection error.'));
  });

  it('returns 504 when all connections stay in use', async () => {
    const test = await createTestDatabase();
    onTestFinished(() => test.drop());
    const busy = () => Promise.reject(new DatabaseBusy('Too many requests wait.'));
    const app = appWithBroken(test.database, { requests: { run: busy, runRolledBack: busy } });
    const response = await app.request('/rest/v1/prompts');
    expect(response.status).toBe(504);
    expect(await response.json()).toEqual(
      errorBody('PGRST003', 'Timed out acquiring connection from connection pool.'),
    );
  });

  it('returns 503 when the schema cache cannot be read', async () => {
    const test = await createTestDatabase();
    onTestFinished(() => test.drop());
    const owner = new Proxy(test.database.owner, {
      get: () => () => Promise.reject(new Error('connect ECONNREFUSED')),
    });
    const response = await appWithBroken(test.database, { owner }).request('/rest/v1/prompts');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'PGRST002' });
  });

  it('returns 503 when the time zones cannot be read', async () => {
    const test = await createTestDatabase();
    onTestFinished(() => test.drop());
    const owner = new Proxy(test.database.owner, {
      get(target, name): unknown {
        if (name === 'connect') return () => target.connect();
        if (name !== 'query') return Reflect.get(target, name);
        return (text: string): unknown =>
          text.includes('pg_timezone_names')
            ? Promise.reject(new Error('Query read timeout'))
            : target.query(text);
      },
    });
    const app = appWithBroken(test.database, { owner });
    const headers = { prefer: 'timezone=Europe/Berlin' };
    const response = await app.request('/rest/v1/prompts', { headers });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'PGRST000' });
  });

  it('returns 500 without details of an unexpected error', async () => {
    const test = await createTestDatabase();
    onTestFinished(() => test.drop());
    const fail = () => Promise.reject(new TypeError('x is not a function at secret.ts'));
    const app = appWithBroken(test.database, { requests: { run: fail, runRolledBack: fail } });
    const response = await app.request('/rest/v1/prompts');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
  });
});
