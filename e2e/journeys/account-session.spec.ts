import type { Page, Request } from '@playwright/test';
import { signInPage, storagePage } from '../fixtures/context-pool.ts';
import { expect, test, userTest } from '../fixtures/test.ts';

const tokenKey = 'supabase.auth.token';

interface StoredSession {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_at: number;
}

const stored = (page: Page) =>
  storagePage(page).evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? '{}') as StoredSession,
    tokenKey,
  );

const isRefresh = (request: Request) => request.url().includes('grant_type=refresh_token');

/** Counts how often a page refreshes the session. */
function refreshes(page: Page): { count: number } {
  const seen = { count: 0 };
  page.on('request', (request) => {
    if (isRefresh(request)) seen.count += 1;
  });
  return seen;
}

userTest(
  'a session is refreshed within 90 seconds of its expiry, and not before',
  async ({ page }) => {
    const before = await stored(page);
    const seen = refreshes(page);
    await page.clock.install();
    await page.goto('/app');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    // Moves to three minutes before expiry, then to just before two, when refresh ticks start.
    await page.clock.fastForward(before.expires_at * 1000 - Date.now() - 180_000);
    await page.clock.runFor(31_000);
    expect(seen.count).toBe(0);
    const reply = page.waitForResponse((response) => isRefresh(response.request()));
    await page.clock.runFor(60_000);
    expect((await reply).status()).toBe(200);
    await expect
      .poll(async () => (await stored(page)).refresh_token)
      .not.toBe(before.refresh_token);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  },
);

test('two tabs that refresh at once stay signed in with one session', async ({
  page,
  me,
  context,
}) => {
  const session = JSON.parse(me.session) as StoredSession;
  const other = await context.newPage();
  await signInPage(page, {
    ...me,
    session: JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 1 }),
  });
  // Both requests are held until both were sent.
  let refreshes = 0;
  let let_go: () => void = () => undefined;
  const both = new Promise<void>((resolve) => (let_go = resolve));
  await context.route(/grant_type=refresh_token/, async (route) => {
    refreshes += 1;
    if (refreshes === 2) let_go();
    await both;
    await route.continue();
  });
  await Promise.all([page.goto('/app'), other.goto('/app')]);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  }
  expect(refreshes).toBe(2);
  await page.goto('/app/account');
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
});
