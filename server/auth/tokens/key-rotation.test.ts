import { decodeProtectedHeader } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import {
  codeIn,
  createAuthTestHarness,
  freshEmail,
  goodPassword,
  createPerson,
} from '#server/testing/auth-test-harness.ts';

const harness = await createAuthTestHarness();
afterAll(() => harness.stop());

const refresh = (token: unknown) => harness.refresh(token);

describe('a key rotation', () => {
  it('signs with the new key and keeps all sessions', async () => {
    const person = await createPerson(harness);
    const first = await refresh(person.refreshToken);
    const email = freshEmail();
    await harness.send('POST', '/signup', { body: { email, password: goodPassword } });
    const code = codeIn(harness.mails.at(-1));
    const before = harness.keys.jwks.keys.length;
    await harness.rotateKeys();

    expect((await harness.send('GET', '/user', { token: person.accessToken })).status).toBe(200);
    // This tab is one refresh behind, but within the reuse interval.
    const lateRefresh = await refresh(person.refreshToken);
    expect(lateRefresh.body['refresh_token']).toBe(first.body['refresh_token']);
    const second = await refresh(first.body['refresh_token']);
    expect(second.status).toBe(200);
    expect((await refresh(second.body['refresh_token'])).status).toBe(200);
    const verified = await harness.send('POST', '/verify', {
      body: { type: 'signup', email, token: code },
    });
    expect(verified.status).toBe(200);

    const kid = (token: unknown) => decodeProtectedHeader(String(token)).kid;
    expect(kid(second.body['access_token'])).not.toBe(kid(person.accessToken));
    const jwks = await harness.send('GET', '/.well-known/jwks.json');
    expect(jwks.body['keys']).toHaveLength(before + 1);
  });
});
