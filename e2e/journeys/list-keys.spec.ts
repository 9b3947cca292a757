import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('list shortcuts work before any row has the focus', async ({ page, me }) => {
  await me.api.prompt({ title: 'First', content: 'One' });
  await me.api.prompt({ title: 'Second', content: 'Two' });
  await page.goto('/app/library');
  await expect(link(page, 'First')).toBeVisible();

  await page.keyboard.press('y');
  await expect(page.getByText('Prompt copied to clipboard!')).toBeVisible();
  expect(await copied(page)).toBe('Two');
  await expect(link(page, 'Second')).toBeFocused();

  // From another control, keys act on the row that was focused last.
  await page.getByRole('button', { name: 'Select', exact: true }).focus();
  await page.keyboard.press('j');
  await expect(link(page, 'First')).toBeFocused();
  await page.getByRole('button', { name: 'Select', exact: true }).focus();
  await page.keyboard.press('f');
  await expect(page.getByText('Added to favorites')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Favourite First' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  // The row under the pointer takes precedence.
  await page.getByRole('button', { name: 'Select', exact: true }).focus();
  await link(page, 'Second').hover();
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { name: 'Second' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'First' })).not.toBeChecked();
  await page.keyboard.press('Escape');

  await page.mouse.move(0, 0);
  await page.reload();
  await expect(link(page, 'First')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(link(page, 'Second')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Second', level: 1 })).toBeVisible();
});

test('list shortcuts do nothing in a field, with a modifier and under a dialog', async ({
  page,
  me,
}) => {
  await me.api.prompt({ title: 'Only', content: 'One' });
  await page.goto('/app');
  await expect(link(page, 'Only')).toBeVisible();
  await page.getByRole('searchbox').fill('on');
  await page.keyboard.press('y');
  await page.keyboard.press('j');
  await expect(page.getByRole('searchbox')).toHaveValue('onyj');
  await page.getByRole('searchbox').fill('');
  await expect(link(page, 'Only')).toBeVisible();
  await page.getByRole('main').focus();
  await page.keyboard.press('Alt+j');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await page.keyboard.press('f');
  await page.keyboard.press('y');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await expect(page.getByText(/Added to favorites|copied/)).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(link(page, 'Only')).toBeFocused();
});

test('cards have the same shortcuts as rows', async ({ page, me }) => {
  const group = await me.api.group('Mail');
  await me.api.prompt({ title: 'Card', content: 'Words', group_id: group, is_public: true });
  async function expectKeys(address: string, card: Locator, says: string) {
    await page.goto(address);
    await expect(card).toBeVisible();
    await page.keyboard.press('j');
    await expect(card).toBeFocused();
    await page.keyboard.press('y');
    await expect(page.getByText('Prompt copied to clipboard!')).toBeVisible();
    expect(await copied(page)).toBe('Words');
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.keyboard.press('f');
    await expect(page.getByText(says)).toBeVisible();
  }
  await expectKeys(`/app/groups/${group}`, link(page, 'Card'), 'Added to favorites');
  await expectKeys('/app/favourites', link(page, 'Card').last(), 'Removed from favorites');
  await expectKeys(
    '/app/community?author=&q=Card',
    link(page, 'Card').first(),
    'Added to favorites',
  );

  await page.goto('/app/groups');
  await expect(link(page, 'Mail')).toBeVisible();
  await page.keyboard.press('j');
  await expect(link(page, 'Mail')).toBeFocused();
  await page.goto('/app/templates');
  const template = page.getByRole('main').locator('section li h3').getByRole('button').first();
  await expect(template).toBeVisible();
  await page.keyboard.press('j');
  await expect(template).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Create New Prompt' })).toBeVisible();
});
