import type { Page } from '@playwright/test';
import { expectNothingFound } from '../fixtures/accessible.ts';
import { storagePage } from '../fixtures/context-pool.ts';
import { expect, test, userTest } from '../fixtures/test.ts';
import { isCached } from '../fixtures/offline.ts';
import { mainLink } from '../fixtures/main-link.ts';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const account = (page: Page) => page.getByRole('button', { name: /account menu/ });
const tokenKey = 'supabase.auth.token';

userTest(
  'an unknown address says so and leads home, inside and outside the app',
  async ({ page }) => {
    await page.goto('/app/nowhere');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(sidebar(page)).toBeVisible();
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(page).toHaveURL(/\/app$/);
    await page.goto('/nowhere/at/all');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Go home' }).click();
    await expect(page).toHaveURL(/\/$/);
  },
);

interface StoredSession {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_at: number;
}

/** Stores a session that differs from the real one. */
async function spoil(page: Page, session: string, change: Partial<StoredSession>): Promise<void> {
  const spoiled = JSON.stringify({ ...(JSON.parse(session) as StoredSession), ...change });
  await storagePage(page).evaluate(([key, text]) => localStorage.setItem(key, text), [
    tokenKey,
    spoiled,
  ] as const);
}

function forged(token: string): string {
  const [head, body = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  const lie = { ...claims, sub: '00000000-0000-4000-8000-000000000001' };
  return [head, Buffer.from(JSON.stringify(lie)).toString('base64url'), signature].join('.');
}

test('an expired session is refreshed silently while its refresh token is valid', async ({
  page,
  me,
}) => {
  await spoil(page, me.session, { expires_at: Math.floor(Date.now() / 1000) - 60 });
  await page.goto('/app/library');
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  const stored = await page.evaluate((key) => localStorage.getItem(key), tokenKey);
  expect((JSON.parse(stored ?? '{}') as StoredSession).expires_at).toBeGreaterThan(
    Date.now() / 1000,
  );
});

test('an expired session shows the cached library while offline, and is refreshed online', async ({
  page,
  me,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (let number = 1; number <= 8; number += 1) {
    await me.api.prompt({ title: `Row ${number}`, content: 'Seen before' });
  }
  await page.goto('/app/library');
  const first = mainLink(page, 'Row 1');
  await expect(first).toBeVisible();
  await expect.poll(() => isCached(page, '/rest/v1/prompts?')).toBe(true);
  await spoil(page, me.session, { expires_at: Math.floor(Date.now() / 1000) - 60 });
  // The browser reports a connection, but nothing responds.
  const server = /\/(auth|rest)\/v1\/|\/health$/;
  await page.route(server, (route) => route.abort('connectionrefused'));
  await page.reload();
  const notice = page.getByText("You're offline.");
  await expect(notice).toBeVisible();
  await expect(first).toBeVisible();

  // The notice overlays the page; its last row can still be scrolled into view.
  await expect(async () => {
    // Scrolls again if later content made the page longer.
    await first.focus();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const row = await first.boundingBox();
    const over = await notice.boundingBox();
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThan(over?.y ?? 0);
  }).toPass();

  await me.api.prompt({ title: 'Row 9', content: 'Written elsewhere' });
  await page.unroute(server);
  await expect(mainLink(page, 'Row 9')).toBeVisible();
  await expect(notice).toBeHidden();
});

test('the shell renders before the scripts load, and visitors are sent to sign-in', async ({
  page,
  me,
}) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/app/library', { waitUntil: 'commit' });
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await page.evaluate((key) => localStorage.removeItem(key), tokenKey);
  await page.goto('/app/library', { waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fapp%2Flibrary$/);
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  release();
  await page.getByLabel('Email').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(me.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
});

test('a forged token opens nothing, and the real session replaces it', async ({ page, me }) => {
  await me.api.prompt({ title: 'Mine', content: 'x' });
  const { access_token } = JSON.parse(me.session) as StoredSession;
  const refusals: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/rest/v1/')) refusals.push(response.status());
  });
  await spoil(page, me.session, { access_token: forged(access_token) });
  await page.goto('/app');
  await expect(mainLink(page, 'Mine')).toBeVisible();
  expect(refusals).toContain(401);
});

test("a session that can't be used or refreshed counts as signed out", async ({ page, me }) => {
  const { access_token } = JSON.parse(me.session) as StoredSession;
  const expired = { expires_at: Math.floor(Date.now() / 1000) - 60 };
  for (const change of [expired, { access_token: forged(access_token) }]) {
    await spoil(page, me.session, { ...change, refresh_token: 'made-up' });
    await page.goto('/app/library');
    await expect(page).toHaveURL(/\/signin\?redirect=%2Fapp%2Flibrary$/);
    expect(await page.evaluate((key) => localStorage.getItem(key), tokenKey)).toBeNull();
  }
  for (const nonsense of ['{"half":', '{}', 'null']) {
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
      tokenKey,
      nonsense,
    ] as const);
    await page.goto('/app');
    await expect(page).toHaveURL(/\/signin/);
  }
});

test("the app says that the session can't be read, and retries", async ({ page, me }) => {
  await spoil(page, me.session, { expires_at: Math.floor(Date.now() / 1000) - 60 });
  await page.route(/\/auth\/v1\/token/, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 500, error_code: 'unexpected_failure', msg: 'The desk is closed' },
    }),
  );
  await page.clock.install();
  await page.goto('/app');
  await expect(async () => {
    // The client retries for half a minute before it fails.
    await page.clock.runFor(2_000);
    const failure = page.getByText(
      'Authentication Error: The server had a problem of its own. Wait a moment, then try again.',
    );
    await expect(failure.first()).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(sidebar(page)).toHaveCount(0);
  await page.clock.resume();
  await expectNothingFound(page);
  await page.unroute(/\/auth\/v1\/token/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

userTest('a page of an older build reloads once when its scripts are gone', async ({ page }) => {
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const gone = /\/assets\/groups-[^/]*\.js$/;
  await page.route(gone, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await sidebar(page).getByRole('link', { name: 'Groups' }).click();
  await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible();
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0])).toMatchObject({
    type: 'reload',
  });

  // A script that is missing from this build too must not cause endless reloads.
  await page.route(/\/assets\/library-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
  await sidebar(page).getByRole('link', { name: 'Library' }).click();
  await expect(page.getByText('Something went wrong')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});

userTest(
  'signing out in one tab signs out in the other, and going back shows nothing',
  async ({ page, context }) => {
    await page.goto('/app');
    const other = await context.newPage();
    await other.goto('/app/library');
    await expect(other.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
    await sidebar(page).getByRole('link', { name: 'Groups' }).click();
    await expect(page.getByText('No groups yet')).toBeVisible();
    await account(page).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/signin$/);
    await expect(other).toHaveURL(/\/signin/);
    expect(await page.evaluate((key) => localStorage.getItem(key), tokenKey)).toBeNull();
    await page.goBack();
    await expect(page).toHaveURL(/\/signin/);
  },
);

test("the page shows an error if it can't load its configuration", async ({ page }) => {
  await page.route(/\/config\.json/, (route) => route.abort());
  await page.goto('/app');
  await expect(page.getByText("The server isn't responding")).toBeVisible();
  await page.unroute(/\/config\.json/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/signin/);
});
