import type { Page, Request } from '@playwright/test';
import { linkMailedTo } from '../fixtures/mailbox.ts';
import { signInPage, storagePage } from '../fixtures/context-pool.ts';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, test, userTest } from '../fixtures/test.ts';
import { publishableKey } from '../fixtures/rest-client.ts';

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

test('a page opened within ten seconds of expiry refreshes the session first', async ({
  page,
  me,
}) => {
  const session = JSON.parse(me.session) as StoredSession;
  await signInPage(page, {
    ...me,
    session: JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 9 }),
  });
  const order: string[] = [];
  page.on('request', (request) => {
    if (isRefresh(request)) order.push('refresh');
    if (request.url().includes('/rest/v1/')) order.push(request.headers()['authorization'] ?? '');
  });
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect.poll(() => order.length).toBeGreaterThan(1);
  expect(order[0]).toBe('refresh');
  expect(order).not.toContain(`Bearer ${session.access_token}`);
});

test('a lost refresh response is retried with growing delays', async ({ page, me }) => {
  const session = JSON.parse(me.session) as StoredSession;
  await signInPage(page, {
    ...me,
    session: JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 1 }),
  });
  await page.clock.install();
  // The time of each request by the page's clock.
  await page.addInitScript(() => {
    const refreshTimes: number[] = [];
    const send = window.fetch.bind(window);
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      if (url.includes('grant_type=refresh_token')) refreshTimes.push(Date.now());
      return send(input, init);
    };
    Object.assign(window, { refreshTimes });
  });
  let tries = 0;
  await page.route(/grant_type=refresh_token/, (route) => {
    tries += 1;
    return tries < 4 ? route.fulfill({ status: 503, json: { message: 'busy' } }) : route.continue();
  });
  await page.goto('/app');
  await expect(async () => {
    await page.clock.runFor(100);
    expect(tries).toBe(4);
  }).toPass();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const times = await page.evaluate(() => Reflect.get(window, 'refreshTimes') as number[]);
  expect(times).toHaveLength(4);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  for (const [index, least] of [200, 400, 800].entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(least);
  }
});

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

test('a session from a link over two minutes old is accepted with a warning', async ({
  page,
  request,
}) => {
  const mary = await createUser(request, 'Mary');
  await request.post('/auth/v1/otp', {
    params: { redirect_to: `${process.env['BASE_URL']}/auth/callback` },
    headers: { apikey: publishableKey() },
    data: { email: mary.email },
  });
  const link = await linkMailedTo(request, mary.email);
  const redirect = await request.get(link, { maxRedirects: 0 });
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.clock.setFixedTime(Date.now() + 121_000);
  await page.goto(redirect.headers()['location'] ?? '');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect(warnings.join('\n')).toContain('was issued over 120s ago');
});
