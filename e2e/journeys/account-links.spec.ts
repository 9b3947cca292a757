import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkMailedTo } from '../fixtures/mailbox.ts';
import { KillableServer } from '../fixtures/killable-server.ts';
import { fillSignUp, signIn, somebody } from '../fixtures/person.ts';
import { signInPage } from '../fixtures/context-pool.ts';
import { createUser } from '../fixtures/signed-in-user.ts';
import { startSignInProvider } from '../fixtures/sign-in-provider.ts';
import { expect, test as base } from '../fixtures/test.ts';

interface Installation {
  readonly address: string;
  /** Moves the server's clock ahead by some minutes. */
  readonly goAhead: (minutes: number) => Promise<void>;
}

/** A separate installation with PKCE links, a sign-in provider and a movable clock. */
const test = base.extend<object, { readonly installation: Installation }>({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter
    async ({}, give) => {
      const folder = await mkdtemp(join(tmpdir(), 'cuebook-clock-'));
      const clock = join(folder, 'ahead');
      // Written by rename, because the server reads the file continuously.
      const goAhead = async (minutes: number) => {
        await writeFile(`${clock}.new`, String(minutes * 60_000));
        await rename(`${clock}.new`, clock);
      };
      await goAhead(0);
      const provider = await startSignInProvider('pat@example.com');
      const preload = new URL('../fixtures/movable-clock.mjs', import.meta.url);
      const server = await KillableServer.start({
        AUTH_FLOW: 'pkce',
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: 'cuebook',
        OIDC_LABEL: 'Example ID',
        CLOCK_FILE: clock,
        NODE_OPTIONS: `--import=${preload.href}`,
      });
      await give({ address: server.url, goAhead });
      await server.remove();
      await provider.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ installation }, give) => give(installation.address),
});

test.describe.configure({ timeout: 120_000 });

test('an expired link says so, and offers a new one', async ({ page, request, installation }) => {
  const bea = somebody('Bea');
  await fillSignUp(page, bea);
  await expect(page).toHaveURL(/\/register-success$/);
  const late = await linkMailedTo(request, bea.email);
  await installation.goAhead(61);
  await page.goto(late);
  await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
  await expect(page.getByRole('alert').first()).toHaveText('Email link is invalid or has expired');
  await page.getByRole('button', { name: 'Click to resend' }).click();
  await expect(
    page.getByText('Verification email has been resent. Please check your inbox.'),
  ).toBeVisible();
  await linkMailedTo(request, bea.email, [late]);
  await page.getByRole('link', { name: 'Go to Sign In' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await installation.goAhead(0);
});

test('a PKCE link works only in the browser that requested it', async ({
  page,
  pageOf,
  request,
}) => {
  const cleo = somebody('Cleo');
  await fillSignUp(page, cleo);
  await expect(page).toHaveURL(/\/register-success$/);
  const verifier = await page.evaluate(() =>
    localStorage.getItem('supabase.auth.token-code-verifier'),
  );
  expect(JSON.parse(verifier ?? '')).toMatch(/^[0-9a-f]{112}$/);

  const elsewhere = await pageOf(null);
  const first = await linkMailedTo(request, cleo.email);
  await elsewhere.goto(first);
  await expect(elsewhere.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible();
  await expect(
    elsewhere.getByText('This link was requested in another browser').first(),
  ).toBeVisible();
  // The address is confirmed anyway.
  await signIn(elsewhere, cleo);
  await expect(elsewhere).toHaveURL(/\/app$/);

  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(cleo.email);
  await page.getByRole('button', { name: 'Send instructions' }).click();
  await expect(page.getByText('Password reset instructions sent to your email')).toBeVisible();
  await page.goto(await linkMailedTo(request, cleo.email, [first]));
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('Another-Book-2');
  await page.getByLabel('Confirm new password', { exact: true }).fill('Another-Book-2');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Password updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
});

test('an invitation works in any browser, even with PKCE links', async ({ page, request }) => {
  const greta = somebody('Greta');
  const invited = await request.post('/auth/v1/invite', {
    headers: { apikey: process.env['SECRET_KEY'] ?? '' },
    data: { email: greta.email },
  });
  expect(invited.status(), await invited.text()).toBe(200);
  await page.goto(await linkMailedTo(request, greta.email));
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(greta.password);
  await page.getByLabel('Confirm new password', { exact: true }).fill(greta.password);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('a provider signs in, reports a refusal, and returns to the requested page', async ({
  page,
}) => {
  const goThere = () => page.getByRole('button', { name: 'Continue with Example ID' }).click();
  await page.goto('/signin');
  await goThere();
  await page.getByRole('link', { name: 'Refuse' }).click();
  await expect(page.getByRole('heading', { name: "You're not signed in" })).toBeVisible();
  await expect(page.getByText('You did not agree')).toBeVisible();

  await page.goto('/signin?redirect=%2Fapp%2Flibrary#a-secret');
  await goThere();
  await page.getByRole('link', { name: 'Agree' }).click();
  await expect(page).toHaveURL(/\/app\/library#a-secret$/);
  await expect(page.getByRole('button', { name: /account menu/ })).toContainText('Pat Provider');
});

test('a code for another account, from mail or provider, asks before it replaces the session', async ({
  page,
  context,
  request,
}) => {
  const question = page.getByRole('heading', { name: 'Switch accounts?' });
  const menu = page.getByRole('button', { name: /account menu/ });
  const ada = await createUser(request, 'Ada');
  const dora = somebody('Dora');
  await fillSignUp(page, dora);
  await expect(page).toHaveURL(/\/register-success$/);
  // Meanwhile Ada signs in in another tab.
  const other = await context.newPage();
  await signInPage(other, ada);
  await page.goto(await linkMailedTo(request, dora.email));
  await expect(question).toBeVisible();
  expect(page.url()).not.toContain('code=');
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(menu).toContainText('Ada');

  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Continue with Example ID' }).click();
  await expect(page.getByRole('link', { name: 'Agree' })).toBeVisible();
  await signInPage(other, ada);
  await page.getByRole('link', { name: 'Agree' }).click();
  await expect(question).toBeVisible();
  await expect(page.getByText('Continue as pat@example.com?')).toBeVisible();
  await page.getByRole('button', { name: 'Switch accounts' }).click();
  await expect(menu).toContainText('Pat Provider');
});

test('tokens in a link sign nobody in where PKCE is required', async ({ page, request }) => {
  const ada = await createUser(request, 'Ada');
  const session = JSON.parse(ada.session) as Record<'access_token' | 'refresh_token', string>;
  const fragment = `access_token=${session.access_token}&refresh_token=${session.refresh_token}`;
  await page.goto(`/auth/callback#${fragment}&type=magiclink`);
  await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('supabase.auth.token'))).toBeNull();
});
