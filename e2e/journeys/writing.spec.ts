import { expectContent } from '../fixtures/prompt-content.ts';
import { expect, test } from '../fixtures/test.ts';

test('a prompt begun in the side panel is written on its own page, through a reload', async ({
  page,
  me,
}) => {
  const group = await me.api.group('Letters', 'To customers');
  await page.goto(`/app/groups/${group}`);
  await page.getByRole('button', { name: 'New Prompt' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await panel.getByLabel('Title').fill('Thanks');
  await panel.getByLabel('Content').fill('Dear {{name}},');
  await panel.getByRole('link', { name: 'Open full page' }).click();

  await expect(page).toHaveURL(`/app/prompts/new?group=${group}`);
  const content = page.getByRole('textbox', { name: 'Content' });
  await expectContent(content, 'Dear {{name}},');
  await content.press('ControlOrMeta+End');
  await page.keyboard.insertText('\nthank you for your letter of {{date}}.');
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'date', exact: true }).click();
  await page.getByLabel('Default', { exact: true }).fill('today');
  await page.keyboard.press('ControlOrMeta+Enter');

  await expect(page.getByRole('heading', { name: 'Thanks' })).toBeVisible();
  expect(await me.api.rows(`prompts?select=content,group_id&user_id=eq.${me.id}`)).toEqual([
    {
      content: 'Dear {{name}},\nthank you for your letter of {{date:today}}.',
      group_id: group,
    },
  ]);
});
