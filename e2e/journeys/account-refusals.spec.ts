import type { Page } from '@playwright/test';
import { fillSignUp, somebody } from '../fixtures/person.ts';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, test, userTest } from '../fixtures/test.ts';

/** Replaces the response to the next matching request. */
async function answerOnce(page: Page, path: string, status: number, json: object): Promise<void> {
  await page.route(`**/auth/v1/${path}`, (route) => route.fulfill({ status, json }), { times: 1 });
}

const closed = { code: 500, error_code: 'unexpected_failure', msg: 'The desk is closed' };

test('each refusal around signing in has its message', async ({ page }) => {
  const dan = somebody('Dan');
  const say = (text: string) => expect(page.getByText(text).first()).toBeVisible();

  await test.step('signing in says that it is busy; a forgotten password leads on', async () => {
    await page.goto('/signin');
    let reply: () => void = () => undefined;
    const waited = new Promise<void>((resolve) => (reply = resolve));
    await page.route('**/auth/v1/token?*', async (route) => {
      await waited;
      await route.fulfill({ status: 500, json: closed });
    });
    await page.getByLabel('Email').fill(dan.email);
    await page.getByLabel('Password', { exact: true }).fill(dan.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('button', { name: 'Loading...' })).toBeVisible();
    reply();
    await say(
      'Sign in failed: The server had a problem of its own. Wait a moment, then try again.',
    );
    await page.unroute('**/auth/v1/token?*');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL(/\/reset-password$/);
    // The page being left has such a field too, and stays a little after the URL changes.
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  });

  await test.step('instructions that were not sent', async () => {
    await answerOnce(page, 'recover?*', 500, closed);
    await page.getByLabel('Email').fill(dan.email);
    await page.getByRole('button', { name: 'Send instructions' }).click();
    await say('Failed to send reset instructions. Please try again.');
    await expect(page).toHaveURL(/\/reset-password$/);
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(page).toHaveURL(/\/signup$/);
  });

  await test.step('a sign-up without agreeing, and one that made nobody', async () => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().includes('/auth/v1/')) sent += 1;
    });
    await page.getByLabel('Full name').fill(dan.name);
    await page.getByLabel('Email').fill(dan.email);
    await page.getByLabel('Password', { exact: true }).fill(dan.password);
    await page.getByLabel('Confirm password', { exact: true }).fill(dan.password);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByRole('checkbox')).toBeFocused();
    expect(sent).toBe(0);
    await answerOnce(page, 'signup?*', 200, {});
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await say('Sign up failed: Failed to create user account');
    await expect(page.getByRole('alert').getByText('Failed to create user account')).toBeVisible();
  });

  await test.step('an address that is confirmed already', async () => {
    const user = { id: dan.email, email: dan.email, email_confirmed_at: '2026-01-01T00:00:00Z' };
    await answerOnce(page, 'signup?*', 200, user);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await say('Sign up successful! You can now sign in.');
    await expect(page).toHaveURL(/\/signin$/);
  });

  await test.step('a mail that is not sent again is logged, and said where it was asked for', async () => {
    await fillSignUp(page, dan);
    await expect(page).toHaveURL(/\/register-success$/);
    await answerOnce(page, 'resend?*', 500, closed);
    const logged = page.waitForEvent('console', (message) =>
      message
        .text()
        .includes(
          'The verification mail was not sent again: The server had a problem of its own. Wait a moment, then try again.',
        ),
    );
    await page.getByRole('button', { name: 'Click to resend' }).click();
    await logged;
    await expect(
      page
        .getByRole('main')
        .getByText('The server had a problem of its own. Wait a moment, then try again.'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Go to Sign In' }).click();
    await expect(page).toHaveURL(/\/signin$/);
  });
});

test('a refused password change and a refused sign-out say why', async ({ page, me }) => {
  await page.goto('/app/account');
  await page.getByLabel('Current password', { exact: true }).fill(me.password);
  await page.getByLabel('New password', { exact: true }).fill('Another-Book-2');
  await page.getByLabel('Confirm new password', { exact: true }).fill('Another-Book-2');
  // The page also reads the user, at a time of its own.
  await page.route('**/auth/v1/user', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: closed })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(
    page.getByText(
      'Failed to update password: The server had a problem of its own. Wait a moment, then try again.',
    ),
  ).toBeVisible();

  await answerOnce(page, 'logout?*', 500, closed);
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(
    page.getByText(
      'Sign out failed: The server had a problem of its own. Wait a moment, then try again.',
    ),
  ).toBeVisible();
  // This device is signed out anyway.
  await expect(page).toHaveURL(/\/signin$/);
  expect(await page.evaluate(() => localStorage.getItem('supabase.auth.token'))).toBeNull();
});

test('without email confirmation, a sign-up leads straight into the app', async ({
  page,
  request,
}) => {
  const { session } = await createUser(request, 'Mary');
  // The response of an installation that doesn't require it.
  await answerOnce(page, 'signup?*', 200, JSON.parse(session) as object);
  await fillSignUp(page, somebody('Eve'));
  await expect(page.getByText('Sign up successful! You can now sign in.')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

userTest("a saved account change isn't undone by an older response", async ({ page }) => {
  const read = Promise.withResolvers<undefined>();
  const saved = Promise.withResolvers<undefined>();
  await page.route(
    '**/auth/v1/user',
    async (route) => {
      const response = await route.fetch();
      read.resolve(undefined);
      await saved.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const older = page.waitForResponse(
    (one) => one.url().endsWith('/auth/v1/user') && one.request().method() === 'GET',
  );
  await page.goto('/app/account');
  await read.promise;
  const marketing = page.getByRole('switch', { name: 'Marketing emails' });
  await marketing.click();
  await expect(page.getByText('Account settings saved successfully!')).toBeVisible();
  saved.resolve(undefined);
  await (await older).finished();
  // Each press sends both switches.
  const update = page.waitForResponse((one) => one.request().method() === 'PUT');
  const mail = page.getByRole('switch', { name: 'Email notifications' });
  await mail.click();
  expect((await update).status()).toBe(200);
  await page.reload();
  await expect(mail).not.toBeChecked();
  await expect(marketing).toBeChecked();
});
