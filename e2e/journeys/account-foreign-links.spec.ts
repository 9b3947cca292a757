import type { APIRequestContext, Page } from '@playwright/test';
import { generateKeyPair, SignJWT } from 'jose';
import { expectAccessible } from '../fixtures/accessible.ts';
import { linkMailedTo, linksMailedTo } from '../fixtures/mailbox.ts';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';
import { publishableKey } from '../fixtures/rest-client.ts';

/*
 * Links that carry somebody's tokens, opened by someone who is signed in, and by someone who is
 * not. docs/security.md names this table. first-paint.test.ts opens each kind at each address.
 */

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

const tokensOf = ({ session }: SignedInUser) => JSON.parse(session) as Tokens;

/** Writes a fragment or a query as the auth server does. */
function carry(tokens: Partial<Tokens>, more: Readonly<Record<string, string>> = {}): string {
  const usual = { expires_in: '3600', token_type: 'bearer' };
  return new URLSearchParams({ ...tokens, ...usual, ...more }).toString();
}

/** Returns an access token that claims to be `user`'s but was signed by another issuer. */
async function foreignToken({ id }: SignedInUser, lifetime: string): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT({ role: 'authenticated', session_id: crypto.randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'JWT' })
    .setIssuer('https://evil.example/auth/v1')
    .setAudience('authenticated')
    .setSubject(id)
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(privateKey);
}

/** Addresses that links of our own mails lead to; `/` passes on to /auth/callback. */
const targets = ['/', '/auth/callback', '/reset-password'];

/** Returns the email of the user signed in in this browser; null if there is none. */
const whoIsStored = (page: Page) =>
  page.evaluate(() => {
    const session = localStorage.getItem('supabase.auth.token');
    return session === null
      ? null
      : (JSON.parse(session) as { user: { email: string } }).user.email;
  });

const secret = /token=|code=|token_hash|eyJ/;

/**
 * Returns the addresses that hold a secret: the one in the address bar and those of the history.
 */
async function leaksOf(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const { entries } = await client.send('Page.getNavigationHistory');
  await client.detach();
  return [page.url(), ...entries.map(({ url }) => url)].filter((url) => secret.test(url));
}

const question = (page: Page) => page.getByRole('heading', { name: 'Switch accounts?' });

interface Carried {
  readonly name: string;
  readonly rest: string;
  /** Whether a valid target signs in a signed-out visitor with this link. */
  readonly isGood: boolean;
}

/** Returns links with tokens of `mallory`; forged ones claim to be for `owner`. */
async function links(owner: SignedInUser, mallory: SignedInUser) {
  const tokens = tokensOf(mallory);
  const forged = { ...tokens, access_token: await foreignToken(owner, '1h') };
  const late = { ...tokens, access_token: await foreignToken(owner, '-1h') };
  const garbage = { access_token: 'eyJh.eyJz.x', refresh_token: 'zzz' };
  const row = (name: string, rest: string, isGood = false): Carried => ({ name, rest, isGood });
  const byTokens = row('tokens', `#${carry(tokens)}`, true);
  const byOthers = [
    row('tokens in the query', `?${carry(tokens)}`),
    row('an authorization code', '?code=0f0e0d0c-0b0a-4908-8706-050403020100'),
    row('a token hash', '?token_hash=pkce_0123456789abcdef&type=recovery'),
  ];
  const atTargets = [
    row('tokens of a recovery', `#${carry(tokens, { type: 'recovery' })}`, true),
    row('tokens of an invitation', `#${carry(tokens, { type: 'invite' })}`, true),
    row('tokens of a change of address', `#${carry(tokens, { type: 'email_change' })}`, true),
    row('tokens behind an encoded name', `#${carry(tokens).replace('access', '%61ccess')}`, true),
    row('tokens behind #?', `#?${carry(tokens)}`, true),
    row('tokens behind #/', `#/${carry(tokens)}`),
    row('tokens beside an error', `#${carry(tokens, { error: 'x', error_description: 'y' })}`),
    row('an access token alone', `#${carry({ access_token: tokens.access_token })}`),
    row('garbage', `#${carry(garbage)}`),
    row("a foreign issuer's token", `#${carry(forged)}`),
    row("a foreign issuer's expired token", `#${carry(late)}`),
  ];
  return { byTokens, byOthers, atTargets };
}

for (const isSignedIn of [true, false]) {
  test(`no link replaces a session or leaves its secrets behind, opened signed ${isSignedIn ? 'in' : 'out'}`, async ({
    page,
    context,
    request,
  }) => {
    test.setTimeout(300_000);
    const owner = await createUser(request, 'Ada');
    const mallory = await createUser(request, 'Mallory');
    const bait = await mallory.api.prompt({ title: 'Bait', content: 'Read me', is_public: true });
    const { byTokens, byOthers, atTargets } = await links(owner, mallory);
    const elsewhere = ['/app', '/signin', '/nowhere', `/p/${bait}`];
    const rows = [
      ...[...targets, ...elsewhere].map((path) => ({ path, carried: byTokens })),
      ...['/auth/callback', '/app'].flatMap((path) =>
        byOthers.map((carried) => ({ path, carried })),
      ),
      ...atTargets.map((carried) => ({ path: '/auth/callback', carried })),
      ...atTargets.slice(0, 1).map((carried) => ({ path: '/reset-password', carried })),
    ];

    const store = (text: string) => localStorage.setItem('supabase.auth.token', text);
    const devTools = await context.newCDPSession(page);
    const wrong: string[] = [];
    for (const { path, carried } of rows) {
      const row = `${carried.name} at ${path}`;
      const isTaken = carried.isGood && targets.includes(path);
      // Each row has a history and a session of its own.
      await page.goto('/robots.txt');
      await devTools.send('Page.resetNavigationHistory');
      await page.evaluate(() => localStorage.clear());
      if (isSignedIn) await page.evaluate(store, owner.session);
      await page.goto(path + carried.rest);
      const shown =
        isSignedIn && isTaken ? question(page) : page.getByRole('heading', { level: 1 });
      await shown
        .waitFor({ timeout: 30_000 })
        .catch(() => wrong.push(`${row}: the page is not shown`));
      const expected = isSignedIn ? owner.email : isTaken ? mallory.email : null;
      await expect
        .poll(() => whoIsStored(page), { timeout: 30_000 })
        .toBe(expected)
        .catch(() => wrong.push(`${row}: signs in somebody else`));
      for (const url of await leaksOf(page)) {
        wrong.push(`${row}: stays in ${url.slice(0, 60)}`);
      }
    }
    expect(wrong).toEqual([]);
    // Mallory's session still works: none of the refusals was due to its end.
    expect(await statusOf(request, tokensOf(mallory).access_token)).toBe(200);
  });
}

/** Requests a sign-in link for a user, and returns the URL it redirects to. */
async function openedLink(
  request: APIRequestContext,
  { email }: SignedInUser,
  target: string,
): Promise<string> {
  const isRecovery = target === '/reset-password';
  const seen = await linksMailedTo(request, email);
  await request.post(isRecovery ? '/auth/v1/recover' : '/auth/v1/otp', {
    params: { redirect_to: `${process.env['BASE_URL']}${target}` },
    headers: { apikey: publishableKey() },
    data: { email },
  });
  const link = await linkMailedTo(request, email, seen);
  const response = await request.get(link, { maxRedirects: 0 });
  return response.headers()['location'] ?? '';
}

/** Returns the status of `GET /user` with an access token. */
async function statusOf(request: APIRequestContext, token: string): Promise<number> {
  const headers = { apikey: publishableKey(), authorization: `Bearer ${token}` };
  return (await request.get('/auth/v1/user', { headers })).status();
}

const tokenIn = (address: string) =>
  new URLSearchParams(new URL(address).hash.slice(1)).get('access_token') ?? '';

test("the question about a foreign link names both accounts, and staying ends the link's session", async ({
  page,
  me,
  request,
}) => {
  const bea = await createUser(request, 'Bea');
  const address = await openedLink(request, bea, '/auth/callback?redirect=%2Fapp%2Flibrary');
  await page.goto(address);
  await expect(question(page)).toBeVisible();
  await expect(page.getByText(`You're signed in as ${me.email}.`)).toBeVisible();
  await expect(page.getByText(`Continue as ${bea.email}?`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page).toHaveURL(/\/app/);
  await expect(page.getByRole('button', { name: /account menu/ })).toContainText('Mary');
  await expect.poll(() => statusOf(request, tokenIn(address))).toBe(403);
  expect(await statusOf(request, tokensOf(me).access_token)).toBe(200);

  // One's own link asks nothing.
  await page.goto(await openedLink(request, me, '/auth/callback?redirect=%2Fapp%2Flibrary'));
  await expect(page).toHaveURL(/\/app\/library$/);
  expect(await whoIsStored(page)).toBe(me.email);
});

test('switching accounts signs in the other account in every tab, and ends the first session', async ({
  page,
  me,
  context,
  request,
}) => {
  const bea = await createUser(request, 'Bea');
  await page.goto('/app');
  const menu = (tab: Page) => tab.getByRole('button', { name: /account menu/ });
  await expect(menu(page)).toContainText('Mary');
  const other = await context.newPage();
  await other.goto(await openedLink(request, bea, '/auth/callback?redirect=%2Fapp%2Flibrary'));
  await expect(question(other)).toBeVisible();
  // Nothing has changed yet.
  await page.reload();
  await expect(menu(page)).toContainText('Mary');
  await other.getByRole('button', { name: 'Switch accounts' }).click();
  await expect(other).toHaveURL(/\/app\/library$/);
  await expect(menu(other)).toContainText('Bea');
  await expect(menu(page)).toContainText('Bea');
  await expect.poll(() => statusOf(request, tokensOf(me).access_token)).toBe(403);
});

test('an account check that fails after switching accounts signs nobody out', async ({
  page,
  me,
  context,
  request,
}) => {
  const bea = await createUser(request, 'Bea');
  const { promise: switched, resolve: release } = Promise.withResolvers<void>();
  const checking = page.waitForRequest(/\/auth\/v1\/user/);
  await page.route(/\/auth\/v1\/user/, async (route) => {
    await switched;
    await route.continue();
  });
  await page.goto('/app');
  await checking;
  const other = await context.newPage();
  await other.goto(await openedLink(request, bea, '/auth/callback?redirect=%2Fapp%2Flibrary'));
  await other.getByRole('button', { name: 'Switch accounts' }).click();
  await expect.poll(() => statusOf(request, tokensOf(me).access_token)).toBe(403);
  await expect(other).toHaveURL(/\/app\/library$/);
  const refused = page.waitForResponse(/\/auth\/v1\/user/);
  release();
  expect((await refused).status()).toBe(403);
  await other.reload();
  await expect(other.getByRole('button', { name: /account menu/ })).toContainText('Bea');
});

test("another person's recovery link leads to their new password only after the question", async ({
  page,
  me,
  request,
}) => {
  const bea = await createUser(request, 'Bea');
  await page.goto(await openedLink(request, bea, '/reset-password'));
  await expect(question(page)).toBeVisible();
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page).toHaveURL(/\/app$/);
  // Someone who stayed signed in doesn't get the new-password form.
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();

  await page.goto('/app');
  await page.goto(await openedLink(request, bea, '/reset-password'));
  await page.getByRole('button', { name: 'Switch accounts' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(page.getByText(`For ${bea.email}.`)).toBeVisible();
  expect(await whoIsStored(page)).toBe(bea.email);
  expect(me.email).not.toBe(bea.email);
});

test('secrets are removed from the URL of an open page', async ({ page, me }) => {
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.evaluate((fragment) => (location.hash = fragment), carry(tokensOf(me)));
  await expect.poll(() => leaksOf(page)).toEqual([]);
  await page.goto(`/signin?redirect=${encodeURIComponent(`/app/library#${carry(tokensOf(me))}`)}`);
  await expect(page).toHaveURL(/\/app\/library$/);
});
