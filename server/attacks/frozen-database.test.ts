import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUnsubscribeLinks } from '#server/notifications/unsubscribe-link.ts';
import { makeApiKey } from '#server/secrets.ts';
import {
  childrenOf,
  type ServerProcess,
  startServerProcess,
} from '#server/testing/server-processes.ts';

const publishableKey = makeApiKey('publishable');
const secretKey = makeApiKey('secret');
const unknownId = '00000000-0000-4000-8000-000000000001';
const site = 'http://127.0.0.1';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess(
    { PUBLISHABLE_KEY: publishableKey, SECRET_KEY: secretKey, SITE_URL: site },
    { isPrepared: true },
  );
});
afterAll(() => server.stop());

/** Sends a signal to PostgreSQL's main process and to all its children. */
function signalDatabase(signal: 'SIGSTOP' | 'SIGCONT'): void {
  const file = join(server.dataDir, 'postgres/postmaster.pid');
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // A child may end meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

async function send(path: string, body?: object): Promise<[status: number, code: unknown]> {
  const headers = {
    apikey: publishableKey,
    'content-type': 'application/json',
    'x-supabase-api-version': '2024-01-01',
  };
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(server.url + path, { headers, ...init });
  const text = await response.text();
  const value: unknown = text.startsWith('{') ? JSON.parse(text) : null;
  const code = typeof value === 'object' && value !== null && 'code' in value ? value.code : null;
  return [response.status, code];
}

/** Sends a request to each part of the server that needs the database. */
async function requestEveryPart(): Promise<Record<string, unknown>> {
  const email = 'ann@example.com';
  const password = 'Right-Pass-1';
  const unsubscribe = createUnsubscribeLinks(site, secretKey).addressFor(unknownId);
  const requests = {
    signIn: send('/auth/v1/token?grant_type=password', { email, password }),
    signUp: send('/auth/v1/signup', { email: 'new@example.com', password }),
    refresh: send('/auth/v1/token?grant_type=refresh_token', { refresh_token: 'abcdefghijkl' }),
    recover: send('/auth/v1/recover', { email }),
    data: send('/rest/v1/rpc/public_prompt', { id: unknownId }),
    page: send(`/p/${unknownId}`),
    unsubscribe: send(unsubscribe.slice(site.length), {}),
    health: send('/health'),
  };
  const responses = await Promise.all(
    Object.entries(requests).map(async ([part, response]) => [part, await response] as const),
  );
  return Object.fromEntries(responses);
}

it('returns errors for every request while PostgreSQL is frozen, and works again after', async () => {
  const before = await requestEveryPart();
  signalDatabase('SIGSTOP');
  try {
    expect(await requestEveryPart()).toEqual({
      signIn: [504, 'request_timeout'],
      signUp: [504, 'request_timeout'],
      refresh: [504, 'request_timeout'],
      recover: [504, 'request_timeout'],
      data: [expect.toBeOneOf([503, 504]), expect.stringMatching(/^PGRST00[03]$/)],
      page: [503, null],
      unsubscribe: [503, 'database_unavailable'],
      health: [503, null],
    });
  } finally {
    signalDatabase('SIGCONT');
  }
  await expect.poll(() => send('/health')).toEqual([200, null]);
  expect(await requestEveryPart()).toEqual(before);
});
