import { fillSignUp, signIn } from '../fixtures/person.ts';
import { expect, test } from '../fixtures/test.ts';
import { giveCode, turnTwoFactorOn } from '../fixtures/two-factor.ts';
import { linkMailedTo } from '../fixtures/mailbox.ts';

test('wrong codes are counted, and a lost device is replaced by a recovery code', async ({
  page,
  me,
}) => {
  test.slow();
  const { app, recoveryCodes } = await turnTwoFactorOn(page);
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await signIn(page, me);

  await giveCode(page, app.wrongCode());
  await expect(page.getByText(/^Sign in failed: That code is not right/)).toBeVisible();
  await expect(page.getByLabel('Six-digit code')).toHaveAttribute('aria-invalid', 'true');
  for (let attempt = 2; attempt <= 11; attempt += 1) {
    await expect(page.getByLabel('Six-digit code')).toHaveValue('');
    await giveCode(page, app.wrongCode());
    await expect(page.getByRole('button', { name: 'Sign In' })).not.toHaveAttribute('aria-busy');
  }
  await expect(
    page.getByText('Too many attempts. Wait five minutes, then try again.').first(),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill('0000-0000-0000-0000');
  await page.getByRole('button', { name: 'Use the recovery code' }).click();
  await expect(page.getByText('This recovery code is not valid').first()).toBeVisible();
  await page.getByLabel('Recovery code').fill(recoveryCodes[4]?.toUpperCase() ?? '');
  await page.getByRole('button', { name: 'Use the recovery code' }).click();
  await expect(page).toHaveURL(/\/app$/);
  await page.goto('/app/account');
  await expect(page.getByText('Off: your password alone lets in.')).toBeVisible();
});

test('a recovery link alone does not get around the second factor, and removing it takes it', async ({
  page,
  me,
  request,
}) => {
  const { app } = await turnTwoFactorOn(page);
  const section = page.getByRole('region', { name: 'Two-factor sign-in' });
  await expect(section.getByText('10 codes left')).toBeVisible();
  await section.getByRole('button', { name: 'Make new codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make new recovery codes?' });
  await dialog.getByRole('button', { name: 'Make new codes' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();

  const known = [await linkMailedTo(request, me.email)];
  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(me.email);
  await page.getByRole('button', { name: 'Send instructions' }).click();
  await expect(page.getByText('Password reset instructions sent to your email')).toBeVisible();
  await page.goto(await linkMailedTo(request, me.email, known));
  await giveCode(page, await app.code());
  await page.getByLabel('New password', { exact: true }).fill('Another-Book-2');
  await page.getByLabel('Confirm new password', { exact: true }).fill('Another-Book-2');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Password updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);

  await page.goto('/app/account');
  await section.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Off: your password alone lets in.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await signIn(page, { ...me, password: 'Another-Book-2' });
  await expect(page).toHaveURL(/\/app$/);
});

test("a sign-up tries the sign-in first, and tells the contact list of it when it is another's", async ({
  page,
  me,
}) => {
  const synced: unknown[] = [];
  await page.route('**/contact-list', async (route) => {
    synced.push(route.request().postDataJSON());
    await route.fulfill({ status: 500 });
  });
  await page.route('**/config.json', async (route) => {
    const config = (await (await route.fetch()).json()) as { links: object; url: string };
    const links = { ...config.links, contactSync: `${config.url}/contact-list` };
    await route.fulfill({ json: { ...config, links } });
  });
  await page.evaluate(() => localStorage.clear());
  await fillSignUp(page, me);
  await expect(
    page.getByText('This email is already registered. Please sign in instead.').first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/signup$/);
  expect(await page.evaluate(() => localStorage.getItem('supabase.auth.token'))).toBeNull();
  expect(synced).toEqual([]);

  const another = { ...me, name: 'Ada', email: `another.${me.email}` };
  await fillSignUp(page, another);
  await expect(page).toHaveURL(/\/register-success$/);
  await expect
    .poll(() => synced)
    .toEqual([{ email: another.email, name: 'Ada', sourceApp: 'Cuebook' }]);

  // What sign-up tried is over, and was no guess: a right password still lets in.
  await signIn(page, me);
  await page.goto('/app/account');
  await expect(page.getByRole('list', { name: 'Sessions' }).getByText('This device')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2);
});
