import type { Page } from '@playwright/test';
import { flushEffects } from '../fixtures/flush-effects.ts';
import { lookAway } from '../fixtures/look-away.ts';
import { expect, test } from '../fixtures/test.ts';
import { mainLink } from '../fixtures/main-link.ts';

const minute = 60_000;

/** Counts matching requests from now on. */
function countOf(page: Page, address: RegExp, method = 'GET'): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === method && address.test(decodeURIComponent(request.url()))) count += 1;
  });
  return () => count;
}

const nav = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

test('lists and prompts are cached for five minutes, and not refetched on window focus', async ({
  page,
  me,
}) => {
  await me.api.prompt({ title: 'Fresh', content: 'x' });
  await page.clock.install();
  const lists = countOf(page, /\/rest\/v1\/prompts\?.*user_id=eq/);
  const details = countOf(page, /\/rest\/v1\/readable_prompts\?.*[?&]id=eq/);
  const counts = countOf(page, /\/rest\/v1\/rpc\/count_prompts/, 'POST');
  await page.goto('/app/library');
  const fresh = mainLink(page, 'Fresh');
  // Leaving before the count has arrived requests it again.
  await expect(page.getByText('1 prompt', { exact: true })).toBeVisible();
  // The rows are read once more when the page follows changes.
  await expect.poll(lists).toBe(2);
  await fresh.click();
  await expect(page.getByRole('heading', { name: 'Fresh' })).toBeVisible();
  const before = lists();
  expect(counts()).toBe(1);
  expect(details()).toBe(1);

  await page.clock.fastForward(4 * minute);
  await lookAway(page);
  await page.getByRole('link', { name: 'Back' }).click();
  await fresh.click();
  await expect(page.getByRole('heading', { name: 'Fresh' })).toBeVisible();
  expect(lists()).toBe(before);
  expect(details()).toBe(1);
  expect(counts()).toBe(1);

  await page.clock.fastForward(2 * minute);
  await lookAway(page);
  expect(lists()).toBe(before);
  expect(details()).toBe(1);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect.poll(lists).toBeGreaterThan(before);
  await expect.poll(counts).toBe(2);
  await fresh.click();
  await expect.poll(details).toBe(2);

  // For half an hour it is shown from the cache before the response.
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(fresh).toBeVisible();
  await page.clock.fastForward(29 * minute);
  await page.route(/\/rest\/v1\/readable_prompts\?.*[?&]id=eq/, () => undefined);
  await fresh.click();
  await expect(page.getByRole('heading', { name: 'Fresh' })).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  // The time starts when the prompt's page is left.
  await expect(fresh).toBeVisible();
  await flushEffects(page);
  await page.clock.fastForward(31 * minute);
  await fresh.click();
  await expect(page.getByText('Loading prompt', { exact: true })).toBeAttached();
});

test('community and groups are cached for five minutes', async ({ page, me }) => {
  await me.api.group('Steady');
  await page.clock.install();
  const groups = countOf(page, /\/rest\/v1\/groups\?/);
  const feeds = countOf(page, /rpc\/community_feed/, 'POST');
  const visit = async (name: string) => {
    await nav(page, name).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  };
  await page.goto('/app/groups');
  await expect(page.getByRole('main').getByRole('link', { name: 'Steady' })).toBeVisible();
  // They are read once more when the page follows changes.
  await expect.poll(groups).toBe(2);
  await visit('Community');
  await expect.poll(feeds).toBe(1);
  await expect(page.getByText('Loading prompts...')).toHaveCount(0);
  await page.clock.fastForward(4 * minute);
  await lookAway(page);
  await visit('Groups');
  await visit('Community');
  expect([groups(), feeds()]).toEqual([2, 1]);
  await page.clock.fastForward(2 * minute);
  await visit('Groups');
  await expect.poll(groups).toBe(3);
  await visit('Community');
  await expect.poll(feeds).toBe(2);
});

test("a prompt that can't be read is requested once, without a retry", async ({ page, me }) => {
  const id = await me.api.prompt({ title: 'Once', content: 'x' });
  let requests = 0;
  await page.route(/\/rest\/v1\/readable_prompts\?.*[?&]id=eq/, (route) => {
    requests += 1;
    return route.fulfill({ status: 503, json: { message: 'busy', code: 'PGRST000' } });
  });
  await page.goto(`/app/prompts/${id}`);
  await expect(page.getByText('Error loading prompt', { exact: true })).toBeVisible();
  expect(requests).toBe(1);
});

test('a change shows in every list at once', async ({ page, me }) => {
  const group = await me.api.group('Shelf');
  await me.api.prompt({ title: 'Old title', content: 'x', group_id: group });
  const found = (title: string) => mainLink(page, title);
  await page.goto('/app/library?q=title');
  await expect(found('Old title')).toBeVisible();
  await nav(page, 'Dashboard').click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(found('Old title')).toBeVisible();
  await nav(page, 'Library').click();
  await found('Old title').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Edit Prompt' });
  await panel.getByLabel('Title').fill('New title');
  await panel.getByLabel('Group', { exact: true }).selectOption('None');
  await panel.getByRole('button', { name: 'Update Prompt' }).click();
  await expect(page.getByRole('heading', { name: 'New title' })).toBeVisible();
  await nav(page, 'Dashboard').click();
  await expect(found('New title')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Groups' })).toContainText('0 prompts');

  // A stale list is still refetched after something in it changed.
  await page.getByRole('button', { name: 'New Prompt' }).click();
  const maker = page.getByRole('dialog', { name: 'Create New Prompt' });
  await maker.getByLabel('Title').fill('Second title');
  await maker.getByLabel('Content').fill('y');
  await maker.getByLabel('Group', { exact: true }).selectOption('Shelf');
  await maker.getByRole('button', { name: 'Create Prompt' }).click();
  await page.getByRole('button', { name: 'Favourite Second title' }).click();
  await page.getByRole('button', { name: 'Favourite New title' }).click();
  await expect.poll(() => me.api.rows('favorites?select=prompt_id')).toHaveLength(2);
  await nav(page, 'Library').click();
  // The dashboard has a search box too.
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await page.getByRole('searchbox').fill('title');
  await expect(page.getByRole('list', { name: 'Library' }).locator('mark')).toHaveText([
    'title',
    'title',
  ]);
  await expect(found('Second title')).toBeVisible();

  // Prompts show their group's name.
  await nav(page, 'Favourites').click();
  await expect(page.getByRole('region', { name: 'Shelf' })).toBeVisible();
  await nav(page, 'Groups').click();
  await page.getByRole('button', { name: 'Actions for Shelf' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Rack');
  await page.getByRole('button', { name: 'Update Group' }).click();
  await nav(page, 'Favourites').click();
  await expect(page.getByRole('region', { name: 'Rack' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Shelf' })).toHaveCount(0);
});

test('a response from before a change neither undoes it nor blocks the next page', async ({
  page,
  me,
}) => {
  await me.api.insert(
    'prompts',
    Array.from({ length: 60 }, (_, index) => ({ title: `Note ${index + 1}`, content: 'x' })),
  );
  await page.goto('/app/library');
  const star = page.getByRole('button', { name: 'Favourite Note 60' });
  await expect(star).toBeVisible();
  let reply: (() => void) | undefined;
  await page.route(/\/rest\/v1\/prompts\?.*user_id=eq/, async (route) => {
    if (route.request().method() === 'HEAD' || reply) return route.continue();
    const held = new Promise<void>((resolve) => (reply = resolve));
    const response = await route.fetch();
    await held;
    return route.fulfill({ response }).catch(() => undefined);
  });
  await page.getByRole('button', { name: 'New Prompt' }).click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await panel.getByLabel('Title').fill('Latest');
  await panel.getByLabel('Content').fill('y');
  await panel.getByRole('button', { name: 'Create Prompt' }).click();
  await expect(panel).toBeHidden();
  // A list response without the star is in flight when the star is set and the list is scrolled.
  await expect.poll(() => reply !== undefined).toBe(true);
  await star.click();
  await expect(page.getByText('Added to favorites')).toBeVisible();
  const toEnd = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await toEnd();
  await expect(mainLink(page, 'Note 60')).toHaveCount(0);
  reply?.();
  await expect(async () => {
    await toEnd();
    await expect(mainLink(page, 'Note 1')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(mainLink(page, 'Latest')).toBeVisible();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
});

test('leaving a page during a debounced search stays left', async ({ page, me }) => {
  await me.api.prompt({ title: 'Left behind', content: 'x' });
  await page.clock.install();
  await page.goto('/app/library');
  await expect(page.getByRole('main').getByRole('link', { name: 'Left behind' })).toBeVisible();
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/assets\/community-/, async (route) => {
    await coming;
    await route.continue();
  });
  const scriptRequest = page.waitForRequest(/\/assets\/community-/);
  await page.getByRole('searchbox').fill('left');
  await nav(page, 'Community').click();
  await scriptRequest;
  await page.clock.runFor(2_000);
  come();
  await expect(page.getByRole('heading', { name: 'Community', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/community$/);
});
