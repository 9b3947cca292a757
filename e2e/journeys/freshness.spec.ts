import type { Page } from '@playwright/test';
import { lookAway } from '../fixtures/look-away.ts';
import { expect, test } from '../fixtures/test.ts';

const minute = 60_000;

/** Counts requests whose address matches, from now on. */
function countOf(page: Page, address: RegExp, method = 'GET'): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === method && address.test(decodeURIComponent(request.url()))) count += 1;
  });
  return () => count;
}

const nav = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

test('lists and prompts are fresh for five minutes, and not fetched when the window gets focus', async ({
  page,
  me,
}) => {
  await me.wire.prompt({ title: 'Fresh', content: 'x' });
  await page.clock.install();
  const lists = countOf(page, /\/rest\/v1\/prompts\?.*user_id=eq/);
  const details = countOf(page, /\/rest\/v1\/prompts\?.*[?&]id=eq/);
  const counts = countOf(page, /\/rest\/v1\/prompts\?/, 'HEAD');
  await page.goto('/app/library');
  const fresh = page.getByRole('link', { name: 'Fresh', exact: true });
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

  // For half an hour it is there before the answer.
  await page.getByRole('link', { name: 'Back' }).click();
  await page.clock.fastForward(29 * minute);
  await page.route(/\/rest\/v1\/prompts\?.*[?&]id=eq/, (route) => route.abort());
  await fresh.click();
  await expect(page.getByRole('heading', { name: 'Fresh' })).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.clock.fastForward(31 * minute);
  await page.unroute(/\/rest\/v1\/prompts\?.*[?&]id=eq/);
  await page.route(/\/rest\/v1\/prompts\?.*[?&]id=eq/, () => undefined);
  await fresh.click();
  await expect(page.getByText('Loading prompt', { exact: true })).toBeAttached();
});

test('the prompts of a group are fetched on each visit and each time the window gets focus', async ({
  page,
  me,
}) => {
  const group = await me.wire.group('Busy');
  await me.wire.prompt({ title: 'First', content: 'x', group_id: group });
  const fetched = countOf(page, /\/rest\/v1\/prompts\?.*group_id=eq/);
  await page.goto(`/app/groups/${group}`);
  await expect(page.getByRole('link', { name: 'First' })).toBeVisible();
  expect(fetched()).toBe(1);
  await me.wire.prompt({ title: 'Second', content: 'y', group_id: group });
  await lookAway(page);
  await expect(page.getByRole('link', { name: 'Second' })).toBeVisible();
  expect(fetched()).toBe(2);
  await nav(page, 'Groups').click();
  await page.getByRole('link', { name: 'Busy' }).click();
  await expect.poll(fetched).toBe(3);
});

test('the community and the groups are fresh for five minutes', async ({ page, me }) => {
  await me.wire.group('Steady');
  await page.clock.install();
  const groups = countOf(page, /\/rest\/v1\/groups\?/);
  let feeds = 0;
  page.on('request', (request) => {
    if (request.url().includes('rpc/community_feed') && request.method() !== 'OPTIONS') feeds += 1;
  });
  const visit = async (name: string) => {
    await nav(page, name).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  };
  await page.goto('/app/groups');
  await expect(page.getByRole('link', { name: 'Steady' })).toBeVisible();
  await visit('Community');
  await expect.poll(() => feeds).toBe(1);
  await expect(page.getByText('Loading prompts...')).toHaveCount(0);
  await page.clock.fastForward(4 * minute);
  await lookAway(page);
  await visit('Groups');
  await visit('Community');
  await expect(page.getByText('Loading prompts...')).toHaveCount(0);
  expect([groups(), feeds]).toEqual([1, 1]);
  await page.clock.fastForward(2 * minute);
  await visit('Groups');
  await expect.poll(groups).toBe(2);
  await visit('Community');
  await expect.poll(() => feeds).toBe(2);
});

test('a prompt that cannot be read is asked for once, without a retry', async ({ page, me }) => {
  const id = await me.wire.prompt({ title: 'Once', content: 'x' });
  let asked = 0;
  await page.route(/\/rest\/v1\/prompts\?.*[?&]id=eq/, (route) => {
    asked += 1;
    return route.fulfill({ status: 503, json: { message: 'busy', code: 'PGRST000' } });
  });
  await page.goto(`/app/prompts/${id}`);
  await expect(page.getByText('Error loading prompt', { exact: true })).toBeVisible();
  expect(asked).toBe(1);
});

test('what is changed here is seen in every list at once', async ({ page, me }) => {
  const group = await me.wire.group('Shelf');
  await me.wire.prompt({ title: 'Old title', content: 'x', group_id: group });
  await page.goto('/app');
  await expect(page.getByRole('link', { name: 'Old title', exact: true })).toBeVisible();
  await nav(page, 'Library').click();
  await page.getByRole('link', { name: 'Old title', exact: true }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Edit Prompt' });
  await panel.getByLabel('Title').fill('New title');
  await panel.getByLabel('Group', { exact: true }).selectOption('None');
  await panel.getByRole('button', { name: 'Update Prompt' }).click();
  await expect(page.getByRole('heading', { name: 'New title' })).toBeVisible();
  await nav(page, 'Dashboard').click();
  await expect(page.getByRole('link', { name: 'New title', exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Groups' })).toContainText('0 prompts');
});
