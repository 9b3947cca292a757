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

/** Expects the toast and hovers it, which keeps it open for Undo. */
async function heldToast(page: Page, text: string): Promise<void> {
  await page.getByText(text).hover();
}

const mine = (me: SignedInUser) => `prompts?user_id=eq.${me.id}&deleted_at=is.null&order=title`;

test('rows are selected by click, range and key, and bulk changes can be undone', async ({
  page,
  me,
}) => {
  await letters(me, 6);
  await me.api.group('Mail');
  await page.goto('/app/library');
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

  await bar(page).getByRole('button', { name: 'Move' }).click();
  const move = page.getByRole('dialog', { name: 'Move 3 prompts' });
  await move.getByLabel('Group').selectOption('Mail');
  await move.getByRole('button', { name: 'Move 3 prompts' }).click();
  await heldToast(page, '3 prompts moved to “Mail”');
  const inMail = () => me.api.rows(`${mine(me)}&select=title,version&group_id=not.is.null`);
  expect(await inMail()).toEqual([
    { title: 'Letter 2', version: 2 },
    { title: 'Letter 4', version: 2 },
    { title: 'Letter 5', version: 2 },
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 prompts changed back')).toBeVisible();
  expect(await inMail()).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await expect(mainLink(page, 'Letter 2')).toBeVisible();
});

test('selected prompts are tagged, published, favourited and duplicated', async ({ page, me }) => {
  await letters(me, 3);
  await page.goto('/app/library');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(row(page, 'Letter 1')).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('3 prompts selected');

  await bar(page).getByRole('button', { name: 'Tag' }).click();
  const tag = page.getByRole('dialog', { name: 'Change the tags of 3 prompts' });
  await tag.getByLabel('Add tags').fill('Red, two words, red');
  await expect(tag.getByText('“red” is there already.')).toBeVisible();
  await tag.getByLabel('Add tags').fill('Red, two words');
  await tag.getByRole('button', { name: 'Change 3 prompts' }).click();
  await expect(page.getByText('3 prompts retagged')).toBeVisible();
  expect(await me.api.rows(`${mine(me)}&select=title&tags=cs.{Red,"two words"}`)).toHaveLength(3);

  await more(page, 'Make public');
  await page
    .getByRole('alertdialog', { name: 'Make 3 prompts public?' })
    .getByRole('button', { name: 'Make public' })
    .click();
  await expect(page.getByText('3 prompts made public')).toBeVisible();
  await more(page, 'Make private');
  await expect(page.getByText('3 prompts made private')).toBeVisible();
  await more(page, 'Add to favourites');
  await expect(page.getByText('3 prompts added to favourites')).toBeVisible();
  await more(page, 'Duplicate');
  await expect(page.getByText('3 prompts duplicated')).toBeVisible();
  const copies = () => me.api.rows(`${mine(me)}&select=title&title=like.*(Copy)`);
  expect(await copies()).toHaveLength(3);

  // A single prompt, from its own page.
  await page.keyboard.press('Escape');
  await mainLink(page, 'Letter 1').click();
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await heldToast(page, 'Added “Letter 1 (Copy)” to your library');
  expect(await copies()).toHaveLength(4);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Letter 1 (Copy)' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(page.getByText('Copy removed')).toBeVisible();
  expect(await copies()).toHaveLength(3);
});

test('all matches of a search are selected, including those not loaded', async ({ page, me }) => {
  await letters(me, 130);
  await page.goto('/app/library');
  await mainLink(page, 'Letter 1').press('x');
  await expect(bar(page)).toContainText('1 prompt selected');
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('tea');
  await expect(row(page, 'Letter 2')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Select all matches' }).click();
  await expect(bar(page)).toContainText('65 prompts selected');
  await expect(row(page, 'Letter 2')).toBeChecked();

  await more(page, 'Export');
  const dialog = page.getByRole('dialog', { name: 'Export 65 prompts' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^cuebook-selection-.*\.json$/);

  await more(page, 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete 65 prompts?' });
  await expect(question).toContainText('for 30 days');
  await question.getByRole('button', { name: 'Delete 65 prompts' }).click();
  await heldToast(page, '65 prompts deleted');
  await expect(bar(page)).toBeHidden();
  expect(await me.api.rows(`${mine(me)}&select=id`)).toHaveLength(65);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('65 prompts changed back')).toBeVisible();
  expect(await me.api.rows(`${mine(me)}&select=id`)).toHaveLength(130);
});

test('tags are renamed, merged and removed, and a refusal changes nothing', async ({
  page,
  me,
}) => {
  await me.api.insert('prompts', [
    { title: 'A', content: 'x', tags: ['red', 'Red'] },
    { title: 'B', content: 'x', tags: ['crimson', 'other'] },
  ]);
  await page.goto('/app/library');
  await page.getByRole('button', { name: 'Manage tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage tags' });
  const tags = dialog.getByRole('list', { name: 'Tags' }).getByRole('listitem');
  await expect(tags).toHaveText(['crimson1 prompt', 'other1 prompt', 'Red1 prompt', 'red1 prompt']);
  await dialog.getByRole('checkbox', { name: 'crimson' }).check();
  await expect(dialog.getByLabel('New name')).toHaveValue('crimson');
  await dialog.getByRole('checkbox', { name: 'red', exact: true }).check();
  await dialog.getByRole('checkbox', { name: 'Red', exact: true }).check();
  await dialog.getByLabel('Merge into').fill(' colour ');
  await expect(dialog).toContainText(
    '“crimson”, “Red”, “red” become “colour” on at most 3 prompts, each with a version in its history.',
  );
  await page.route(/rpc\/rename_tags/, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText(/Nothing was changed/)).toBeVisible();
  await page.unroute(/rpc\/rename_tags/);
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('2 prompts tagged “colour”')).toBeVisible();
  await expect(tags).toHaveText(['colour2 prompts', 'other1 prompt']);
  await dialog.getByRole('checkbox', { name: 'other' }).check();
  await dialog.getByRole('button', { name: 'Remove everywhere' }).click();
  await expect(tags).toHaveText(['colour2 prompts']);
  expect(await me.api.rows(`${mine(me)}&select=title,tags,version`)).toEqual([
    { title: 'A', tags: ['colour'], version: 2 },
    { title: 'B', tags: ['colour'], version: 3 },
  ]);
});

test('a deleted group is restored with its prompts', async ({ page, me }) => {
  const group = await me.api.group('Kitchen');
  await me.api.insert('prompts', [
    { title: 'Soup', content: 'x', group_id: group },
    { title: 'Bread', content: 'x', group_id: group },
  ]);
  await page.goto('/app/groups');
  await page.getByRole('button', { name: 'Actions for Kitchen' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Group deleted successfully!')).toBeVisible();
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
