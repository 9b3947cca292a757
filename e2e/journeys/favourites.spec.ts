import type { Page } from '@playwright/test';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';
import type { PromptFields } from '../fixtures/rest-client.ts';

/** Stores prompts, oldest first, all of them favourites. */
async function favourites(
  { api }: SignedInUser,
  prompts: readonly PromptFields[],
): Promise<string[]> {
  const ids: string[] = [];
  // One by one, because rows of one request share a timestamp.
  for (const prompt of prompts) ids.push(await api.prompt(prompt));
  await api.post(
    'favorites',
    ids.map((id) => ({ prompt_id: id })),
  );
  return ids;
}

const titles = (page: Page) => page.getByRole('heading', { level: 3 }).allTextContents();

test('favourites are sorted, searched and filtered; filters narrow together', async ({
  page,
  me,
}) => {
  const [beta, , alpha] = await favourites(me, [
    { title: 'Beta', content: 'apples', tags: ['red', 'round'], category: 'Food' },
    { title: 'gamma', content: 'Pears', tags: ['round'], category: 'Food' },
    {
      title: 'Alpha',
      content: `${'Pears. '.repeat(100)}apples too`,
      tags: ['red'],
      category: 'Trees',
    },
  ]);
  await me.api.post('prompt_uses', { prompt_id: beta });
  await page.goto('/app/favourites');
  const sort = page.getByLabel('Sort');
  await expect(sort.getByRole('option')).toHaveText(['Most Recent', 'Last Used', 'Alphabetical']);
  await expect.poll(() => titles(page)).toEqual(['Alpha', 'gamma', 'Beta']);
  await sort.selectOption('Last Used');
  await expect.poll(() => titles(page)).toEqual(['Beta', 'Alpha', 'gamma']);
  await sort.selectOption('Alphabetical');
  await expect.poll(() => titles(page)).toEqual(['Alpha', 'Beta', 'gamma']);

  // The database searches with the library's syntax; best matches come first.
  const box = page.getByRole('searchbox');
  await box.fill('APPLES');
  await expect.poll(() => titles(page)).toEqual(['Alpha', 'Beta']);
  await expect(page.locator('mark')).toHaveText(['apples', 'apples']);
  await expect(sort.locator('option:checked')).toHaveText('Best match');
  await box.fill('aples tag:RED used:never');
  await expect.poll(() => titles(page)).toEqual(['Alpha']);
  await expect(page.getByText('No exact matches. Showing close ones.')).toBeVisible();
  await box.press('ArrowDown');
  await expect(page.getByRole('main').getByRole('link', { name: 'Alpha' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Alpha', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('aples tag:RED used:never');
  await page.getByRole('button', { name: 'Favourite Alpha' }).click();
  await expect(page.getByText('Removed from favorites')).toBeVisible();
  await expect(page.getByText('No matching favourites')).toBeVisible();
  await box.fill('is:starred');
  await expect(page.getByText('is: knows is:public')).toBeVisible();
  await me.api.post('favorites', { prompt_id: alpha });
  await page.goto('/app/favourites');
  await expect(sort.locator('option:checked')).toHaveText('Alphabetical');

  await page.getByRole('button', { name: 'Filter' }).click();
  const menu = page.getByRole('dialog', { name: 'Filter favourites' });
  await menu.getByRole('group', { name: 'Categories' }).getByLabel('Food').check();
  await expect.poll(() => titles(page)).toEqual(['Beta', 'gamma']);
  await menu.getByRole('group', { name: 'Tags' }).getByLabel('round').check();
  await menu.getByRole('group', { name: 'Tags' }).getByLabel('red').check();
  await expect.poll(() => titles(page)).toEqual(['Beta']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filter (3)' })).toBeFocused();
});

test('a favourite that became unavailable can be removed, and a refusal restores it', async ({
  page,
  me,
  request,
}) => {
  const nora = await createUser(request, 'Nora');
  const theirs = await nora.api.prompt({ title: 'Borrowed', content: 'x', is_public: true });
  await me.api.post('favorites', { prompt_id: theirs });
  await favourites(me, [{ title: 'Mine', content: 'y' }]);
  await page.goto('/app/favourites');
  await expect.poll(() => titles(page)).toEqual(['Mine', 'Borrowed']);

  await page.route(/\/rest\/v1\/favorites/, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 403, json: { message: 'No', code: '42501' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Favourite Mine' }).click();
  await expect(page.getByText('Failed to remove from favorites')).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(['Mine', 'Borrowed']);
  await page.unroute(/\/rest\/v1\/favorites/);

  await nora.api.patch(`prompts?id=eq.${theirs}`, { is_public: false });
  await page.getByRole('main').getByRole('link', { name: 'Borrowed' }).click();
  await expect(page.getByText('Error loading prompt', { exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Favourite Borrowed' }).click();
  await expect(page.getByText('Removed from favorites')).toBeVisible();
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(['Mine']);
});
