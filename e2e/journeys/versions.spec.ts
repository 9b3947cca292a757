import type { Page } from '@playwright/test';
import type { SignedInUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';
import { mainLink } from '../fixtures/main-link.ts';

/** Stores a prompt with versions 1 to 8, whose contents are 'Text n'. */
async function changedPrompt({ api }: SignedInUser): Promise<string> {
  const id = await api.prompt({ title: 'Draft', content: 'Text 1', is_public: true });
  for (let version = 2; version <= 8; version++) {
    await api.patch(`prompts?id=eq.${id}`, {
      content: `Text ${version}`,
      ...(version === 5 ? { change_description: 'The fifth try' } : {}),
    });
  }
  return id;
}

const toggle = (page: Page) => page.getByRole('button', { name: /^Version History/ });
const versions = (page: Page) => page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
test('an old version is restored, and nothing else of the prompt changes', async ({ page, me }) => {
  const id = await changedPrompt(me);
  await page.goto('/app/library');
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await mainLink(page, 'Draft').click();
  await expect(page).toHaveURL(new RegExp(`/app/library/prompt/${id}$`));
  await expect(page.getByText('Text 8', { exact: true })).toBeVisible();
  await toggle(page).click();
  await expect(page.getByRole('button', { name: 'Restore version 8' })).toHaveCount(0);
  // The last of its page, so a new version moves it to the next page.
  await page.getByRole('button', { name: 'Restore version 4' }).click();
  await expect(page.getByText('Version restored successfully!')).toBeVisible();
  await expect(versions(page)).toHaveCount(0);
  await expect(page.getByText('Text 4', { exact: true })).toBeVisible();
  await toggle(page).click();
  await expect(versions(page).first()).toContainText('Restored from version 4');
  expect(await me.api.rows(`prompts?select=version,content,title,is_public&id=eq.${id}`)).toEqual([
    { version: 9, content: 'Text 4', title: 'Draft', is_public: true },
  ]);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/library$/);
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('a save without changes creates no version, and later saves and restores work', async ({
  page,
  me,
}) => {
  const id = await me.api.prompt({ title: 'Draft', content: 'Text 1' });
  const editor = page.getByRole('dialog', { name: 'Edit Prompt' });
  const update = async () => {
    await editor.getByRole('button', { name: 'Update Prompt' }).click();
    await expect(editor).toBeHidden();
  };
  await page.goto(`/app/prompts/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await update();
  await expect(page.getByText('Prompt updated successfully!')).toBeVisible();
  await expect(page.getByText('Version 1', { exact: true })).toBeVisible();
  await toggle(page).click();
  await expect(versions(page)).toHaveCount(1);
  await expect(versions(page).first()).toContainText('Current');

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await editor.getByLabel('Content').fill('Text 2');
  await update();
  await expect(versions(page)).toHaveCount(2);
  await expect(versions(page).first()).toContainText('Current');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await update();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByText('Version restored successfully!')).toBeVisible();
  await expect(page.getByText('Version 3', { exact: true })).toBeVisible();
  expect(await me.api.rows(`prompts?select=version,content&id=eq.${id}`)).toEqual([
    { version: 3, content: 'Text 1' },
  ]);
});

test("an invalid id in an API request gets the protocol's error without SQL", async ({ me }) => {
  const { status, body } = await me.api.get('prompts?id=eq.no-uuid');
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: '22P02' });
  expect(JSON.stringify(body)).not.toMatch(/select |\bfrom\b "|at [\w./]+:\d+/i);
});
