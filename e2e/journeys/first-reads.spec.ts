import type { Page } from '@playwright/test';
import { signInPage } from '../fixtures/context-pool.ts';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';
import { mainLink } from '../fixtures/main-link.ts';

const reads = /\/rest\/v1\/(groups|prompts)\?/;
const appScripts = /\/assets\/.*\.js$/;

/** Requests by caller, in the order they are sent. */
function readsOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const table = reads.exec(request.url())?.[1];
    if (table !== undefined) seen.push(`${table} ${request.headers()['authorization']}`);
  });
  return seen;
}

/** Holds the app's scripts back; returns a function that releases them. */
async function holdScripts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(appScripts, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const bearerOf = ({ session }: { readonly session: string }) =>
  `Bearer ${(JSON.parse(session) as { access_token: string }).access_token}`;

test("the dashboard's data is requested before its scripts load, and only once", async ({
  page,
  me,
}) => {
  await me.api.group('Letters');
  await me.api.prompt({ title: 'Opening line', content: 'Dear {{name}},' });
  const seen = readsOf(page);
  const release = await holdScripts(page);
  await page.goto('/app', { waitUntil: 'commit' });
  const expected = [`groups ${bearerOf(me)}`, `prompts ${bearerOf(me)}`];
  await expect.poll(() => seen).toEqual(expected);
  // Meanwhile the server-rendered shell names the page and has nothing to press.
  await expect(page.getByText('Quick Access Groups')).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Letters' })).toBeVisible();
  await expect(mainLink(page, 'Opening line')).toBeVisible();
  expect(seen).toEqual(expected);
});

test('prefetched data is never shown to another user', async ({ page, me, request }) => {
  await me.api.prompt({ title: 'For Mary only', content: 'x' });
  const nora = await createUser(request, 'Nora');
  await nora.api.prompt({ title: 'For Nora only', content: 'y' });
  const other = await page.context().newPage();
  const seen = readsOf(page);
  const release = await holdScripts(page);
  await page.goto('/app', { waitUntil: 'commit' });
  await expect.poll(() => seen.length).toBe(2);
  // Nora signs in in another tab before the app has loaded in this one.
  await signInPage(other, nora);
  release();
  await expect(mainLink(page, 'For Nora only')).toBeVisible();
  await expect(page.getByText('For Mary only')).toHaveCount(0);
  expect(seen.slice(2).sort()).toEqual([`groups ${bearerOf(nora)}`, `prompts ${bearerOf(nora)}`]);
});

test('prefetched requests that fail are sent again', async ({ page, me }) => {
  await me.api.prompt({ title: 'Second try', content: 'x' });
  let tries = 0;
  await page.route(reads, (route) => {
    tries += 1;
    if (tries === 1) return route.abort();
    return tries === 2
      ? route.fulfill({ status: 503, json: { message: 'busy' } })
      : route.continue();
  });
  await page.goto('/app');
  await expect(mainLink(page, 'Second try')).toBeVisible();
  expect(tries).toBe(4);
});

test('a page without storage prefetches nothing, and leads to sign-in', async ({ page }) => {
  const seen = readsOf(page);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
  });
  await page.goto('/app');
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(seen).toEqual([]);
});
