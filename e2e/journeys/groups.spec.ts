import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

const groups = (page: Page) => page.getByRole('list', { name: 'Groups' }).getByRole('listitem');
const cards = (page: Page) => page.getByRole('list', { name: 'Prompts' }).getByRole('listitem');

test('a group is created and renamed, and its prompts are counted, found and opened', async ({
  page,
  me,
}) => {
  await page.goto('/app/groups');
  await page.getByRole('button', { name: 'New Group' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Create New Group' });
  await panel.getByLabel('Name').fill('Letters');
  await panel.getByLabel('Description').fill('What we cook');
  await panel.getByRole('button', { name: 'Create Group' }).click();
  await expect(page.getByText('Group created successfully!')).toBeVisible();
  await expect(groups(page)).toContainText('0 prompts');
  const [{ id } = { id: '' }] = await me.api.rows<{ id: string }>('groups?select=id');
  await page.getByRole('button', { name: 'Actions for Letters' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Group' });
  await expect(editor.getByLabel('Description')).toHaveValue('What we cook');
  await editor.getByLabel('Name').fill('Kitchen');
  await editor.getByRole('button', { name: 'Update Group' }).click();
  await expect(page.getByText('Group updated successfully!')).toBeVisible();
  await groups(page).getByRole('link', { name: 'Kitchen' }).click();
  await expect(page.getByText('What we cook')).toBeVisible();

  await page.getByRole('button', { name: 'New Prompt' }).click();
  const maker = page.getByRole('dialog', { name: 'Create New Prompt' });
  await expect(maker.getByLabel('Group', { exact: true })).toHaveValue(id);
  await maker.getByLabel('Title').fill('Soup');
  await maker.getByLabel('Content').fill('Boil water.\nAdd leeks.\nSalt.\nServe.\nEat.');
  await maker.getByRole('button', { name: 'Create Prompt' }).click();
  await expect(cards(page)).toHaveCount(1);
  await me.api.insert('prompts', [
    { title: 'Bread', content: 'Flour and LEEKS', group_id: id },
    { title: 'Elsewhere', content: 'Leeks too', group_id: null },
  ]);
  const search = page.getByPlaceholder('Search prompts...');
  await search.fill('lEEks');
  await expect(cards(page)).toHaveCount(2);
  const soup = cards(page).filter({ hasText: 'Soup' });
  await expect(soup).toContainText(/Created .*Version 1/s);
  expect((await soup.boundingBox())?.height).toBe(180);
  await search.fill('sopu');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).locator('mark')).toHaveText('Soup');
  await cards(page).getByRole('link', { name: 'Soup' }).click();
  await expect(page).toHaveURL(/\/app\/library\/prompt\//);
  await page.goBack();
  await expect(search).toHaveValue('sopu');
  await expect(cards(page)).toHaveCount(1);
});
