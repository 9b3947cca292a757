import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';

const groups = (page: Page) => page.getByRole('list', { name: 'Groups' }).getByRole('listitem');
const cards = (page: Page) => page.getByRole('list', { name: 'Prompts' }).getByRole('listitem');

test('a first group is created, renamed, and counts its prompts', async ({ page, me }) => {
  await page.goto('/app/groups');
  await expect(
    page.getByText('No groups yet. Create your first group to get started!', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'New Group' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Create New Group' });
  await panel.getByLabel('Name').fill('Letters');
  await panel.getByRole('button', { name: 'Create Group' }).click();
  await expect(page.getByText('Please fill in all fields')).toBeVisible();
  expect(await me.api.rows('groups?select=id')).toEqual([]);
  await panel.getByLabel('Description').fill('To customers');
  await panel.getByRole('button', { name: 'Create Group' }).dblclick();
  await expect(page.getByText('Group created successfully!')).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(groups(page)).toContainText('0 prompts');
  expect(await me.api.rows('groups?select=name')).toEqual([{ name: 'Letters' }]);

  await page.getByRole('button', { name: 'Actions for Letters' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Group' });
  await expect(editor.getByLabel('Description')).toHaveValue('To customers');
  await editor.getByLabel('Name').fill('');
  await editor.getByRole('button', { name: 'Update Group' }).click();
  await expect(page.getByText('Please fill in all fields').last()).toBeVisible();
  await editor.getByLabel('Name').fill('Mail');
  await editor.getByRole('button', { name: 'Update Group' }).click();
  await expect(page.getByText('Group updated successfully!')).toBeVisible();
  await expect(groups(page)).toContainText('Mail');

  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/app$/);
  await groups(page).getByRole('link', { name: 'Mail' }).click();
  await expect(page.getByRole('heading', { name: 'Mail', level: 1 })).toBeVisible();
});

test('prompts are created, found and opened inside a group', async ({ page, me }) => {
  const id = await me.api.group('Kitchen', 'What we cook');
  await page.goto(`/app/groups/${id}`);
  await expect(page.getByText('What we cook')).toBeVisible();
  await expect(
    page.getByText('No prompts in this group yet. Create your first prompt to get started!'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'New Prompt' }).click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await expect(panel.getByLabel('Group', { exact: true })).toHaveValue(id);
  await panel.getByLabel('Title').fill('Soup');
  await panel.getByLabel('Content').fill('Boil water.\nAdd leeks.\nSalt.\nServe.\nEat.');
  await panel.getByRole('button', { name: 'Create Prompt' }).click();
  await expect(cards(page)).toHaveCount(1);
  await me.api.insert('prompts', [
    { title: 'Bread', content: 'Flour and LEEKS', group_id: id },
    { title: 'Elsewhere', content: 'Leeks too', group_id: null },
  ]);
  await page.reload();
  await expect(cards(page)).toHaveCount(2);
  const soup = cards(page).filter({ hasText: 'Soup' });
  await expect(soup).toContainText(/Created .*Version 1/s);
  expect((await soup.boundingBox())?.height).toBe(180);

  const search = page.getByPlaceholder('Search prompts...');
  await search.fill('lEEks');
  await expect(cards(page)).toHaveCount(2);
  await search.fill('sopu');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).locator('mark')).toHaveText('Soup');
  await cards(page).getByRole('link', { name: 'Soup' }).click();
  await expect(page).toHaveURL(/\/app\/library\/prompt\//);
  await page.goBack();
  await expect(search).toHaveValue('sopu');
  await expect(cards(page)).toHaveCount(1);
});

test('a group is deleted with its prompts after confirmation', async ({ page, me }) => {
  const id = await me.api.group('Attic');
  const cellar = await me.api.group('Cellar');
  await me.api.insert('prompts', [
    { title: 'Dust', content: 'Away', group_id: id },
    { title: 'Wine', content: 'Stays', group_id: cellar },
  ]);
  await page.goto(`/app/groups/${id}`);
  await page.getByRole('button', { name: 'Actions for Attic' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit Group' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Delete Group' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('all its prompts will be permanently deleted');
  await expect(question).toContainText('This action cannot be undone.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Group deleted successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/app\/groups$/);
  await expect(groups(page)).toHaveText([/Cellar.*1 prompt/]);
  expect(await me.api.rows('prompts?select=title&deleted_at=is.null&is_public=is.false')).toEqual([
    { title: 'Wine' },
  ]);
});

test('an unknown or foreign group leads to the list of groups', async ({ page, me, request }) => {
  const stranger = await createUser(request, 'Nora');
  const theirs = await stranger.api.group('Private');
  expect(await me.api.rows(`groups?select=id&id=eq.${theirs}`)).toEqual([]);
  for (const id of [randomUUID(), theirs, 'no-uuid']) {
    await page.goto(`/app/groups/${id}`);
    await expect(page.getByText('Group not found or access denied')).toBeVisible();
    await expect(page).toHaveURL(/\/app\/groups$/);
  }
});

test('the second of two windows that edit a group is asked before it overwrites', async ({
  page,
  me,
}) => {
  const id = await me.api.group('Twice');
  await page.goto(`/app/groups/${id}`);
  await page.getByRole('button', { name: 'Actions for Twice' }).click();
  await page.getByRole('menuitem', { name: 'Edit Group' }).click();
  const panel = page.getByRole('dialog', { name: 'Edit Group' });
  const save = panel.getByRole('button', { name: 'Update Group' });
  const stored = () => me.api.rows('groups?select=name,description');
  await panel.getByLabel('Name').fill('Mine');
  await me.api.patch(`groups?id=eq.${id}`, { description: 'Written elsewhere' });
  await save.click();
  await expect(panel.getByRole('region', { name: 'Current version' })).toHaveText(
    /Twice\s*Written elsewhere/,
  );
  await expect(panel.getByLabel('Name')).toHaveValue('Mine');
  expect(await stored()).toEqual([{ name: 'Twice', description: 'Written elsewhere' }]);
  await panel.getByLabel('Description').fill('Written elsewhere, and here');
  await save.click();
  await expect(page.getByText('Group updated successfully!')).toBeVisible();
  await expect(panel).toBeHidden();
  expect(await stored()).toEqual([{ name: 'Mine', description: 'Written elsewhere, and here' }]);
});

test("a group's draft is offered after a reload until it is saved", async ({ page, me }) => {
  const unsaved = page.getByText(/^Unsaved changes from/);
  await page.goto('/app/groups');
  const add = page.getByRole('button', { name: 'New Group' }).first();
  const creator = page.getByRole('dialog', { name: 'Create New Group' });
  await add.click();
  await creator.getByLabel('Name').fill('Half');
  await page.reload();
  await add.click();
  await expect(unsaved).toContainText('Half');
  await creator.getByRole('button', { name: 'Continue' }).click();
  await expect(creator.getByLabel('Name')).toHaveValue('Half');
  await creator.getByLabel('Description').fill('Whole');
  await creator.getByRole('button', { name: 'Create Group' }).click();
  await expect(groups(page)).toContainText('Half');
  await expect(creator).toBeHidden();
  await add.click();
  await expect(creator.getByLabel('Name')).toHaveValue('');
  await expect(unsaved).toBeHidden();

  const [{ id } = { id: '' }] = await me.api.rows<{ id: string }>('groups?select=id');
  await page.goto(`/app/groups/${id}`);
  const editor = page.getByRole('dialog', { name: 'Edit Group' });
  const edit = async (description: string) => {
    await page.getByRole('button', { name: 'Actions for Half' }).click();
    await page.getByRole('menuitem', { name: 'Edit Group' }).click();
    await expect(editor.getByLabel('Description')).toHaveValue(description);
  };
  await edit('Whole');
  await editor.getByLabel('Description').fill('More than whole');
  await page.reload();
  await edit('Whole');
  await editor.getByRole('button', { name: 'Continue' }).click();
  await editor.getByRole('button', { name: 'Update Group' }).click();
  await expect(page.getByText('Group updated successfully!')).toBeVisible();
  expect(await me.api.rows('groups?select=name,description')).toEqual([
    { name: 'Half', description: 'More than whole' },
  ]);
  await page.reload();
  await edit('More than whole');
  await expect(unsaved).toBeHidden();
});
