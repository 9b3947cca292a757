import { linkMailedTo } from '../fixtures/mailbox.ts';
import { somebody } from '../fixtures/person.ts';
import { expect, test } from '../fixtures/test.ts';

test('an invitation lets a person set a password and enter the app', async ({ page, request }) => {
  const guest = somebody('Greta');
  const invited = await request.post('/auth/v1/invite', {
    headers: { apikey: process.env['SECRET_KEY'] ?? '' },
    data: { email: guest.email, data: { full_name: 'Greta Guest' } },
  });
  expect(invited.status(), await invited.text()).toBe(200);
  await page.goto(await linkMailedTo(request, guest.email));
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(page.getByText(`For ${guest.email}.`)).toBeVisible();
  // The guest's own page survives a reload.
  await page.reload();
  await page.getByLabel('New password', { exact: true }).fill(guest.password);
  await page.getByLabel('Confirm new password', { exact: true }).fill(guest.password);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Password updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('button', { name: /account menu/ })).toContainText('Greta Guest');
});
