import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSigningKeys, type SigningKeys } from '#server/auth/tokens/keys.ts';
import { makeApiKey, makeSigningKey } from '#server/secrets.ts';
import { createCallerVerifier } from './tokens.ts';

const publishableKey = makeApiKey('publishable');
const secretKey = makeApiKey('secret');
const jwtSecret = 'a-legacy-secret-of-more-than-32-characters';
const issuer = 'http://localhost:3000/auth/v1';
const start = new Date('2030-01-01T00:00:00Z').getTime();
const soon = start / 1000 + 60;
const person = { sub: 'ada', role: 'authenticated', aud: 'authenticated', iss: issuer, exp: soon };

let keys: SigningKeys;
let clock = start;
beforeAll(async () => {
  keys = await createSigningKeys([await makeSigningKey(), await makeSigningKey()]);
});

function verifier(legacy: string | null = null) {
  const now = () => new Date(clock);
  return createCallerVerifier({ keys, publishableKey, secretKey, jwtSecret: legacy, issuer, now });
}

function identify(headers: Record<string, string>, legacy: string | null = null) {
  return verifier(legacy).identify(new Headers(headers));
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function signLegacy(claims: JWTPayload, secret = jwtSecret): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
}

/** A token as an attacker writes it, with any header and any signature. */
function forge(header: object, claims: object, sign: (input: string) => string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${part(header)}.${part(claims)}`;
  return `${input}.${sign(input)}`;
}

describe('createCallerVerifier: API keys', () => {
  const anon = { role: 'anon', claims: null, claimsJson: '{"role":"anon"}' };
  const service = { role: 'service_role', claims: null, claimsJson: '{"role":"service_role"}' };

  it('have the prefixes and the length of Supabase keys', () => {
    expect(publishableKey).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/);
    expect(secretKey).toMatch(/^sb_secret_[\w-]{22}_[\w-]{8}$/);
  });

  it.each([
    ['nothing', {}, { ...anon, apiKey: 'none' }],
    ['an empty key', { apikey: '' }, { ...anon, apiKey: 'none' }],
    ['the publishable key', { apikey: publishableKey }, { ...anon, apiKey: 'publishable' }],
    ['the secret key', { apikey: secretKey }, { ...service, apiKey: 'secret' }],
    ['a key as the bearer', bearer(secretKey), { ...service, apiKey: 'secret' }],
    [
      'the same key twice',
      { apikey: publishableKey, ...bearer(publishableKey) },
      { ...anon, apiKey: 'publishable' },
    ],
    [
      'the secret key beside the publishable bearer',
      { apikey: secretKey, ...bearer(publishableKey) },
      { ...anon, apiKey: 'publishable' },
    ],
    ['an unknown key', { apikey: `${secretKey}x` }, { kind: 'unknown-api-key' }],
    ['an unknown key as the bearer', bearer('sb_secret_x'), { kind: 'unknown-api-key' }],
    ['a scheme that is not ours', { authorization: 'Basic eDp5' }, { ...anon, apiKey: 'none' }],
  ])('identify the caller by %s', async (_, headers, expected) => {
    expect(await identify(headers)).toEqual(expected);
  });
});

const audienceType = `The JWT 'aud' claim must be a string or an array of strings`;

describe('createCallerVerifier: access tokens', () => {
  it('give the caller their role and claims, beside any API key', async () => {
    const token = await keys.sign(person);
    for (const [apikey, apiKey] of [
      ['', 'none'],
      [publishableKey, 'publishable'],
      [secretKey, 'secret'],
    ] as const) {
      expect(await identify({ apikey, ...bearer(token) })).toEqual({
        apiKey,
        role: 'authenticated',
        claims: person,
        claimsJson: JSON.stringify(person),
      });
    }
  });

  it('remain valid while their key remains among the signing keys', async () => {
    const [first, second] = [await makeSigningKey(), await makeSigningKey()];
    const token = await (await createSigningKeys([first])).sign(person);
    const after = createCallerVerifier({
      keys: await createSigningKeys([second, first]),
      publishableKey,
      secretKey,
      jwtSecret: null,
      issuer,
      now: () => new Date(clock),
    });
    expect(await after.identify(new Headers(bearer(token)))).toMatchObject({
      role: 'authenticated',
    });
  });

  it('expire, even if they are cached', async () => {
    const callers = verifier();
    const ask = (headers: Headers) => callers.identify(headers);
    const headers = new Headers(bearer(await keys.sign(person)));
    expect(await ask(headers)).toMatchObject({ role: 'authenticated' });
    clock = start + 60_000;
    expect(await ask(headers)).toEqual({ kind: 'expired-token' });
    expect(await ask(headers)).toEqual({ kind: 'expired-token' });
    clock = start;
  });

  it.each([
    ['a foreign issuer', { ...person, iss: 'https://evil.example/auth/v1' }],
    ["the legacy keys' issuer", { ...person, iss: 'supabase' }],
    ['a foreign audience', { ...person, aud: 'another-api' }],
    ['no audience of ours in a list', { ...person, aud: ['a', 'b'] }],
    ['no expiry', { sub: 'ada', role: 'authenticated' }],
    ['a superuser', { ...person, role: 'postgres' }],
    ['the login role', { ...person, role: 'authenticator' }],
    ['the account administrator', { ...person, role: 'supabase_auth_admin' }],
    ['a role that is a list', { ...person, role: ['authenticated'] }],
    ['a time before it begins', { ...person, nbf: soon }],
  ])('are refused for %s', async (_, claims) => {
    const token = await keys.sign(JSON.parse(JSON.stringify(claims)) as JWTPayload);
    expect(await identify(bearer(token))).toMatchObject({ kind: 'unacceptable-claims' });
  });

  it.each([
    ['issued', 'iat', 'JWT issued at future'],
    ['valid', 'nbf', 'JWT not yet valid'],
  ])('may be %s up to 30 s ahead of our clock', async (_, claim, message) => {
    const signed = (ahead: number) => keys.sign({ ...person, [claim]: start / 1000 + ahead });
    expect(await identify(bearer(await signed(30)))).toMatchObject({ role: 'authenticated' });
    const refused = { kind: 'unacceptable-claims', message };
    expect(await identify(bearer(await signed(31)))).toEqual(refused);
    expect(await identify(bearer(await signed(86_400)))).toEqual(refused);
  });

  it('expire to the second', async () => {
    const signed = (left: number) => keys.sign({ ...person, exp: start / 1000 + left });
    expect(await identify(bearer(await signed(1)))).toMatchObject({ role: 'authenticated' });
    expect(await identify(bearer(await signed(0)))).toEqual({ kind: 'expired-token' });
  });

  it.each([
    ['a time that is a text', { iat: 'now' }, `The JWT 'iat' claim must be a number`],
    ['an audience that is a number', { aud: 1 }, audienceType],
    ['an audience that names a number', { aud: ['authenticated', 1] }, audienceType],
    ['another audience', { aud: ['other'] }, 'JWT not in audience'],
  ])('are refused with the message of PostgREST: %s', async (_, claims, message) => {
    const token = await keys.sign(
      JSON.parse(JSON.stringify({ ...person, ...claims })) as JWTPayload,
    );
    expect(await identify(bearer(token))).toEqual({ kind: 'unacceptable-claims', message });
  });

  it('are accepted without an audience', async () => {
    const token = await keys.sign({ ...person, aud: [] });
    expect(await identify(bearer(token))).toMatchObject({ role: 'authenticated' });
  });

  it('run as anon without a role, and the database sees that claim', async () => {
    const token = await keys.sign({ exp: soon });
    const claims = { exp: soon, role: 'anon' };
    expect(await identify(bearer(token))).toEqual({
      apiKey: 'none',
      role: 'anon',
      claims,
      claimsJson: JSON.stringify(claims),
    });
  });

  it.each([
    ['no token', 'x'],
    ['two parts', 'x.y'],
    ['a header that is no JSON', 'eA.eA.eA'],
    ['five parts', 'a.b.c.d.e'],
    ['a very long one', 'x'.repeat(20_000)],
  ])('are refused when malformed: %s', async (_, token) => {
    expect(await identify(bearer(token))).toMatchObject({ kind: 'malformed-token' });
  });
});

describe('createCallerVerifier: attacks on access tokens', () => {
  const header = () => ({ alg: 'ES256', typ: 'JWT', kid: String(keys.jwks.keys[0]?.kid) });

  it('with alg=none are refused, in any spelling', async () => {
    const unsecured = new UnsecuredJWT({ ...person, role: 'service_role' }).encode();
    expect(await identify(bearer(unsecured), jwtSecret)).toHaveProperty('kind');
    for (const alg of ['none', 'None', 'NONE', '']) {
      const token = forge({ ...header(), alg }, person, () => '');
      expect(await identify(bearer(token), jwtSecret)).toHaveProperty('kind');
    }
  });

  it('signed by HMAC with the public key are refused', async () => {
    const [jwk = {}] = keys.jwks.keys;
    const publicKey = await importJWK({ ...jwk, kty: 'EC' }, 'ES256', { extractable: true });
    const secrets = [await exportSPKI(publicKey), JSON.stringify(jwk), String(jwk.x)];
    for (const secret of secrets) {
      for (const kid of [jwk.kid, undefined]) {
        const token = forge({ alg: 'HS256', typ: 'JWT', kid }, person, (input) =>
          createHmac('sha256', secret).update(input).digest('base64url'),
        );
        expect(await identify(bearer(token))).toEqual({ kind: 'invalid-signature' });
        expect(await identify(bearer(token), jwtSecret)).toEqual({ kind: 'invalid-signature' });
      }
    }
  });

  it('with their own key in the header are refused', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    for (const extra of [{ jwk }, { jku: 'https://evil.example/jwks.json' }, { kid: '../../x' }]) {
      const token = await new SignJWT(person)
        .setProtectedHeader({ ...header(), ...extra })
        .sign(privateKey);
      expect(await identify(bearer(token))).toEqual({ kind: 'invalid-signature' });
    }
  });

  it('with changed claims are refused, even if the original is cached', async () => {
    const callers = verifier();
    const ask = (headers: Headers) => callers.identify(headers);
    const token = await keys.sign(person);
    await ask(new Headers(bearer(token)));
    const [head, , signature] = token.split('.');
    const claims = Buffer.from(JSON.stringify({ ...person, role: 'service_role' }));
    const forged = `${head}.${claims.toString('base64url')}.${signature}`;
    expect(await ask(new Headers(bearer(forged)))).toEqual({ kind: 'invalid-signature' });
  });

  it('for another purpose of the library are refused', async () => {
    const token = forge({ ...header(), crit: ['b64'], b64: false }, person, () => 'AA');
    expect(await identify(bearer(token))).toHaveProperty('kind');
  });
});

describe('createCallerVerifier: tokens of the legacy secret', () => {
  it('are refused unless the secret is configured', async () => {
    const token = await signLegacy(person);
    expect(await identify(bearer(token))).toEqual({ kind: 'invalid-signature' });
    expect(await identify(bearer(token), jwtSecret)).toMatchObject({ claims: { sub: 'ada' } });
  });

  it('serve as API keys', async () => {
    const anon = await signLegacy({ role: 'anon', iss: 'supabase', ref: 'x' });
    const service = await signLegacy({ role: 'service_role', iss: 'supabase-demo', exp: soon });
    expect(await identify({ apikey: anon, ...bearer(anon) }, jwtSecret)).toMatchObject({
      apiKey: 'publishable',
      role: 'anon',
      claims: null,
    });
    expect(await identify({ apikey: service }, jwtSecret)).toMatchObject({
      apiKey: 'secret',
      role: 'service_role',
    });
    expect(await identify({ apikey: anon })).toEqual({ kind: 'unknown-api-key' });
  });

  it("do not serve as API keys if they are a person's", async () => {
    const token = await signLegacy(person);
    expect(await identify({ apikey: token }, jwtSecret)).toEqual({ kind: 'unknown-api-key' });
  });

  it.each([
    ['another secret', () => signLegacy(person, 'another-secret-of-more-than-32-characters!')],
    ['a foreign issuer', () => signLegacy({ ...person, iss: 'https://evil.example' })],
    ['a role outside the set', () => signLegacy({ ...person, role: 'postgres' })],
  ])('are refused for %s', async (_, make) => {
    expect(await identify(bearer(await make()), jwtSecret)).toHaveProperty('kind');
  });
});
