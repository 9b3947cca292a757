import { linkMailedTo } from '../fixtures/mailbox.ts';
import { fillSignUp, signIn, somebody } from '../fixtures/person.ts';
import { expect, test } from '../fixtures/test.ts';
import { giveCode, turnTwoFactorOn } from '../fixtures/two-factor.ts';
import { publishableKey, RestClient } from '../fixtures/rest-client.ts';
import { rareWord } from '../fixtures/words.ts';

test('an account lives from sign-up to deletion, with two factors', async ({ page, request }) => {
  test.slow();
  const ada = somebody('Ada');
  const say = (text: string) => expect(page.getByText(text).first()).toBeVisible();
  const region = (name: string) => page.getByRole('region', { name });
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  const nobody = await RestClient.open(request, null);
  const word = rareWord();
  let owned = '';

  await test.step('signs up, confirms the address, signs in', async () => {
    await fillSignUp(page, ada);
    await say('Sign up successful! Please check your email for verification.');
    await expect(page).toHaveURL(/\/register-success$/);
    await expect(page.getByText(ada.email)).toBeVisible();
    await page.getByRole('link', { name: 'Open the local mailbox' }).click();
    await page.getByRole('link', { name: ada.email }).click();
    await expect(page.locator('code')).toHaveText(/^\d{6}$/);
    const email = page.frameLocator('iframe[title="The email"]');
    await expect(email.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
    await email.getByRole('link', { name: 'Confirm my email' }).click();
    await expect(page).toHaveURL(/\/app$/);
    await page.evaluate(() => localStorage.clear());
    await signIn(page, ada);
    await expect(page).toHaveURL(/\/app$/);
    const api = await RestClient.open(request, page);
    owned = await api.prompt({ title: word, content: 'x', is_public: true });
    expect((await nobody.call('public_prompt', { id: owned })).body).toHaveLength(1);
  });

  await test.step('sets name, company and notifications', async () => {
    const card = page.getByRole('listitem').filter({ hasText: word });
    await page.goto(`/app/community?q=${word}`);
    await expect(card).toContainText('Ada');
    await page.getByRole('button', { name: /account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Account Settings' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('readonly', '');
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByLabel('Company').fill('Analytical Engines');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await say('Account settings saved successfully!');
    await page.goBack();
    await expect(card).toContainText('Ada Lovelace');
    await page.goForward();
    const [mail, marketing] = [
      page.getByRole('switch', { name: 'Email notifications' }),
      page.getByRole('switch', { name: 'Marketing emails' }),
    ];
    await expect(mail).toBeChecked();
    await expect(marketing).not.toBeChecked();
    for (const toggle of [marketing, mail]) {
      const response = page.waitForResponse((one) => one.request().method() === 'PUT');
      await toggle.click();
      expect((await response).status()).toBe(200);
    }
    await page.reload();
    await expect(page.getByLabel('Company')).toHaveValue('Analytical Engines');
    await expect(marketing).toBeChecked();
    await expect(mail).not.toBeChecked();
    await expect(page.getByRole('button', { name: /account menu/ })).toContainText('Ada Lovelace');
  });

  const { app } = await test.step('turns the second factor on', () => turnTwoFactorOn(page));

  await test.step('signs out, and in with a code, back to where it was', async () => {
    await region('Sessions').getByRole('button', { name: 'Sign Out', exact: true }).click();
    await expect(page).toHaveURL(/\/signin$/);
    await page.goto('/app/account');
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await page.goto('/app/library');
    await expect(page).toHaveURL(/\/signin\?redirect=%2Fapp%2Flibrary$/);
    await page.goto('/signin?redirect=%2Fapp%2Faccount');
    await giveCode(page, await app.code());
    await expect(page).toHaveURL(/\/app\/account$/);
  });

  const replacement = 'Another-Book-2';
  await test.step('changes the password', async () => {
    await page.getByLabel('Current password', { exact: true }).fill(ada.password);
    await page.getByLabel('New password', { exact: true }).fill(replacement);
    await page.getByLabel('Confirm new password', { exact: true }).fill(replacement);
    await page.getByRole('button', { name: 'Update Password' }).click();
    await say('Password updated successfully!');
  });

  const getToken = (grant: string, data: object) =>
    request.post(`/auth/v1/token?grant_type=${grant}`, {
      headers: { apikey: publishableKey() },
      data,
    });
  await test.step('sees another session, and ends it', async () => {
    const signedIn = await getToken('password', { email: ada.email, password: replacement });
    const { refresh_token } = (await signedIn.json()) as { refresh_token: string };
    await page.reload();
    await expect(sessions).toHaveCount(2);
    await expect(sessions.first()).toContainText('This device');
    await sessions
      .last()
      .getByRole('button', { name: /^Sign out on/ })
      .click();
    await expect(sessions).toHaveCount(1);
    const refused = await getToken('refresh_token', { refresh_token });
    expect(await refused.json()).toMatchObject({ error_code: 'refresh_token_not_found' });
  });

  const moved = `moved.${ada.email}`;
  await test.step('changes the address, by a link to each of both', async () => {
    const earlier = [await linkMailedTo(request, ada.email)];
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByLabel('New email').fill(moved);
    await page.getByRole('button', { name: 'Send both links' }).click();
    await say('We sent a link to');
    await page.goto(await linkMailedTo(request, ada.email, earlier));
    await expect(page.getByRole('heading', { name: 'One of two links opened' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to your account' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(ada.email);
    await page.goto(await linkMailedTo(request, moved));
    // The link signs in again, and the account has two factors.
    await giveCode(page, await app.code());
    await expect(page).toHaveURL(/\/app/);
    await page.goto('/app/account');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(moved);
    await expect(page.getByText('We sent a link to')).toHaveCount(0);
  });

  await test.step('deletes the account, which no click alone can do', async () => {
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const sure = page.getByRole('button', { name: 'Delete my account' });
    await expect(sure).toBeDisabled();
    await page.getByLabel('Type your email to confirm').fill(ada.email);
    await expect(sure).toBeDisabled();
    await page.getByLabel('Type your email to confirm').fill(moved);
    await sure.click();
    await say('Account deleted successfully');
    await expect(page).toHaveURL(/^[^/]*\/\/[^/]*\/$/);
  });

  await test.step('and nothing of it is left', async () => {
    expect(await page.evaluate(() => localStorage.getItem('supabase.auth.token'))).toBeNull();
    const refused = await getToken('password', { email: moved, password: replacement });
    expect(await refused.json()).toMatchObject({ error_code: 'invalid_credentials' });
    expect((await nobody.call('public_prompt', { id: owned })).body).toEqual([]);
    await page.goto('/app');
    await expect(page).toHaveURL(/\/signin/);
  });
});
