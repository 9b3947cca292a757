import { linkMailedTo } from '../fixtures/mailbox.ts';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, userTest as test } from '../fixtures/test.ts';

test('a prompt is shared with one person, who changes it until the share is revoked', async ({
  page,
  me,
  pageOf,
  request,
}) => {
  const [group = ''] = await me.api.insert('groups', [{ name: 'Kitchen' }]);
  const id = await me.api.prompt({ title: 'Recipe', content: 'Take eggs.', group_id: group });
  const ben = await createUser(request, 'Ben');

  await page.goto(`/app/prompts/${id}`);
  await page.getByRole('button', { name: 'Who can see this?' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Share by email').fill(ben.email);
  await dialog.getByLabel('Right').selectOption('editor');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog.getByText(ben.email, { exact: true })).toBeVisible();

  const bens = await pageOf(ben);
  await bens.goto(await linkMailedTo(request, ben.email));
  await bens.getByRole('button', { name: 'Accept Recipe' }).click();
  await bens.getByRole('button', { name: 'Edit', exact: true }).click();
  await bens.getByRole('textbox', { name: 'Content' }).fill('Take two eggs.');
  await bens.getByRole('button', { name: 'Update Prompt' }).click();
  await expect(bens.getByText('Version 2').first()).toBeVisible();
  const [stored] = await me.api.rows(`prompts?select=content,version,group_id&id=eq.${id}`);
  expect(stored).toEqual({ content: 'Take two eggs.', version: 2, group_id: group });

  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Take two eggs.')).toBeVisible();
  await page.getByRole('button', { name: 'Who can see this?' }).click();
  await dialog.getByRole('button', { name: 'Remove Ben' }).click();
  await expect(bens.getByRole('button', { name: 'Edit', exact: true })).toBeHidden();
  await expect(bens.getByText('Error loading prompt')).toBeVisible();
});
