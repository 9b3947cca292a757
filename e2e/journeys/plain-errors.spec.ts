import type { Page } from '@playwright/test';
import { expect, test, userTest } from '../fixtures/test.ts';

async function createGroup(page: Page, name: string): Promise<void> {
  await page.goto('/app/groups');
  await page.getByRole('button', { name: 'New Group' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Create New Group' });
  await panel.getByLabel('Name').fill(name);
  await panel.getByLabel('Description').fill('D');
  await panel.getByRole('button', { name: 'Create Group' }).click();
}

test('a save of an account deleted elsewhere signs out and says why', async ({ page, me }) => {
  // The page's own check runs first and finds the account.
  const checked = page.waitForResponse(/\/auth\/v1\/user/);
  await page.goto('/app/groups');
  await checked;
  await page.getByRole('button', { name: 'New Group' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Create New Group' });
  await panel.getByLabel('Name').fill('Late');
  await panel.getByLabel('Description').fill('D');
  await me.api.call('delete_user_account', {});
  await panel.getByRole('button', { name: 'Create Group' }).click();
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByRole('alert')).toContainText('Your account was deleted on another device');
  await expect(page.getByText('foreign key')).toHaveCount(0);
});

test('the library of an account deleted elsewhere signs out instead of showing nothing', async ({
  page,
  me,
}) => {
  await me.api.call('delete_user_account', {});
  await page.goto('/app/library');
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByRole('alert')).toContainText('Your account was deleted on another device');
});

userTest(
  "a proxy's error page and a rate limit are reported in plain sentences",
  async ({ page }) => {
    const body = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>';
    const html = { contentType: 'text/html' };
    const groups = /\/rest\/v1\/groups(\?|$)/;
    await page.route(groups, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ ...html, status: 502, body })
        : route.continue(),
    );
    await createGroup(page, 'One');
    await expect(
      page.getByText("Failed to create group: The server can't be reached right now."),
    ).toBeVisible();
    await page.unroute(groups);

    await page.route(groups, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ ...html, status: 429, headers: { 'retry-after': '40' }, body })
        : route.continue(),
    );
    await createGroup(page, 'Two');
    await expect(
      page.getByText('Failed to create group: Too many requests. Try again in 40 seconds.'),
    ).toBeVisible();
    await expect(page.getByText('Bad Gateway')).toHaveCount(0);
  },
);

userTest('an action without a session says that nobody is signed in', async ({ page }) => {
  await page.goto('/app/groups');
  await page.getByRole('button', { name: 'New Group' }).first().click();
  await page.evaluate(() => localStorage.removeItem('supabase.auth.token'));
  const panel = page.getByRole('dialog', { name: 'Create New Group' });
  await panel.getByLabel('Name').fill('Nobody');
  await panel.getByLabel('Description').fill('D');
  await panel.getByRole('button', { name: 'Create Group' }).click();
  await expect(page.getByText('Failed to create group: User not authenticated')).toBeVisible();
});

userTest("a user that can't be read is reported as an authentication error", async ({ page }) => {
  await page.route(/\/auth\/v1\/user/, (route) =>
    route.fulfill({ status: 500, json: { error_code: 'unexpected_failure', msg: 'check logs' } }),
  );
  await page.goto('/app/account');
  await expect(page.getByText('Authentication error', { exact: true })).toBeVisible();
});

test('a rate-limited sign-in says when to try again', async ({ page }) => {
  await page.route(/grant_type=password/, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '40', 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
    }),
  );
  await page.goto('/signin');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Wrong1234');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  const sentence = 'Too many requests. Try again in 40 seconds.';
  await expect(page.getByText(`Sign in failed: ${sentence}`)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(sentence);
});

test('a failed restore says why', async ({ page, me }) => {
  const id = await me.api.prompt({ title: 'Old', content: 'one' });
  await me.api.patch(`prompts?id=eq.${id}`, { content: 'two' });
  await page.goto(`/app/prompts/${id}`);
  await page.getByRole('button', { name: /Version History/ }).click();
  const restore = page.getByRole('button', { name: 'Restore version 1' });
  await expect(restore).toBeVisible();
  await me.api.patch(`prompts?id=eq.${id}`, { content: 'three' });
  await restore.click();
  await expect(
    page.getByText('Failed to restore version: The prompt has been changed since it was loaded'),
  ).toBeVisible();
});
