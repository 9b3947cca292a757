import type { Page } from '@playwright/test';
import { expect, test, userTest } from '../fixtures/test.ts';

/** When each letter of the typed word appears, in milliseconds. */
function letterTimes(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('.typed-word > *')).map((letter) => {
      const [animation] = letter.getAnimations();
      return Math.round(animation?.effect?.getComputedTiming().delay ?? 0);
    }),
  );
}

test.describe('without JavaScript', () => {
  test.use({ hasOwnContext: true, javaScriptEnabled: false });

  test('prompts are searched, and links lead on', async ({ page }) => {
    await page.goto('/explore');
    await page.getByLabel('Search public prompts').fill('Quillfeather of Zanzibar');
    await page.getByLabel('Search public prompts').press('Enter');
    await expect(page.getByText('No prompts found')).toBeVisible();
    await expect(page.getByLabel('Search public prompts')).toHaveValue('Quillfeather of Zanzibar');
    await page.getByRole('link', { name: 'Show all prompts' }).click();
    await expect(page).toHaveURL(/\/explore$/);
    await page.goto('/index.html');
    expect(new URL(page.url()).pathname).toBe('/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Every prompt you write');
    await page.getByRole('link', { name: 'Learn' }).click();
    await expect(page).toHaveURL(/\/techniques$/);
    await expect(page.getByRole('listitem').filter({ hasText: 'Why it works' })).toHaveCount(20);
  });
});

test('the landing page types its word without moving anything else', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push(Reflect.get(entry, 'value') as number);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  const times = await letterTimes(page);
  expect(times).toEqual(Array.from('remembered.', (_, location) => 500 + 50 * location));
  await expect(page.locator('.typed-word > *').last()).toHaveCSS('opacity', '1');
  const shifts = await page.evaluate(() => Reflect.get(window, 'shifts') as number[]);
  // The remaining shift is a font swap: thousandths.
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  expect(new Set(await letterTimes(page))).toEqual(new Set([0]));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/remembered\./);
});

test('a visitor copies and edits the prompt of the landing page', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  const demo = page.getByRole('region', { name: /^Try it/ });
  await demo.getByLabel('audience').fill('<i>Ada</i>');
  await demo.getByRole('button', { name: 'Copy prompt' }).click();
  await expect(demo.getByText('Prompt copied to clipboard!')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('for <i>Ada</i>, in');
  await demo.getByRole('button', { name: 'Edit' }).click();
  await expect(demo.getByLabel('Content')).toBeFocused();
});

userTest('the landing page leads a signed-in user to the dashboard', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeHidden();
  await page.getByRole('link', { name: 'Open your library' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

userTest(
  "Upgrade leads to the payment provider, and doesn't exist while payments are off",
  async ({ page }) => {
    await page.goto('/app/upgrade');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

    const config = (await (await page.request.get('/config.json')).json()) as { flags: object };
    await page.route('**/config.json', (route) =>
      route.fulfill({
        json: { ...config, flags: { ...config.flags, payments: true }, payments: {} },
      }),
    );
    await page.route('**/payments/checkout', (route) =>
      route.fulfill({ status: 502, json: { message: 'The payment provider did not answer.' } }),
    );
    await page.goto('/app/account');
    await page.getByRole('link', { name: 'Upgrade' }).click();
    await expect(page.getByRole('alert')).toContainText('The payment provider did not answer.');
    await page.route('**/payments/checkout', (route) => {
      expect(route.request().headers()['authorization']).toMatch(/^Bearer /);
      return route.fulfill({ json: { url: '/payment-success' } });
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/payment-success$/);
  },
);

userTest('an avatar is chosen, stored and shown', async ({ page }) => {
  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Change avatar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose an avatar' });
  await dialog.getByRole('radio', { name: 'Lorelei, Ada' }).check();
  await dialog.getByRole('button', { name: 'Save avatar' }).click();
  await expect(page.getByText('Account settings saved successfully!')).toBeVisible();
  await page.reload();
  const picture = page.getByRole('button', { name: /account menu/ }).locator('img');
  await expect(picture).toHaveAttribute('src', '/avatars/lorelei/Ada.svg');
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(128);
});

test('a picture on another site can be saved, and is never loaded', async ({
  page,
  pageOf,
  context,
  me,
  baseURL,
}) => {
  const foreign: string[] = [];
  const watch = (watched: typeof context) =>
    watched.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== baseURL) foreign.push(url.href);
    });
  watch(context);
  const id = await me.api.prompt({ title: 'Watched', content: 'Read me', is_public: true });
  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Change avatar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose an avatar' });
  await dialog.getByLabel('Image URL').fill('http://127.0.0.2:9/pixel.png?for=everybody');
  await expect(dialog.getByText(/people see your initial instead/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save avatar' }).click();
  await expect(page.getByText('Account settings saved successfully!')).toBeVisible();
  await page.goto('/app/community');
  await expect(page.getByText('Watched')).toBeVisible();
  const menu = page.getByRole('button', { name: /account menu/ });
  await expect(menu).toContainText('M');
  await expect(menu.locator('img')).toHaveCount(0);
  expect(await me.api.rows(`profiles?select=avatar_url&id=eq.${me.id}`)).toEqual([
    { avatar_url: 'http://127.0.0.2:9/pixel.png?for=everybody' },
  ]);

  const visitor = await pageOf(null);
  watch(visitor.context());
  await visitor.goto(`/p/${id}`);
  await expect(visitor.getByText('Mary')).toBeVisible();
  await page.goto(`/app/prompts/${id}`);
  await expect(page.getByRole('heading', { name: 'Watched' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(foreign).toEqual([]);
});
