import type { Page } from '@playwright/test';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';

const titles = (page: Page) => page.getByRole('heading', { level: 3 }).allTextContents();

test('favourites are searched, and one that became unavailable can be removed', async ({
  page,
  me,
  request,
}) => {
  const nora = await createUser(request, 'Nora');
  const borrowed = await nora.api.prompt({ title: 'Borrowed', content: 'x', is_public: true });
  const mine = await me.api.prompt({
    title: 'Mine',
    content: `${'Pears. '.repeat(100)}apples too`,
    tags: ['red'],
  });
  for (const id of [borrowed, mine]) await me.api.post('favorites', { prompt_id: id });
  await page.goto('/app/favourites');
  await expect.poll(() => titles(page)).toEqual(['Mine', 'Borrowed']);

  const box = page.getByRole('searchbox');
  await box.fill('aples tag:RED used:never');
  await expect.poll(() => titles(page)).toEqual(['Mine']);
  await expect(page.locator('mark')).toHaveText(['apples']);
  await page.getByRole('main').getByRole('link', { name: 'Mine' }).click();
  await expect(page.getByRole('heading', { name: 'Mine', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('aples tag:RED used:never');
  await box.fill('');

  await nora.api.patch(`prompts?id=eq.${borrowed}`, { is_public: false });
  await page.getByRole('main').getByRole('link', { name: 'Borrowed' }).click();
  await expect(page.getByText('Error loading prompt', { exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Favourite Borrowed' }).click();
  await expect(page.getByText('Removed from favorites')).toBeVisible();
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(['Mine']);
});
