import { linkMailedTo } from '../fixtures/mailbox.ts';
import { enterAs, fillSignUp, signIn, somebody } from '../fixtures/person.ts';
import { expect, test } from '../fixtures/test.ts';

test('a verification mail can be sent again', async ({ page, request }) => {
  const bob = somebody('Bob');
  await fillSignUp(page, bob);
  const first = await linkMailedTo(request, bob.email);
  await page.getByRole('button', { name: 'Click to resend' }).click();
  await expect(
    page.getByText('Verification email has been resent. Please check your inbox.'),
  ).toBeVisible();
  await page.goto(await linkMailedTo(request, bob.email, [first]));
  await expect(page).toHaveURL(/\/app$/);
});

test('a used link says so and leads on', async ({ page, request, context }) => {
  const cleo = somebody('Cleo');
  await fillSignUp(page, cleo);
  // The mail is sent before the account is stored.
  await expect(page).toHaveURL(/\/register-success$/);
  const link = await linkMailedTo(request, cleo.email);
  await page.goto(link);
  await expect(page).toHaveURL(/\/app$/);
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page).toHaveURL(/\/auth\/callback/);
  await expect(page.getByText(/expired|invalid|used/i).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /sign in/i }).first()).toBeVisible();
});

test('a forgotten password is reset by mail', async ({ page, request }) => {
  const gwen = somebody('Gwen');
  await enterAs(page, request, gwen);
  await page.evaluate(() => localStorage.clear());
  const first = await linkMailedTo(request, gwen.email);

  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(gwen.email);
  await page.getByRole('button', { name: /send|reset/i }).click();
  await expect(page.getByText('Password reset instructions sent to your email')).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);

  await page.goto(await linkMailedTo(request, gwen.email, [first]));
  const replacement = 'Another-Book-2';
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByLabel('Confirm new password', { exact: true }).fill('short');
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(page.getByText('Password must be at least 8 characters long').first()).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(replacement);
  await page.getByLabel('Confirm new password', { exact: true }).fill(replacement);
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(page.getByText('Password updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);

  await page.evaluate(() => localStorage.clear());
  await signIn(page, { ...gwen, password: replacement });
  await expect(page).toHaveURL(/\/app$/);
});
