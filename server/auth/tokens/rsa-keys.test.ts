import { createClient } from '@supabase/supabase-js';
import {
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JSONWebKeySet,
  type JWK,
} from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { loadSecrets, makeSigningKey } from '#server/secrets.ts';
import { goodPassword } from '#server/testing/auth-test-harness.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

async function rsaKey(modulusLength = 2048): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength, extractable: true });
  return exportJWK(privateKey);
}

let key: JWK;
let server: TestServer;
beforeAll(async () => {
  key = await rsaKey();
  server = await startTestServer({ JWT_SIGNING_KEY: JSON.stringify(key), CONFIRM_EMAIL: 'off' });
});
afterAll(() => server.stop());

async function published(): Promise<JSONWebKeySet> {
  return (
    await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)
  ).json() as Promise<JSONWebKeySet>;
}

async function statusWith(token: string): Promise<number> {
  const headers = { apikey: server.secrets.publishableKey, authorization: `Bearer ${token}` };
  return (await fetch(`${server.url}/rest/v1/prompts?limit=1`, { headers })).status;
}

describe('JWT_SIGNING_KEY with an RSA key', () => {
  it('signs tokens that both protocols and a foreign verifier accept', async () => {
    const client = createClient(server.url, server.secrets.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const signedUp = await client.auth.signUp({ email: 'ann@example.com', password: goodPassword });
    const token = signedUp.data.session?.access_token ?? '';
    const verified = await jwtVerify(token, createLocalJWKSet(await published()));
    expect(verified.protectedHeader.alg).toBe('RS256');
    expect((await client.from('prompts').select('id')).error).toBeNull();
    expect((await client.auth.getUser()).data.user?.email).toBe('ann@example.com');
    const { data } = await client.auth.getClaims();
    expect([data?.header.alg, data?.claims.email]).toEqual(['RS256', 'ann@example.com']);
  });

  it('publishes only the public key, next to the older keys', async () => {
    const { keys } = await published();
    expect(keys.map(({ kty, alg }) => [kty, alg])).toEqual([
      ['RSA', 'RS256'],
      ['EC', 'ES256'],
    ]);
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(
      ['alg', 'e', 'ext', 'key_ops', 'kid', 'kty', 'n', 'use'].sort(),
    );
  });

  it('refuses tokens whose algorithm is not that of the key they name', async () => {
    const { keys } = await published();
    const [rsa, ec] = keys;
    const claims = { role: 'authenticated', sub: 'x', iss: `${server.url}/auth/v1` };
    const sign = async (alg: string, kid: string | undefined, by: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }) })
        .setExpirationTime('1h')
        .sign(by);
    const privateKey = await importJWK(key, 'RS256');
    const foreign = await generateKeyPair('RS256');
    const pem = await exportSPKI(
      (await importJWK(rsa ?? {}, 'RS256', { extractable: true })) as CryptoKey,
    );
    const tokens = [
      await sign('RS256', ec?.kid, privateKey),
      await sign('RS256', rsa?.kid, foreign.privateKey),
      await sign('PS256', rsa?.kid, await importJWK(key, 'PS256')),
      await sign('RS512', rsa?.kid, await importJWK(key, 'RS512')),
      await sign('HS256', rsa?.kid, new TextEncoder().encode(pem)),
      await sign('RS256', undefined, privateKey),
    ];
    expect(await Promise.all(tokens.map(statusWith))).toEqual(tokens.map(() => 401));
  });

  it('is refused when it is too short, public, for another use, or mismatched', async () => {
    const otherKey = await rsaKey();
    const ecKey = await makeSigningKey();
    const invalidKeys = [
      await rsaKey(1024).catch(() => ({ ...key, n: 'AQAB' })),
      { kty: key.kty, n: key.n, e: key.e },
      { ...key, alg: 'PS256' },
      { ...key, n: otherKey.n },
      { ...ecKey, d: (await makeSigningKey()).d },
    ];
    for (const jwk of invalidKeys) {
      const { DATA_DIR } = server.dependencies.config;
      const config = readConfig({ DATA_DIR, JWT_SIGNING_KEY: JSON.stringify(jwk) });
      await expect(loadSecrets(config)).rejects.toThrow(
        'JWT_SIGNING_KEY must be a private key as a JWK',
      );
    }
  });
});
