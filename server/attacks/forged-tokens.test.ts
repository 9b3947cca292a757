import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { attack } from '#server/testing/attacker.ts';
import { type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

/** Enables HS256 next to ES256, so that the tests can try to confuse the two. */
const jwtSecret = 'a-legacy-secret-of-more-than-32-characters';
let victim: Person;
const server = await setUpTestServer({ JWT_SECRET: jwtSecret });
beforeAll(async () => {
  victim = await signUp(server, 'victim@example.com');
  await victim.db.from('prompts').insert({ title: 'Private', content: 'Of nobody else' });
});

const claims = () => ({
  iss: `${server.url}/auth/v1`,
  sub: victim.id,
  aud: 'authenticated',
  role: 'authenticated',
  exp: Math.floor(Date.now() / 1000) + 3600,
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Creates a token with any header and any signature. */
function forge(header: object, body: object, sign: (input: string) => string = () => ''): string {
  const input = `${part(header)}.${part(body)}`;
  return `${input}.${sign(input)}`;
}

const hmac = (secret: string) => (input: string) =>
  createHmac('sha256', secret).update(input).digest('base64url');

const publicJwk = () => server.dependencies.keys.jwks.keys[0] ?? {};
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

const signWithOurKey = (changed: object) =>
  server.dependencies.keys.sign({ ...claims(), ...changed });
const signWithLegacySecret = (changed: object, secret = jwtSecret) =>
  forge({ alg: 'HS256', typ: 'JWT' }, { ...claims(), ...changed }, hmac(secret));

const forgedTokens: readonly [name: string, make: () => string | Promise<string>][] = [
  ['alg=none', () => forge({ alg: 'none', typ: 'JWT' }, claims())],
  ['alg=None and the id of our key', () => forge({ ...es256(), alg: 'None' }, claims())],
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
    'HS256 and the id of our ES256 key',
    () => forge({ ...es256(), alg: 'HS256' }, claims(), hmac(String(publicJwk().x))),
  ],
  ['an unsupported algorithm', () => forge({ ...es256(), alg: 'HS512' }, claims(), hmac('x'))],
  ["a stranger's key and the id of our key", () => signedByStranger({})],
  ['a key in its own header', () => signedByStranger({ kid: 'theirs' })],
  [
    'a jku header with a foreign URL',
    () => signedByStranger({ jku: 'https://evil.example/jwks.json' }),
  ],
  ['a key id with a path traversal', () => signedByStranger({ kid: '../../dev/null' })],
  ['a foreign issuer', () => signWithOurKey({ iss: 'https://evil.example/auth/v1' })],
  [
    'a foreign issuer and the legacy secret',
    () => signWithLegacySecret({ iss: 'https://evil.example' }),
  ],
  ['a foreign audience', () => signWithOurKey({ aud: 'another-api' })],
  ['no expiry', () => signWithOurKey({ exp: undefined })],
  ['an expiry in the past', () => signWithOurKey({ exp: 1 })],
  [
    'a wrong guess of the legacy secret',
    () => signWithLegacySecret({}, 'your-super-secret-jwt-token-of-a-tutorial'),
  ],
  ['the role of the superuser', () => signWithOurKey({ role: 'postgres' })],
  ['the role of the REST connection', () => signWithOurKey({ role: 'authenticator' })],
  ['the role of the auth server', () => signWithLegacySecret({ role: 'supabase_auth_admin' })],
  ['a role that is a list', () => signWithOurKey({ role: ['service_role'] })],
  ['a role with SQL in it', () => signWithOurKey({ role: 'anon; set role postgres' })],
];

describe('a forged token', () => {
  it.each(forgedTokens)('with %s is refused', async (_, make) => {
    const token = await make();
    const user = await attack(server, 'GET', '/auth/v1/user', { token });
    expect([user.status, user.code]).toEqual([403, 'bad_jwt']);
    const admin = await attack(server, 'GET', '/auth/v1/admin/users', { token });
    expect([admin.status, admin.code]).toEqual([403, 'bad_jwt']);
    const rows = await attack(server, 'GET', '/rest/v1/prompts', { token });
    expect([rows.status, rows.code]).toEqual([401, expect.stringMatching(/^PGRST30[13]$/)]);
    expect(rows.text).not.toContain('Of nobody else');
  });

  it('with changed claims and the original signature is refused, even after the original', async () => {
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

  it("with another user's session id is refused", async () => {
    const other = await signUp(server, 'other@example.com');
    const { data } = await other.auth.getClaims();
    const token = await signWithOurKey({ session_id: data?.claims.session_id });
    const user = await attack(server, 'GET', '/auth/v1/user', { token });
    expect([user.status, user.code]).toEqual([403, 'session_not_found']);
  });
});

describe('GET /admin/users with an API key or token', () => {
  it.each([
    ['the publishable key', 'publishable', 403, 'not_admin'],
    ['the secret key with one wrong letter', 'secret', 401, 'no_authorization'],
    ['the truncated secret key', 'short', 401, 'no_authorization'],
  ])('refuses %s', async (_, kind, status, code) => {
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

  it("refuses a user's access token", async () => {
    const { data } = await victim.auth.getSession();
    const token = data.session?.access_token ?? '';
    const reply = await attack(server, 'GET', '/auth/v1/admin/users', { token });
    expect([reply.status, reply.code]).toEqual([403, 'not_admin']);
  });
});
