import { expectAccessible } from '../fixtures/accessible.ts';
import { Authenticator } from '../fixtures/authenticator.ts';
import { signIn, signOut } from '../fixtures/person.ts';
import { expect, test } from '../fixtures/test.ts';
import { giveCode, turnTwoFactorOn } from '../fixtures/two-factor.ts';

test.describe.configure({ mode: 'parallel' });

test('two-factor setup is accessible', async ({ page, me }) => {
  test.slow();
  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(`${'long'.repeat(12)}.${me.email}`);
  await page.getByRole('button', { name: 'Send both links' }).click();
  await expect(page.getByText('We sent a link to')).toBeVisible();

  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
  const app = new Authenticator(await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText());
  await dialog.getByLabel('Six-digit code').fill(app.wrongCode());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText(/^Wrong code/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Six-digit code').fill(await app.code());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: "I've saved them" }).click();
  await expect(page.getByText('10 codes left')).toBeVisible();
  await expectAccessible(page);
});

test('sign-in with a code or a recovery code is accessible', async ({ page, me }) => {
  test.slow();
  const { app } = await turnTwoFactorOn(page);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await signOut(page);

  await signIn(page, me);
  await giveCode(page, app.wrongCode());
  await expect(page.getByText(/^Wrong code/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expectAccessible(page);
});

test('the page of a broken link is accessible', async ({ page }) => {
  await page.goto('/auth/callback#error_code=otp_expired&error_description=Email+link+expired');
  await expect(page.getByLabel('Need a new link?')).toBeVisible();
  await expectAccessible(page);
});
