import { isCached, workerIsReady } from '../fixtures/offline.ts';
import { expect, test } from '../fixtures/test.ts';
import { mainLink } from '../fixtures/main-link.ts';

// Other journeys block the service worker; this one tests it.
test.use({ hasOwnContext: true, serviceWorkers: 'allow' });

test('the app is installable, opens and searches offline with cached data, and removes it on sign-out', async ({
  page,
  me,
  context,
}) => {
  const listed = await me.api.prompt({
    title: 'Listed only',
    content: 'Kept for {{later}}.',
    tags: ['rail'],
  });
  await me.api.prompt({ title: 'Bridge', content: 'It is listed before the tunnel' });
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    start_url: string;
    icons: { src: string; purpose?: string }[];
  };
  expect(manifest.start_url).toBe('/app');
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src } of manifest.icons) {
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/png');
  }

  await page.goto('/app/library');
  await expect(mainLink(page, 'Listed only')).toBeVisible();
  await workerIsReady(page);
  await expect.poll(() => isCached(page, '/rest/v1/prompts?')).toBe(true);

  await context.setOffline(true);
  await page.goto('/app/library');
  await expect(page.getByText("You're offline.")).toBeVisible();
  const rows = page.getByRole('list', { name: 'Library' }).getByRole('listitem');
  const note = page.getByText('Offline: only prompts saved on this device were searched.');
  await page.getByRole('searchbox').fill('lsited');
  await expect(rows).toHaveText([/Listed only/, /Bridge/]);
  await expect(note).toBeVisible();
  await page.getByRole('searchbox').fill('tag:rail');
  await expect(rows).toHaveText([/Listed only/]);
  await context.setOffline(false);
  await expect(note).toBeHidden();
  await expect(rows).toHaveText([/Listed only/]);
  await context.setOffline(true);
  await expect(page.getByText("You're offline.")).toBeVisible();
  await mainLink(page, 'Listed only').click();
  await expect(page).toHaveURL(new RegExp(`/prompt/${listed}$`));
  await expect(page.getByText('Kept for later.')).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText("You're offline.")).toBeHidden();
  const shared = await page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(shared).toContain('/index.html');
  expect(shared.filter((path) => /^\/(rest|auth|avatars|dev)\//.test(path))).toEqual([]);

  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain('cuebook.last-seen');
  await context.setOffline(true);
  await page.goto('/app/library');
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByText('Listed only')).toHaveCount(0);
});
