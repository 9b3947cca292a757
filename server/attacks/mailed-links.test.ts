import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeIn,
  createAuthTestHarness,
  fragmentOf,
  freshEmail,
  goodPassword,
  linkIn,
  createPerson,
  openLink,
  type AuthResponse,
} from '#server/testing/auth-test-harness.ts';
import { attack } from '#server/testing/attacker.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

const harness = await createAuthTestHarness();
afterAll(() => harness.stop());

function fifty<Result>(send: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: 50 }, send));
}

function signUp(email = freshEmail(), more: object = {}) {
  return harness.send('POST', '/signup', { body: { email, password: goodPassword, ...more } });
}

const lastMail = () => harness.mails.at(-1);

describe('a mailed link for a request with forged host headers', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      TRUSTED_PROXIES: '127.0.0.1',
      CONFIRM_EMAIL: 'on',
      ANONYMOUS_SIGN_IN: 'on',
    });
  });
  afterAll(() => server.stop());

  const forgedHeaders = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '443',
    'x-forwarded-prefix': '/evil',
    'x-original-url': 'https://evil.example/',
    'x-host': 'evil.example',
    forwarded: 'host=evil.example;proto=https',
    origin: 'https://evil.example',
    referer: 'https://evil.example/auth/callback',
  };

  it.each(['/signup', '/otp', '/recover', '/resend', '/magiclink'])(
    'POST %s mails a link to the configured site that redirects to it',
    async (path) => {
      const email = freshEmail();
      const body = { email, password: goodPassword, type: 'signup' };
      if (path === '/recover' || path === '/resend') {
        await attack(server, 'POST', '/auth/v1/signup', { body });
      }
      const reply = await attack(server, 'POST', `/auth/v1${path}`, {
        body,
        headers: forgedHeaders,
      });
      expect(reply.status).toBe(200);
      await server.dependencies.background.idle();
      const mails = (await server.dependencies.mailbox?.mails()) ?? [];
      const [mail] = mails.filter(({ to }) => to === email);
      expect(mail?.links.map((link) => new URL(link).origin)).toEqual([server.url]);
      expect(linkIn(mail).searchParams.get('redirect_to')).toBe(server.url);
      expect(mail?.html).not.toContain('evil.example');
      expect(mail?.text).not.toContain('evil.example');
    },
  );

  it.each([
    'https://evil.example/auth/callback',
    '//evil.example',
    String.raw`https:\\evil.example`,
    'https://evil.example#@localhost',
    'javascript:alert(1)',
    'data:text/html,<script>1</script>',
  ])('redirect_to=%s redirects to the site', async (redirectTo) => {
    const email = freshEmail();
    const query = `?redirect_to=${encodeURIComponent(redirectTo)}`;
    const body = { email, password: goodPassword };
    await attack(server, 'POST', `/auth/v1/signup${query}`, { body });
    const mails = (await server.dependencies.mailbox?.mails()) ?? [];
    const [mail] = mails.filter(({ to }) => to === email);
    expect(linkIn(mail).searchParams.get('redirect_to')).toBe(server.url);
    const link = linkIn(mail);
    link.searchParams.set('redirect_to', redirectTo);
    const opened = await attack(server, 'GET', `/auth/v1/verify${link.search}`);
    expect(opened.headers.location).toMatch(new RegExp(`^${server.url}/?#access_token=`));
  });
});

describe('a secret in fifty concurrent requests', () => {
  const statusesOf = (responses: readonly AuthResponse[]) =>
    responses.map(({ status }) => status).toSorted((one, other) => one - other);

  it('of a link starts one session', async () => {
    await signUp();
    const link = linkIn(lastMail());
    const responses = await fifty(() => openLink(harness, link));
    const fragments = responses.map(fragmentOf);
    expect(fragments.filter((fragment) => fragment.has('access_token'))).toHaveLength(1);
    expect(
      fragments.filter((fragment) => fragment.get('error_code') === 'otp_expired'),
    ).toHaveLength(49);
  });

  it('of a posted token hash starts one session', async () => {
    await signUp();
    const body = { type: 'signup', token_hash: linkIn(lastMail()).searchParams.get('token') };
    const responses = await fifty(() => harness.send('POST', '/verify', { body }));
    expect(statusesOf(responses)).toEqual([200, ...Array<number>(49).fill(403)]);
  });

  it('of a mailed code starts one session', async () => {
    const email = freshEmail();
    await signUp(email);
    const body = { type: 'email', email, token: codeIn(lastMail()) };
    const statuses = statusesOf(await fifty(() => harness.send('POST', '/verify', { body })));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 403, 429]));
  });

  it('of an authorization code starts one session', async () => {
    const code = await pkceCode();
    expect(statusesOf(await fifty(() => exchange(code)))).toEqual([
      200,
      ...Array<number>(49).fill(404),
    ]);
  });
});

const verifier = 'v'.repeat(64);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const withPkce = { code_challenge: challenge, code_challenge_method: 's256' };

/** Returns the authorization code of a sign-up's link. */
async function pkceCode(): Promise<string> {
  await signUp(freshEmail(), withPkce);
  const opened = await openLink(harness, linkIn(lastMail()));
  return new URL(opened.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

const exchange = (code: string, code_verifier = verifier) =>
  harness.send('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier } });

describe('a stolen code or link', () => {
  it('refuses an authorization code with a wrong verifier and consumes it', async () => {
    const code = await pkceCode();
    expect((await exchange(code, challenge)).body['code']).toBe('bad_code_verifier');
    expect((await exchange(code)).body['code']).toBe('flow_state_not_found');
  });

  it('refuses an authorization code after five minutes', async () => {
    const code = await pkceCode();
    harness.advance(5 * 60_000 + 1);
    expect((await exchange(code)).body['code']).toBe('flow_state_expired');
  });

  it('refuses an authorization code after a password change', async () => {
    const { email, accessToken: token } = await createPerson(harness);
    await harness.send('POST', '/recover', { body: { email, ...withPkce } });
    await harness.whenIdle();
    const opened = await openLink(harness, linkIn(lastMail()));
    const code = new URL(opened.headers.get('location') ?? '').searchParams.get('code') ?? '';
    await harness.send('PUT', '/user', { token, body: { password: 'Another-Act-9' } });
    expect((await exchange(code)).body['code']).toBe('flow_state_not_found');
  });

  it('refuses the token of a PKCE link without its prefix', async () => {
    await signUp(freshEmail(), withPkce);
    const link = linkIn(lastMail());
    link.searchParams.set('token', (link.searchParams.get('token') ?? '').replace('pkce_', ''));
    expect(fragmentOf(await openLink(harness, link)).get('error_code')).toBe('otp_expired');
  });

  it('refuses a link after an hour, after a newer link, and after a password change', async () => {
    const { email, accessToken: token } = await createPerson(harness);
    const recover = async () => {
      await harness.send('POST', '/recover', { body: { email } });
      await harness.whenIdle();
      return linkIn(lastMail());
    };
    const refused = async (link: URL) =>
      fragmentOf(await openLink(harness, link)).get('error_code') === 'otp_expired';
    const first = await recover();
    const second = await recover();
    expect(await refused(first)).toBe(true);
    await harness.send('PUT', '/user', { token, body: { password: 'Another-Act-9' } });
    expect(await refused(second)).toBe(true);
    const third = await recover();
    harness.advance(3_600_001);
    expect(await refused(third)).toBe(true);
  });

  it.each([
    'recovery',
    'magiclink',
    'email_change',
    'reauthentication',
    'phone_change',
    '__proto__',
  ])("refuses a sign-up's link with the type %s", async (type) => {
    await signUp();
    const link = linkIn(lastMail());
    link.searchParams.set('type', type);
    const fragment = fragmentOf(await openLink(harness, link));
    expect([fragment.has('access_token'), fragment.has('error_code')]).toEqual([false, true]);
  });

  it('refuses the hashes that the database stores', async () => {
    await signUp();
    const [row] = await harness.database.sql<{ token_hash: string; code_hash: string }>(
      'select token_hash, code_hash from auth.one_time_tokens order by created_at desc limit 1',
    );
    for (const token_hash of [row?.token_hash, row?.code_hash]) {
      const response = await harness.send('POST', '/verify', {
        body: { type: 'signup', token_hash },
      });
      expect(response.body['code']).toBe('otp_expired');
    }
  });
});

describe("a stranger's use of another person's address", () => {
  const signIn = (email: string, password: string) =>
    harness.send('POST', '/token?grant_type=password', { body: { email, password } });

  it.each([
    ['signs up', (email: string) => signUp(email)],
    ['asks for a code', (email: string) => harness.send('POST', '/otp', { body: { email } })],
    [
      'has forgotten the password',
      (email: string) => harness.send('POST', '/recover', { body: { email } }),
    ],
  ])('in an earlier sign-up loses its password when the owner %s', async (_, act) => {
    const email = freshEmail();
    await harness.send('POST', '/signup', { body: { email, password: 'Squatter-1' } });
    await act(email);
    await harness.whenIdle();
    const fragment = fragmentOf(await openLink(harness, linkIn(lastMail())));
    expect(fragment.has('access_token')).toBe(true);
    expect((await signIn(email, 'Squatter-1')).body['code']).toBe('invalid_credentials');
  });

  it('in an address change requires the links of both mailboxes', async () => {
    const { accessToken: token, email } = await createPerson(harness);
    await harness.send('PUT', '/user', { token, body: { email: freshEmail() } });
    const toNew = linkIn(lastMail());
    for (let attempt = 0; attempt < 3; attempt += 1) await openLink(harness, toNew);
    expect((await harness.send('GET', '/user', { token })).body['email']).toBe(email);
  });

  it('in a sign-up does not replace an account created by an administrator', async () => {
    const email = freshEmail();
    const created = await harness.send('POST', '/admin/users', {
      token: harness.secretKey,
      body: { email, password: goodPassword, app_metadata: { plan: 'team' } },
    });
    await harness.send('POST', '/resend', { body: { type: 'signup', email } });
    await harness.whenIdle();
    await signUp(email);
    const path = `/admin/users/${String(created.body['id'])}`;
    const stored = await harness.send('GET', path, { token: harness.secretKey });
    expect(stored.body['app_metadata']).toMatchObject({ plan: 'team' });
    await harness.send('POST', '/recover', { body: { email } });
    await harness.whenIdle();
    await openLink(harness, linkIn(lastMail()));
    expect((await signIn(email, goodPassword)).status).toBe(200);
  });
});
