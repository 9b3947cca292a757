import type { Page } from '@playwright/test';
import type { SignedInUser } from '../fixtures/signed-in-user.ts';
import { expectContent } from '../fixtures/prompt-content.ts';
import { expect, test } from '../fixtures/test.ts';

const editor = (page: Page) => page.getByRole('dialog', { name: 'Edit Prompt' });
const choice = (page: Page) =>
  page.getByRole('dialog', { name: 'This prompt was changed in another tab' });

async function openEditor(page: Page, id: string): Promise<void> {
  await page.goto(`/app/prompts/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(editor(page)).toBeVisible();
}

async function update(page: Page): Promise<void> {
  await editor(page).getByRole('button', { name: 'Update Prompt' }).click();
}

async function chooseTheirs(page: Page): Promise<void> {
  await choice(page).getByRole('group', { name: 'What to save' }).getByText('Theirs').click();
  await expect(choice(page).getByRole('radio', { name: 'Theirs' })).toBeChecked();
}

async function history({ api }: SignedInUser, id: string): Promise<unknown> {
  return api.rows(
    `prompt_versions?select=version_number,title,content&prompt_id=eq.${id}&order=version_number`,
  );
}

const original = { title: 'Recipe', content: 'Take eggs.\n\nAdd milk.\n\nBake it.' };

test('two windows change one prompt: the second save is offered a merge that keeps both', async ({
  page,
  me,
  pageOf,
}) => {
  const id = await me.api.prompt(original);
  const other = await pageOf(me);
  await openEditor(page, id);
  await openEditor(other, id);
  await editor(other).getByLabel('Title').fill('Cake recipe');
  await editor(other).getByLabel('Content').fill('Take eggs.\n\nAdd milk.\n\nBake it hot.');
  await editor(page).getByLabel('Content').fill('Take six eggs.\n\nAdd milk.\n\nBake it.');
  await update(page);
  await expect(page.getByText('Prompt updated successfully!')).toBeVisible();

  await update(other);
  await expect(choice(other)).toContainText('Nothing has been overwritten.');
  await expect(choice(other).getByLabel('Merged content')).toHaveValue(
    'Take six eggs.\n\nAdd milk.\n\nBake it hot.',
  );
  await choice(other).getByRole('button', { name: 'Save merged version' }).click();
  await expect(other.getByText('Prompt updated successfully!')).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Cake recipe' })).toBeVisible();
  expect(await history(me, id)).toEqual([
    { version_number: 1, ...original },
    {
      version_number: 2,
      title: 'Recipe',
      content: 'Take six eggs.\n\nAdd milk.\n\nBake it.',
    },
    {
      version_number: 3,
      title: 'Cake recipe',
      content: 'Take six eggs.\n\nAdd milk.\n\nBake it hot.',
    },
  ]);
});

test('keeping theirs saves nothing, and going back to editing is possible before', async ({
  page,
  me,
}) => {
  const id = await me.api.prompt({ title: 'Colour', content: 'Paint it blue.' });
  await openEditor(page, id);
  await editor(page).getByLabel('Content').fill('Paint it red.');
  await me.api.patch(`prompts?id=eq.${id}`, { content: 'Paint it green.' });
  await update(page);
  await choice(page).getByRole('button', { name: 'Keep editing' }).click();
  await expectContent(editor(page).getByLabel('Content'), 'Paint it red.');
  await update(page);
  await chooseTheirs(page);
  await choice(page).getByRole('button', { name: 'Keep theirs' }).click();
  await expect(choice(page)).toBeHidden();
  expect(await history(me, id)).toHaveLength(2);
  await expect(page.getByText('Paint it green.')).toBeVisible();
});

test('the text of a prompt deleted elsewhere can be saved as a new prompt', async ({
  page,
  me,
}) => {
  const id = await me.api.prompt({ title: 'Lost', content: 'Old words' });
  await openEditor(page, id);
  await editor(page).getByLabel('Content').fill('New words');
  await me.api.patch(`prompts?id=eq.${id}`, { deleted_at: new Date().toISOString() });
  await update(page);
  await expect(page.getByText('Failed to update prompt. Please try again.')).toBeVisible();
  await editor(page).getByRole('button', { name: 'Save as a new prompt' }).click();
  await expect(page.getByText('Prompt created successfully!')).toBeVisible();
  expect(
    await me.api.rows(`prompts?select=title,content&deleted_at=is.null&user_id=eq.${me.id}`),
  ).toEqual([{ title: 'Lost', content: 'New words' }]);
});

test('a draft survives a reload and a closed panel until it is discarded', async ({ page, me }) => {
  await page.goto('/app');
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  const open = () => page.getByRole('button', { name: 'New Prompt' }).first().click();
  await open();
  await panel.getByLabel('Title').fill('Half a thought');
  await panel.getByLabel('Content').fill('It begins with');
  await panel.getByLabel('Tags', { exact: true }).fill('unfinished,');
  await page.reload();

  await open();
  await expect(panel.getByText(/Unsaved changes from/)).toContainText('Half a thought');
  await expect(panel.getByLabel('Title')).toHaveValue('');
  await panel.getByRole('button', { name: 'Continue' }).click();
  await expect(panel.getByLabel('Title')).toHaveValue('Half a thought');
  await expectContent(panel.getByLabel('Content'), 'It begins with');
  await expect(panel.getByRole('list', { name: 'Added tags' })).toContainText('unfinished');

  await panel.getByLabel('Content').fill('It begins with a word');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await open();
  await panel.getByRole('button', { name: 'Continue' }).click();
  await expectContent(panel.getByLabel('Content'), 'It begins with a word');

  await panel.getByRole('button', { name: 'Discard' }).click();
  await expect(panel).toBeHidden();
  await open();
  await expect(panel.getByLabel('Title')).toHaveValue('');
  await expect(panel.getByText(/Unsaved changes from/)).toHaveCount(0);
  expect(await me.api.privatePrompts()).toBe(0);
});

test('a draft of an older version does not overwrite a newer one', async ({ page, me }) => {
  const id = await me.api.prompt({ title: 'Slow', content: 'First words' });
  await openEditor(page, id);
  await editor(page).getByLabel('Content').fill('My slow words');
  await page.keyboard.press('Escape');
  await expect(editor(page)).toBeHidden();
  await me.api.patch(`prompts?id=eq.${id}`, { content: 'Their quick words' });
  await page.reload();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await editor(page).getByRole('button', { name: 'Continue' }).click();
  await expectContent(editor(page).getByLabel('Content'), 'My slow words');
  await update(page);
  await expect(choice(page)).toBeVisible();
  expect(await history(me, id)).toHaveLength(2);
});
