import type { Page } from '@playwright/test';
import type { SignedInUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';

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

test('an old version is restored, and a save without changes creates none', async ({
  page,
  me,
}) => {
  const id = await changedPrompt(me);
  const restored = page.getByText('Version restored successfully!');
  await page.goto(`/app/prompts/${id}`);
  await toggle(page).click();
  await expect(page.getByRole('button', { name: 'Restore version 8' })).toHaveCount(0);
  // The last of its page, so a new version moves it to the next page.
  await page.getByRole('button', { name: 'Restore version 4' }).click();
  await expect(restored).toBeVisible();
  await expect(versions(page)).toHaveCount(0);
  await expect(page.getByText('Text 4', { exact: true })).toBeVisible();
  await toggle(page).click();
  await expect(versions(page).first()).toContainText('Restored from version 4');
  const stored = () => me.api.rows(`prompts?select=version,content,title,is_public&id=eq.${id}`);
  const unchanged = { title: 'Draft', is_public: true };
  expect(await stored()).toEqual([{ version: 9, content: 'Text 4', ...unchanged }]);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Update Prompt' }).click();
  await expect(page.getByText('Prompt updated successfully!')).toBeVisible();
  await expect(versions(page).first()).toContainText('Current');
  await expect(page.getByText('Version 9', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Restore version 8' }).click();
  await expect(page.getByText('Version 10', { exact: true })).toBeVisible();
  expect(await stored()).toEqual([{ version: 10, content: 'Text 8', ...unchanged }]);
});
