import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeIn,
  createAuthBench,
  fragmentOf,
  freshEmail,
  goodPassword,
  linkIn,
  makePerson,
  open,
} from '#server/testing/auth-bench.ts';
import type { Answer, AuthBench } from '#server/testing/auth-bench.ts';
import { attack } from '#server/testing/attacker.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let bench: AuthBench;
beforeAll(async () => {
  bench = await createAuthBench();
});
afterAll(() => bench.stop());

function fifty<Result>(send: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: 50 }, send));
}

function signUp(email = freshEmail(), more: object = {}) {
  return bench.send('POST', '/signup', { body: { email, password: goodPassword, ...more } });
}

const lastMail = () => bench.mails.at(-1);

describe('links in mails, when the request lies about the host', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      TRUSTED_PROXIES: '127.0.0.1',
      CONFIRM_EMAIL: 'on',
      ANONYMOUS_SIGN_IN: 'on',
    });
  });
  afterAll(() => server.stop());

  const lies = {
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
    'POST %s mails a link to the configured site, and back to it',
    async (path) => {
      const email = freshEmail();
      const body = { email, password: goodPassword, type: 'signup' };
      if (path === '/recover' || path === '/resend') {
        await attack(server, 'POST', '/auth/v1/signup', { body });
      }
      const reply = await attack(server, 'POST', `/auth/v1${path}`, { body, headers: lies });
      expect(reply.status).toBe(200);
      await server.parts.background.idle();
      const mails = server.parts.mailbox?.mails() ?? [];
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
  ])('redirect_to=%s leads to the site', async (redirectTo) => {
    const email = freshEmail();
    const query = `?redirect_to=${encodeURIComponent(redirectTo)}`;
    const body = { email, password: goodPassword };
    await attack(server, 'POST', `/auth/v1/signup${query}`, { body });
    const [mail] = (server.parts.mailbox?.mails() ?? []).filter(({ to }) => to === email);
    expect(linkIn(mail).searchParams.get('redirect_to')).toBe(server.url);
    const link = linkIn(mail);
    link.searchParams.set('redirect_to', redirectTo);
    const opened = await attack(server, 'GET', `/auth/v1/verify${link.search}`);
    expect(opened.headers.location).toMatch(new RegExp(`^${server.url}/?#access_token=`));
  });
});

describe('one secret brought by fifty at once', () => {
  const statusesOf = (answers: readonly Answer[]) =>
    answers.map(({ status }) => status).toSorted((one, other) => one - other);

  it('a link gives one session', async () => {
    await signUp();
    const link = linkIn(lastMail());
    const answers = await fifty(() => open(bench, link));
    const fragments = answers.map(fragmentOf);
    expect(fragments.filter((fragment) => fragment.has('access_token'))).toHaveLength(1);
    expect(
      fragments.filter((fragment) => fragment.get('error_code') === 'otp_expired'),
    ).toHaveLength(49);
  });

  it("a link's token, posted, gives one session", async () => {
    await signUp();
    const body = { type: 'signup', token_hash: linkIn(lastMail()).searchParams.get('token') };
    const answers = await fifty(() => bench.send('POST', '/verify', { body }));
    expect(statusesOf(answers)).toEqual([200, ...Array<number>(49).fill(403)]);
  });

  it('a code gives one session', async () => {
    const email = freshEmail();
    await signUp(email);
    const body = { type: 'email', email, token: codeIn(lastMail()) };
    const statuses = statusesOf(await fifty(() => bench.send('POST', '/verify', { body })));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 403, 429]));
  });

  it('an authorization code gives one session', async () => {
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

/** The authorization code that a sign-up's link leads to. */
async function pkceCode(): Promise<string> {
  await signUp(freshEmail(), withPkce);
  const opened = await open(bench, linkIn(lastMail()));
  return new URL(opened.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

const exchange = (code: string, code_verifier = verifier) =>
  bench.send('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier } });

describe('a code or link in the wrong hands', () => {
  it('an authorization code without its verifier gets nothing, and is used up', async () => {
    const code = await pkceCode();
    expect((await exchange(code, challenge)).body['code']).toBe('bad_code_verifier');
    expect((await exchange(code)).body['code']).toBe('flow_state_not_found');
  });

  it('an authorization code that is five minutes old gets nothing', async () => {
    const code = await pkceCode();
    bench.advance(5 * 60_000 + 1);
    expect((await exchange(code)).body['code']).toBe('flow_state_expired');
  });

  it("a PKCE link's token without its prefix, to get a session instead of a code: refused", async () => {
    await signUp(freshEmail(), withPkce);
    const link = linkIn(lastMail());
    link.searchParams.set('token', (link.searchParams.get('token') ?? '').replace('pkce_', ''));
    expect(fragmentOf(await open(bench, link)).get('error_code')).toBe('otp_expired');
  });

  it('a link after an hour, after a newer one, and after a new password: refused', async () => {
    const { email, accessToken: token } = await makePerson(bench);
    const recover = async () => {
      await bench.send('POST', '/recover', { body: { email } });
      await bench.settled();
      return linkIn(lastMail());
    };
    const refused = async (link: URL) =>
      fragmentOf(await open(bench, link)).get('error_code') === 'otp_expired';
    const first = await recover();
    const second = await recover();
    expect(await refused(first)).toBe(true);
    await bench.send('PUT', '/user', { token, body: { password: 'Another-Act-9' } });
    expect(await refused(second)).toBe(true);
    const third = await recover();
    bench.advance(3_600_001);
    expect(await refused(third)).toBe(true);
  });

  it.each([
    'recovery',
    'magiclink',
    'email_change',
    'reauthentication',
    'phone_change',
    '__proto__',
  ])("a sign-up's link as %s: refused", async (type) => {
    await signUp();
    const link = linkIn(lastMail());
    link.searchParams.set('type', type);
    const fragment = fragmentOf(await open(bench, link));
    expect([fragment.has('access_token'), fragment.has('error_code')]).toEqual([false, true]);
  });

  it('what the database holds of a mail opens nothing', async () => {
    await signUp();
    const [row] = await bench.database.sql<{ token_hash: string; code_hash: string }>(
      'select token_hash, code_hash from auth.one_time_tokens order by created_at desc limit 1',
    );
    for (const token_hash of [row?.token_hash, row?.code_hash]) {
      const answer = await bench.send('POST', '/verify', { body: { type: 'signup', token_hash } });
      expect(answer.body['code']).toBe('otp_expired');
    }
  });
});

describe("somebody else's address", () => {
  const signIn = (email: string, password: string) =>
    bench.send('POST', '/token?grant_type=password', { body: { email, password } });

  it.each([
    ['signs up', (email: string) => signUp(email)],
    ['asks for a code', (email: string) => bench.send('POST', '/otp', { body: { email } })],
    [
      'has forgotten the password',
      (email: string) => bench.send('POST', '/recover', { body: { email } }),
    ],
  ])('signed up with beforehand leaves no way in when its owner %s', async (_, come) => {
    const email = freshEmail();
    await bench.send('POST', '/signup', { body: { email, password: 'Squatter-1' } });
    await come(email);
    await bench.settled();
    const fragment = fragmentOf(await open(bench, linkIn(lastMail())));
    expect(fragment.has('access_token')).toBe(true);
    expect((await signIn(email, 'Squatter-1')).body['code']).toBe('invalid_credentials');
  });

  it('in a change of address needs a link from both mailboxes, each once', async () => {
    const { accessToken: token, email } = await makePerson(bench);
    await bench.send('PUT', '/user', { token, body: { email: freshEmail() } });
    const toNew = linkIn(lastMail());
    for (let again = 0; again < 3; again += 1) await open(bench, toNew);
    expect((await bench.send('GET', '/user', { token })).body['email']).toBe(email);
  });

  it('with an account made by an administrator is not removed by a sign-up', async () => {
    const email = freshEmail();
    const made = await bench.send('POST', '/admin/users', {
      token: bench.secretKey,
      body: { email, password: goodPassword, app_metadata: { plan: 'team' } },
    });
    await bench.send('POST', '/resend', { body: { type: 'signup', email } });
    await bench.settled();
    await signUp(email);
    const path = `/admin/users/${String(made.body['id'])}`;
    const kept = await bench.send('GET', path, { token: bench.secretKey });
    expect(kept.body['app_metadata']).toMatchObject({ plan: 'team' });
    await bench.send('POST', '/recover', { body: { email } });
    await bench.settled();
    await open(bench, linkIn(lastMail()));
    expect((await signIn(email, goodPassword)).status).toBe(200);
  });
});
