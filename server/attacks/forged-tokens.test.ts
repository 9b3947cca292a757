import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attack } from '#server/testing/attacker.ts';
import { type Person, signUp } from '#server/testing/sign-up.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

/** Both algorithms are switched on, so that one could be taken for the other. */
const jwtSecret = 'a-legacy-secret-of-more-than-32-characters';
let server: TestServer;
let victim: Person;
beforeAll(async () => {
  server = await startTestServer({ JWT_SECRET: jwtSecret });
  victim = await signUp(server, 'victim@example.com');
  await victim.db.from('prompts').insert({ title: 'Private', content: 'Of nobody else' });
});
afterAll(() => server.stop());

const claims = () => ({
  iss: `${server.url}/auth/v1`,
  sub: victim.id,
  aud: 'authenticated',
  role: 'authenticated',
  exp: Math.floor(Date.now() / 1000) + 3600,
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with any header and any signature. */
function forge(header: object, body: object, sign: (input: string) => string = () => ''): string {
  const input = `${part(header)}.${part(body)}`;
  return `${input}.${sign(input)}`;
}

const hmac = (secret: string) => (input: string) =>
  createHmac('sha256', secret).update(input).digest('base64url');

const publicJwk = () => server.parts.keys.jwks.keys[0] ?? {};
const es256 = () => ({ alg: 'ES256', typ: 'JWT', kid: String(publicJwk().kid) });

async function signedByStranger(header: object): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  return new SignJWT(claims()).setProtectedHeader({ ...es256(), jwk, ...header }).sign(privateKey);
}

async function publicPem(): Promise<string> {
  const jwk = { ...publicJwk(), kty: 'EC' as const };
  const key = await importJWK(jwk, 'ES256', { extractable: true });
  if (key instanceof Uint8Array) throw new Error('The key is not a public one.');
  return exportSPKI(key);
}

const ours = (changed: object) => server.parts.keys.sign({ ...claims(), ...changed });
const legacy = (changed: object, secret = jwtSecret) =>
  forge({ alg: 'HS256', typ: 'JWT' }, { ...claims(), ...changed }, hmac(secret));

const attacks: readonly [attack: string, make: () => string | Promise<string>][] = [
  ['alg=none', () => forge({ alg: 'none', typ: 'JWT' }, claims())],
  ['alg=None, with the name of our key', () => forge({ ...es256(), alg: 'None' }, claims())],
  ['no algorithm at all', () => forge({ typ: 'JWT' }, claims())],
  ['an empty signature under ES256', () => forge(es256(), claims())],
  [
    'the public key as an HMAC secret, as PEM',
    async () => forge({ alg: 'HS256' }, claims(), hmac(await publicPem())),
  ],
  [
    'the public key as an HMAC secret, as JSON',
    () => forge({ alg: 'HS256' }, claims(), hmac(JSON.stringify(publicJwk()))),
  ],
  [
    'HS256 under the name of our ES256 key',
    () => forge({ ...es256(), alg: 'HS256' }, claims(), hmac(String(publicJwk().x))),
  ],
  ['an algorithm nobody offers', () => forge({ ...es256(), alg: 'HS512' }, claims(), hmac('x'))],
  ["a stranger's key under our key's name", () => signedByStranger({})],
  ['a key that the token brings along', () => signedByStranger({ kid: 'theirs' })],
  [
    'keys at an address that the token names',
    () => signedByStranger({ jku: 'https://evil.example/jwks.json' }),
  ],
  ['a key name that climbs the file system', () => signedByStranger({ kid: '../../dev/null' })],
  ['a foreign issuer', () => ours({ iss: 'https://evil.example/auth/v1' })],
  ['a foreign issuer, by the legacy secret', () => legacy({ iss: 'https://evil.example' })],
  ['a foreign audience', () => ours({ aud: 'another-api' })],
  ['no expiry', () => ours({ exp: undefined })],
  ['an expiry in the past', () => ours({ exp: 1 })],
  [
    'the legacy secret guessed wrong',
    () => legacy({}, 'your-super-secret-jwt-token-of-a-tutorial'),
  ],
  ['the role of the superuser', () => ours({ role: 'postgres' })],
  ['the role that logs in', () => ours({ role: 'authenticator' })],
  ['the role of the account server', () => legacy({ role: 'supabase_auth_admin' })],
  ['a role that is a list', () => ours({ role: ['service_role'] })],
  ['a role with SQL in it', () => ours({ role: 'anon; set role postgres' })],
];

describe('a forged token', () => {
  it.each(attacks)('%s: opens nothing', async (_, make) => {
    const token = await make();
    const user = await attack(server, 'GET', '/auth/v1/user', { token });
    expect([user.status, user.code]).toEqual([403, 'bad_jwt']);
    const admin = await attack(server, 'GET', '/auth/v1/admin/users', { token });
    expect([admin.status, admin.code]).toEqual([403, 'bad_jwt']);
    const rows = await attack(server, 'GET', '/rest/v1/prompts', { token });
    expect([rows.status, rows.code]).toEqual([401, expect.stringMatching(/^PGRST30[13]$/)]);
    expect(rows.text).not.toContain('Of nobody else');
  });

  it('with changed claims and a true signature opens nothing, also right after the true one', async () => {
    const { data } = await victim.auth.getSession();
    const token = data.session?.access_token ?? '';
    expect((await attack(server, 'GET', '/auth/v1/user', { token })).status).toBe(200);
    const [head = '', , signature = ''] = token.split('.');
    const forged = `${head}.${part({ ...claims(), role: 'service_role' })}.${signature}`;
    for (const path of ['/auth/v1/user', '/auth/v1/admin/users', '/rest/v1/prompts']) {
      const { status } = await attack(server, 'GET', path, { token: forged });
      expect([path, status]).toEqual([path, path.startsWith('/rest') ? 401 : 403]);
    }
  });

  it("names another person's session: refused", async () => {
    const other = await signUp(server, 'other@example.com');
    const { data } = await other.auth.getClaims();
    const token = await ours({ session_id: data?.claims.session_id });
    const user = await attack(server, 'GET', '/auth/v1/user', { token });
    expect([user.status, user.code]).toEqual([403, 'session_not_found']);
  });
});

describe('an API key', () => {
  it.each([
    ['the publishable key as an administrator', 'publishable', 403, 'not_admin'],
    ['the secret key, one letter off', 'secret', 401, 'no_authorization'],
    ['the secret key, cut short', 'short', 401, 'no_authorization'],
  ])('%s: refused', async (_, kind, status, code) => {
    const { publishableKey, secretKey } = server.secrets;
    const keys: Record<string, string> = {
      publishable: publishableKey,
      secret: `${secretKey.slice(0, -1)}${secretKey.endsWith('A') ? 'B' : 'A'}`,
      short: secretKey.slice(0, -1),
    };
    const token = keys[kind] ?? '';
    const reply = await attack(server, 'GET', '/auth/v1/admin/users', { token });
    expect([reply.status, reply.code]).toEqual([status, code]);
    const bypass = await attack(server, 'GET', '/rest/v1/prompts?select=content', { token });
    expect(bypass.text).not.toContain('Of nobody else');
  });

  it("a person's token as an administrator: refused", async () => {
    const { data } = await victim.auth.getSession();
    const token = data.session?.access_token ?? '';
    const reply = await attack(server, 'GET', '/auth/v1/admin/users', { token });
    expect([reply.status, reply.code]).toEqual([403, 'not_admin']);
  });
});
