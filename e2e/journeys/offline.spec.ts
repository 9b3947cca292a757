import type { Page } from '@playwright/test';
import { KillableServer } from '../fixtures/killable-server.ts';
import { signInPage } from '../fixtures/context-pool.ts';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import { expectContent } from '../fixtures/prompt-content.ts';
import { expect, test } from '../fixtures/test.ts';
import { isCached, workerIsReady } from '../fixtures/offline.ts';

const editor = (page: Page) => page.getByRole('dialog', { name: 'Edit Prompt' });
const creator = (page: Page) => page.getByRole('dialog', { name: 'Create New Prompt' });
const outbox = (page: Page) => page.getByRole('region', { name: 'Unsynced changes' });
const storedText =
  "You're offline. Your changes are saved on this device and will sync when you reconnect.";

/** Edits the content of the open prompt, and saves. */
async function change(page: Page, content: string, why = ''): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await editor(page).getByLabel('Content').fill(content);
  await editor(page).getByLabel('Change description').fill(why);
  await editor(page).getByRole('button', { name: 'Update Prompt' }).click();
}

async function history({ api }: SignedInUser, id: string): Promise<unknown> {
  return api.rows(
    `prompt_versions?select=version_number,content,change_description&prompt_id=eq.${id}&order=version_number`,
  );
}

/** Goes online, which sends the outbox. 'Sync now' may disappear before it can be pressed. */
async function lineIsBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}

/** Build files that must be cached to work offline. */
const needed = ['toaster', 'idle'];

/** Opens a page and waits until idle prefetching has cached what it needs offline. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  for (const name of needed) {
    const file = await page.waitForFunction(
      (part) =>
        performance
          .getEntriesByType('resource')
          .map((entry) => entry.name)
          .find((url) => url.includes(`/${part}-`) && url.endsWith('.js')),
      name,
    );
    // A file counts once its own imports are cached too.
    await file.evaluate(async (url) => {
      await import(String(url));
    });
  }
}

test.describe('with the service worker', () => {
  test.use({ hasOwnContext: true, serviceWorkers: 'allow' });

  test('changes saved offline survive an offline reload, and are sent in order', async ({
    page,
    me,
    context,
  }) => {
    const id = await me.api.prompt({ title: 'Train', content: 'Before the tunnel' });
    await page.goto(`/app/prompts/${id}`);
    await expect(page.getByText('Before the tunnel')).toBeVisible();
    await workerIsReady(page);
    await expect.poll(() => isCached(page, `&id=eq.${id}`)).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText("You're offline.")).toBeVisible();
    await change(page, 'In the tunnel', 'Into the dark');
    await expect(page.getByText(storedText)).toBeVisible();
    await change(page, 'Still in the tunnel', 'No light yet');
    await expect(outbox(page)).toContainText('Train');
    await expect(outbox(page).getByText('Waiting to sync')).toHaveCount(2);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await editor(page).getByLabel('Content').fill('Half a word is li');

    await page.reload();
    await expect(outbox(page).getByText('Waiting to sync')).toHaveCount(2);
    await expect(page.getByText('Still in the tunnel')).toBeVisible();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await editor(page).getByRole('button', { name: 'Continue' }).click();
    await expectContent(editor(page).getByLabel('Content'), 'Half a word is li');
    await editor(page).getByLabel('Content').fill('Half a word is light');
    await editor(page).getByRole('button', { name: 'Update Prompt' }).click();
    await expect(outbox(page).getByText('Waiting to sync')).toHaveCount(3);

    await context.setOffline(false);
    await expect(page.getByText('Synced: “Train”').first()).toBeVisible();
    await expect(outbox(page)).toBeHidden();
    await expect(page.getByText('Half a word is light')).toBeVisible();
    expect(await history(me, id)).toEqual([
      { version_number: 1, content: 'Before the tunnel', change_description: 'Initial version' },
      { version_number: 2, content: 'In the tunnel', change_description: 'Into the dark' },
      { version_number: 3, content: 'Still in the tunnel', change_description: 'No light yet' },
      { version_number: 4, content: 'Half a word is light', change_description: 'Updated prompt' },
    ]);
  });
});

test('a toast appears after the script for toasts failed to load once', async ({ page, me }) => {
  await me.api.prompt({ title: 'Bell', content: 'Ding' });
  await page.route(/\/toaster-/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/toaster-'),
  );
  await page.goto('/app/library');
  const star = page.getByRole('button', { name: 'Favourite Bell' });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await failed;
  await page.unroute(/\/toaster-/);
  await star.click();
  await expect(page.getByText('Removed from favorites')).toBeVisible();
});

test('a save whose response was lost is stored once', async ({ page, me }) => {
  const id = await me.api.prompt({ title: 'Echo', content: 'Hello?' });
  await open(page, `/app/prompts/${id}`);
  const saves = /\/rest\/v1\/prompts\?/;
  let lost = 0;
  await page.route(saves, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    await route.fetch();
    lost += 1;
    return route.abort();
  });
  await change(page, 'Hello? Hello?');
  await expect(outbox(page)).toContainText('Waiting to sync');
  await page.keyboard.press('c');
  await creator(page).getByLabel('Title').fill('Call');
  await creator(page).getByLabel('Content').fill('Anybody there?');
  await creator(page).getByRole('button', { name: 'Create Prompt' }).click();
  await expect(outbox(page).getByText('Waiting to sync')).toHaveCount(2);
  expect(lost).toBeGreaterThanOrEqual(2);
  await page.unroute(saves);
  await lineIsBack(page);
  await expect(outbox(page)).toBeHidden();
  expect(await history(me, id)).toMatchObject([
    { content: 'Hello?' },
    { content: 'Hello? Hello?' },
  ]);
  expect(
    await me.api.rows(`prompts?select=title,content,version&user_id=eq.${me.id}&order=title`),
  ).toEqual([
    { title: 'Call', content: 'Anybody there?', version: 1 },
    { title: 'Echo', content: 'Hello? Hello?', version: 2 },
  ]);
});

test('an ended session keeps drafts and queued saves for the same person only', async ({
  page,
  me,
  context,
  request,
}) => {
  const id = await me.api.prompt({ title: 'Diary', content: 'Monday' });
  await open(page, `/app/prompts/${id}`);
  await context.setOffline(true);
  await change(page, 'Monday. Tuesday');
  await expect(outbox(page)).toContainText('Diary');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await editor(page).getByLabel('Content').fill('Monday. Tuesday. Half of Wed');
  await expectContent(editor(page).getByLabel('Content'), /Wed/);
  // The session ends while the panel is open.
  await page.evaluate(() => {
    localStorage.removeItem('supabase.auth.token');
    const channel = new BroadcastChannel('supabase.auth.token');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    channel.postMessage({ event: 'SIGNED_OUT', session: null });
  });
  await expect(page).toHaveURL(/\/signin/);
  await context.setOffline(false);

  await signInPage(page, await createUser(request, 'Nora'));
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(outbox(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'New Prompt' }).first().click();
  await expectContent(creator(page).getByLabel('Content'), '');
  await expect(creator(page).getByText(/Unsaved changes/)).toHaveCount(0);
  expect(await history(me, id)).toHaveLength(1);

  await signInPage(page, me);
  await page.goto(`/app/prompts/${id}`);
  await expect(page.getByText('Synced: “Diary”')).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await editor(page).getByRole('button', { name: 'Continue' }).click();
  await expectContent(editor(page).getByLabel('Content'), 'Monday. Tuesday. Half of Wed');
  await editor(page).getByRole('button', { name: 'Update Prompt' }).click();
  await expect(page.getByText('Prompt updated successfully!')).toBeVisible();
  expect(await history(me, id)).toMatchObject([
    { content: 'Monday' },
    { content: 'Monday. Tuesday' },
    { content: 'Monday. Tuesday. Half of Wed' },
  ]);
});

test('a server killed during a save loses nothing and stores nothing twice', async ({
  browser,
  quiet,
}) => {
  test.slow();
  const server = await KillableServer.start();
  const context = await browser.newContext({ baseURL: server.url });
  try {
    quiet(context);
    const mary = await createUser(context.request, 'Mary');
    const page = await context.newPage();
    await signInPage(page, mary);
    const id = await mary.api.prompt({ title: 'Storm', content: 'Wind 0' });
    await open(page, `/app/prompts/${id}`);
    const saved = ['Wind 0'];
    // Before the save arrives, while it is stored, and about when the response is sent.
    for (const delay of [0, 4, 12]) {
      let killed = Promise.resolve();
      await page.route(/\/rest\/v1\/prompts\?/, async (route) => {
        if (route.request().method() !== 'PATCH') return route.continue();
        killed = new Promise((resolve) => {
          setTimeout(() => resolve(server.kill()), delay);
        });
        return route.continue();
      });
      saved.push(`Wind ${saved.length}`);
      await change(page, saved.at(-1) ?? '');
      await expect(editor(page)).toBeHidden();
      await page.unroute(/\/rest\/v1\/prompts\?/);
      await killed;
      await server.start();
      await lineIsBack(page);
      await expect(outbox(page)).toBeHidden();
      expect(await history(mary, id)).toMatchObject(
        saved.map((content, index) => ({ version_number: index + 1, content })),
      );
    }
  } finally {
    await context.close();
    await server.remove();
  }
});
