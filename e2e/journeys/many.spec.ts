import type { Page } from '@playwright/test';
import type { SignedInUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';
import { mainLink } from '../fixtures/main-link.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
const row = (page: Page, title: string) => page.getByRole('checkbox', { name: title, exact: true });

async function more(page: Page, item: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'More actions for the selection' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Stores `count` prompts; 'Letter 1' is the newest. */
async function letters({ api }: SignedInUser, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => count - index);
  await api.insert(
    'prompts',
    numbers.map((n) => ({ title: `Letter ${n}`, content: n % 2 === 0 ? 'tea' : 'coffee' })),
  );
}

const mine = (me: SignedInUser) => `prompts?user_id=eq.${me.id}&deleted_at=is.null&order=title`;

test('rows are selected by click, range and key, or all matches, and are published, favourited and duplicated', async ({
  page,
  me,
}) => {
  await letters(me, 130);
  const copies = () => me.api.rows(`${mine(me)}&select=title&title=like.*(Copy)`);
  await page.goto('/app/library');

  // A single prompt, from its own page.
  await mainLink(page, 'Letter 1').click();
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  // Hovering the toast keeps it open.
  const toast = page.getByRole('listitem').filter({ hasText: 'Added “Letter 1 (Copy)”' });
  await toast.hover();
  expect(await copies()).toHaveLength(1);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Copy removed')).toBeVisible();
  expect(await copies()).toEqual([]);
  await page.getByRole('link', { name: 'Back', exact: true }).click();

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(bar(page)).toContainText('0 prompts selected');
  await row(page, 'Letter 2').click();
  await row(page, 'Letter 4').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('3 prompts selected');
  await row(page, 'Letter 3').press('Space');
  await row(page, 'Letter 3').press('j');
  await row(page, 'Letter 4').press('j');
  await row(page, 'Letter 5').press('X');
  await expect(bar(page)).toContainText('3 prompts selected');

  const question = page.getByRole('alertdialog', { name: 'Make 3 prompts public?' });
  await more(page, 'Make public');
  await question.getByRole('button', { name: 'Make public' }).click();
  await expect(page.getByText('3 prompts made public')).toBeVisible();
  const shared = () => me.api.rows(`${mine(me)}&select=title&is_public=is.true`);
  expect(await shared()).toEqual([
    { title: 'Letter 2' },
    { title: 'Letter 4' },
    { title: 'Letter 5' },
  ]);
  await more(page, 'Make private');
  await expect(page.getByText('3 prompts made private')).toBeVisible();
  expect(await shared()).toEqual([]);

  // Of 65 matches, 50 are loaded.
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('tea');
  await expect(row(page, 'Letter 2')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Select all matches' }).click();
  await expect(bar(page)).toContainText('65 prompts selected');
  await more(page, 'Add to favourites');
  await expect(page.getByText('65 prompts added to favourites')).toBeVisible();
  expect(await me.api.rows('favorites?select=prompt_id')).toHaveLength(65);
  await more(page, 'Duplicate');
  await expect(page.getByText('65 prompts duplicated')).toBeVisible();
  expect(await copies()).toHaveLength(65);
});

test('a group is deleted and restored with its prompts', async ({ page, me }) => {
  const group = await me.api.group('Kitchen');
  await me.api.insert('prompts', [
    { title: 'Soup', content: 'x', group_id: group },
    { title: 'Bread', content: 'x', group_id: group },
  ]);
  await me.api.prompt({ title: 'Wine', content: 'Stays' });
  await page.goto(`/app/groups/${group}`);
  await page.getByRole('button', { name: 'Actions for Kitchen' }).click();
  await page.getByRole('menuitem', { name: 'Delete Group' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Group deleted successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/app\/groups$/);
  expect(await me.api.rows(`${mine(me)}&select=title`)).toEqual([{ title: 'Wine' }]);
  await page.goto('/app/library?view=deleted');
  const deleted = page.getByRole('list', { name: 'Recently deleted groups' });
  await expect(deleted).toContainText(/Kitchen2 prompts, deleted .*permanently removed in 30 days/);
  await expect(
    page.getByRole('list', { name: 'Recently deleted', exact: true }).getByRole('listitem'),
  ).toHaveCount(2);
  await page.getByRole('button', { name: 'Restore group Kitchen' }).click();
  await expect(page.getByText('“Kitchen” restored with 2 prompts')).toBeVisible();
  await expect(page.getByText('Nothing deleted in the last 30 days.')).toBeVisible();
  await page.goto(`/app/groups/${group}`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Soup' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Bread' })).toBeVisible();
});
