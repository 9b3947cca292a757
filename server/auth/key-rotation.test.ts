import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeIn,
  createAuthBench,
  freshEmail,
  goodPassword,
  makePerson,
} from '#server/testing/auth-bench.ts';
import type { AuthBench } from '#server/testing/auth-bench.ts';

let bench: AuthBench;
beforeAll(async () => {
  bench = await createAuthBench();
});
afterAll(() => bench.stop());

function refresh(token: unknown) {
  const body = { refresh_token: token };
  return bench.send('POST', '/token?grant_type=refresh_token', { body });
}

describe('a new signing key', () => {
  it('signs from now on, and nobody is signed out', async () => {
    const person = await makePerson(bench);
    const first = await refresh(person.refreshToken);
    const email = freshEmail();
    await bench.send('POST', '/signup', { body: { email, password: goodPassword } });
    const code = codeIn(bench.mails.at(-1));
    const before = bench.keys.jwks.keys.length;
    await bench.rotateKeys();

    expect((await bench.send('GET', '/user', { token: person.accessToken })).status).toBe(200);
    // A tab that is one refresh behind, still within the reuse interval.
    const late = await refresh(person.refreshToken);
    expect(late.body['refresh_token']).toBe(first.body['refresh_token']);
    const second = await refresh(first.body['refresh_token']);
    expect(second.status).toBe(200);
    expect((await refresh(second.body['refresh_token'])).status).toBe(200);
    const verified = await bench.send('POST', '/verify', {
      body: { type: 'signup', email, token: code },
    });
    expect(verified.status).toBe(200);

    const kid = (token: unknown) => decodeProtectedHeader(String(token)).kid;
    expect(kid(second.body['access_token'])).not.toBe(kid(person.accessToken));
    const jwks = await bench.send('GET', '/.well-known/jwks.json');
    expect(jwks.body['keys']).toHaveLength(before + 1);
  });
});
