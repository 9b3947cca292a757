import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createProgramVerifiers, makeAppToken, type FindTokenClaims } from './access-tokens.ts';
import type { CallerVerifier, Claims } from './caller.ts';

const claims: Claims = { sub: 'ada', role: 'authenticated', access_token: { scopes: ['x'] } };

/** Only API keys: the verifier of sessions sees no access token. */
const sessions: CallerVerifier = {
  identify: (headers) => {
    if (headers.get('apikey') === 'wrong') return Promise.resolve({ kind: 'unknown-api-key' });
    if (headers.get('authorization') !== null)
      return Promise.resolve({ kind: 'malformed-token', message: 'a session' });
    return Promise.resolve({ apiKey: 'none', role: 'anon', claims: null, claimsJson: '{}' });
  },
};

function newToken(): string {
  const digits = randomBytes(20).toString('hex');
  return `cbk_${digits}${createHash('sha256').update(digits).digest('hex').slice(0, 8)}`;
}

function openVerifier() {
  const valid = newToken();
  const clock = { time: 0 };
  let lookups = 0;
  const findClaims: FindTokenClaims = (hash) => {
    lookups += 1;
    const isValid = hash.equals(createHash('sha256').update(valid).digest());
    return Promise.resolve(isValid ? claims : null);
  };
  const now = () => new Date(clock.time);
  const verifierFor = createProgramVerifiers({ verifier: sessions, findClaims, now });
  const verifier = verifierFor('https://cuebook.example');
  const identify = (authorization: string, address = '192.0.2.1', apikey = '') =>
    verifier.identify(new Headers({ authorization, apikey }), () => address);
  return { valid, clock, identify, lookups: () => lookups };
}

describe('createProgramVerifiers', () => {
  it('gives a program with a token the claims of that token', async () => {
    const { identify, valid } = openVerifier();
    expect(await identify(`Bearer ${valid}`)).toEqual({
      apiKey: 'none',
      role: 'authenticated',
      claims,
      claimsJson: JSON.stringify(claims),
    });
  });

  it.each([
    ['an unknown token', () => newToken()],
    ['a wrong checksum', () => `${newToken().slice(0, -1)}x`],
    ['a token that is too short', () => 'cbk_1'],
    ['nothing behind the prefix', () => 'cbk_'],
    ['a token in capitals', () => `cbk_${newToken().slice(4).toUpperCase()}g`],
  ])('refuses %s', async (_what, token) => {
    const { identify } = openVerifier();
    expect(await identify(`Bearer ${token()}`)).toEqual({
      kind: 'unacceptable-claims',
      message: 'The access token is unknown, expired or revoked',
    });
  });

  it('asks for no token that has a wrong checksum', async () => {
    const { identify, lookups, valid } = openVerifier();
    await identify(`Bearer ${valid.slice(0, -1)}${valid.endsWith('0') ? '1' : '0'}`);
    expect(lookups()).toBe(0);
  });

  it('leaves other bearers and wrong API keys to the verifier of sessions', async () => {
    const { identify, valid } = openVerifier();
    expect(await identify('Bearer a.b.c')).toMatchObject({ message: 'a session' });
    expect(await identify(`Bearer ${valid}`, '192.0.2.1', 'wrong')).toEqual({
      kind: 'unknown-api-key',
    });
  });

  it('limits guesses from an address, and stalls neither others nor a token used before', async () => {
    const { identify, valid, clock, lookups } = openVerifier();
    await identify(`Bearer ${valid}`);
    await Promise.all(Array.from({ length: 30 }, () => identify(`Bearer ${newToken()}`)));
    expect(lookups()).toBe(21);
    expect(await identify(`Bearer ${newToken()}`)).toEqual({
      kind: 'too-many-attempts',
      retryAfterSeconds: 60,
    });
    expect(await identify(`Bearer ${valid}`)).toMatchObject({ role: 'authenticated' });
    expect(await identify(`Bearer ${newToken()}`, '192.0.2.2')).toMatchObject({
      kind: 'unacceptable-claims',
    });
    clock.time = 60_000;
    expect(await identify(`Bearer ${newToken()}`)).toMatchObject({ kind: 'unacceptable-claims' });
  });

  it('accepts a token for one address at that address only', async () => {
    const audience = 'https://cuebook.example/mcp';
    const verifierFor = createProgramVerifiers({
      verifier: sessions,
      findClaims: () => Promise.resolve({ ...claims, aud: audience }),
      now: () => new Date(0),
    });
    const headers = new Headers({ authorization: `Bearer ${makeAppToken()}` });
    const identify = (at: string) => verifierFor(at).identify(headers, () => '192.0.2.1');
    expect(await identify(audience)).toMatchObject({ role: 'authenticated' });
    for (const other of ['https://cuebook.example', `${audience}/`, '']) {
      expect(await identify(other)).toEqual({
        kind: 'unacceptable-claims',
        message: 'The access token was issued for another address of this server',
      });
    }
  });
});
