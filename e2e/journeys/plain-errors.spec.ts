import { expect, test } from '../fixtures/test.ts';

test('a save of an account deleted elsewhere signs out and says why', async ({ page, me }) => {
  // The page's own check runs first and finds the account.
  const checked = page.waitForResponse(/\/auth\/v1\/user/);
  await page.goto('/app/groups');
  await checked;
  await page.getByRole('button', { name: 'New Group' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Create New Group' });
  await panel.getByLabel('Name').fill('Late');
  await panel.getByLabel('Description').fill('D');
  await me.api.call('delete_user_account', {});
  await panel.getByRole('button', { name: 'Create Group' }).click();
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByRole('alert')).toContainText('Your account was deleted on another device');
  await expect(page.getByText('foreign key')).toHaveCount(0);
});
