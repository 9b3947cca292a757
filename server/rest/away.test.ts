import type { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseBusy, DatabaseUnavailable, type Database } from '#server/db/database.ts';
import type { CallerVerifier, HttpEnv } from '#server/http/caller.ts';
import { createLog } from '#server/log.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { buildRest } from './app.ts';
import { openDataInterface } from './data-interface.ts';

const anybody: CallerVerifier = {
  identify: () =>
    Promise.resolve({ apiKey: 'none', role: 'anon', claims: null, claimsJson: '{"role":"anon"}' }),
};

/** /rest/v1 on a database of which parts are broken. */
function broken(database: Database, parts: Partial<Database>): Hono<HttpEnv> {
  const answer = openDataInterface({
    database: { ...database, ...parts },
    config: { API_SCHEMAS: ['public'], MAX_ROWS: 10, MAX_EMBED_DEPTH: 12 },
    verifier: anybody,
    log: createLog('error', () => {}),
  });
  return buildRest(answer);
}

describe('a database that is away', () => {
  it('is answered with 503 and nothing of what happened', async () => {
    const test = await createTestDatabase();
    onTestFinished(() => test.drop());
    const lost = () => Promise.reject(new DatabaseUnavailable('socket /secret/path'));
    const app = broken(test.database, { requests: { run: lost, runChecked: lost } });
    const response = await app.request('/rest/v1/prompts');
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      code: 'PGRST000',
      details: null,
      hint: null,
      message: 'Database connection error.',
    });
  });

  it('is answered with 504 when all its connections stay in use', async () => {
    const test = await createTestDatabase();
    onTestFinished(() => test.drop());
    const busy = () => Promise.reject(new DatabaseBusy('Too many requests wait.'));
    const app = broken(test.database, { requests: { run: busy, runChecked: busy } });
    const response = await app.request('/rest/v1/prompts');
    expect(response.status).toBe(504);
    expect(await response.json()).toEqual({
      code: 'PGRST003',
      details: null,
      hint: null,
      message: 'Timed out acquiring connection from connection pool.',
    });
  });

  it('is answered with 503 when the schema cannot be read', async () => {
    const test = await createTestDatabase();
    onTestFinished(() => test.drop());
    const owner = new Proxy(test.database.owner, {
      get: () => () => Promise.reject(new Error('connect ECONNREFUSED')),
    });
    const response = await broken(test.database, { owner }).request('/rest/v1/prompts');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'PGRST002' });
  });

  it('hides what nobody expected', async () => {
    const test = await createTestDatabase();
    onTestFinished(() => test.drop());
    const fail = () => Promise.reject(new TypeError('x is not a function at secret.ts'));
    const app = broken(test.database, { requests: { run: fail, runChecked: fail } });
    const response = await app.request('/rest/v1/prompts');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
  });
});
