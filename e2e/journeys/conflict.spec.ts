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

async function history({ api }: SignedInUser, id: string): Promise<unknown> {
  return api.rows(
    `prompt_versions?select=version_number,title,content&prompt_id=eq.${id}&order=version_number`,
  );
}

const original = { title: 'Recipe', content: 'Take eggs.\n\nAdd milk.\n\nBake it.' };

test('a prompt that was changed elsewhere is saved as a merge that keeps both sides', async ({
  page,
  me,
}) => {
  const id = await me.api.prompt(original);
  await openEditor(page, id);
  await editor(page).getByLabel('Title').fill('Cake recipe');
  await editor(page).getByLabel('Content').fill('Take eggs.\n\nAdd milk.\n\nBake it hot.');
  await me.api.patch(`prompts?id=eq.${id}`, {
    content: 'Take six eggs.\n\nAdd milk.\n\nBake it.',
  });
  await update(page);
  await expect(choice(page)).toContainText('Nothing has been overwritten.');
  await expectContent(
    choice(page).getByLabel('Merged content'),
    'Take six eggs.\n\nAdd milk.\n\nBake it hot.',
  );
  await choice(page).getByRole('button', { name: 'Save merged version' }).click();
  await expect(page.getByText('Prompt updated successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cake recipe' })).toBeVisible();
  expect(await history(me, id)).toEqual([
    { version_number: 1, ...original },
    { version_number: 2, title: 'Recipe', content: 'Take six eggs.\n\nAdd milk.\n\nBake it.' },
    {
      version_number: 3,
      title: 'Cake recipe',
      content: 'Take six eggs.\n\nAdd milk.\n\nBake it hot.',
    },
  ]);
});

test('a draft survives a reload, and does not overwrite a newer version', async ({ page, me }) => {
  const id = await me.api.prompt({ title: 'Slow', content: 'First words' });
  const unsaved = editor(page).getByText(/Unsaved changes from/);
  await openEditor(page, id);
  await editor(page).getByLabel('Content').fill('My slow words');
  await editor(page).getByLabel('Tags', { exact: true }).fill('unfinished,');
  await me.api.patch(`prompts?id=eq.${id}`, { content: 'Their quick words' });
  await page.reload();
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await edit.click();
  await expect(unsaved).toBeVisible();
  await expectContent(editor(page).getByLabel('Content'), 'Their quick words');
  await editor(page).getByRole('button', { name: 'Continue' }).click();
  await expectContent(editor(page).getByLabel('Content'), 'My slow words');
  await expect(editor(page).getByRole('list', { name: 'Added tags' })).toContainText('unfinished');
  await update(page);
  await choice(page).getByRole('button', { name: 'Keep editing' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await edit.click();
  await editor(page).getByRole('button', { name: 'Continue' }).click();
  await expectContent(editor(page).getByLabel('Content'), 'My slow words');
  await editor(page).getByRole('button', { name: 'Discard' }).click();
  await expect(editor(page)).toBeHidden();
  await edit.click();
  await expectContent(editor(page).getByLabel('Content'), 'Their quick words');
  await expect(unsaved).toHaveCount(0);
  expect(await history(me, id)).toHaveLength(2);
});
