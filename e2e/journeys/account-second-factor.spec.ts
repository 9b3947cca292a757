import type { APIRequestContext, Page } from '@playwright/test';
import { linkMailedTo } from '../fixtures/mailbox.ts';
import { fillSignUp, signIn, signOut } from '../fixtures/person.ts';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';
import { giveCode, turnTwoFactorOn } from '../fixtures/two-factor.ts';
import { publishableKey, RestClient } from '../fixtures/rest-client.ts';

/** Guesses codes over the API, with only the password. */
async function guess(
  page: Page,
  request: APIRequestContext,
  code: string,
  times: number,
): Promise<void> {
  const session = await page.evaluate(() => localStorage.getItem('supabase.auth.token'));
  const { access_token: token, user } = JSON.parse(session ?? '{}') as {
    access_token: string;
    user: { factors: { id: string }[] };
  };
  const headers = { apikey: publishableKey(), authorization: `Bearer ${token}` };
  const factor = `/auth/v1/factors/${user.factors[0]?.id}`;
  for (let count = 0; count < times; count += 1) {
    const challenge = await request.post(`${factor}/challenge`, { headers, data: {} });
    const { id } = (await challenge.json()) as { id: string };
    const data = { challenge_id: id, code };
    expect((await request.post(`${factor}/verify`, { headers, data })).status()).toBe(422);
  }
}

test('wrong codes are limited, and a recovery code replaces a lost device', async ({
  page,
  me,
  request,
}) => {
  test.slow();
  await me.api.prompt({ title: 'Mine', content: 'x' });
  expect(await me.api.privatePrompts()).toBe(1);
  const { app, recoveryCodes } = await turnTwoFactorOn(page);
  await signOut(page);
  await signIn(page, me);
  await expect(page.getByLabel('Six-digit code')).toBeVisible();
  // Neither the password alone nor an older token can read anything.
  for (const api of [me.api, await RestClient.open(request, page)]) {
    expect(await api.privatePrompts()).toBe(0);
  }

  await giveCode(page, app.wrongCode());
  await expect(page.getByText(/^Sign in failed: Wrong code/)).toBeVisible();
  await expect(page.getByLabel('Six-digit code')).toHaveAttribute('aria-invalid', 'true');
  await guess(page, request, app.wrongCode(), 9);
  await giveCode(page, await app.code());
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
  await expect(page.getByText('Off. You sign in with your password only.')).toBeVisible();
});

test("a recovery link doesn't bypass the second factor, and removing it requires it", async ({
  page,
  me,
  request,
}) => {
  test.slow();
  const { app } = await turnTwoFactorOn(page);
  const section = page.getByRole('region', { name: 'Two-factor sign-in' });
  await expect(section.getByText('10 codes left')).toBeVisible();
  await section.getByRole('button', { name: 'Create new codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new recovery codes?' });
  await dialog.getByRole('button', { name: 'Create new codes' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await page.getByRole('button', { name: 'Done' }).click();
  await signOut(page);

  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(me.email);
  await page.getByRole('button', { name: 'Send instructions' }).click();
  await expect(page.getByText('Password reset instructions sent to your email')).toBeVisible();
  await page.goto(await linkMailedTo(request, me.email));
  await giveCode(page, await app.code());
  await page.getByLabel('New password', { exact: true }).fill('Another-Book-2');
  await page.getByLabel('Confirm new password', { exact: true }).fill('Another-Book-2');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Password updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);

  await page.goto('/app/account');
  await section.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Off. You sign in with your password only.')).toBeVisible();
  await signOut(page);
  await signIn(page, { ...me, password: 'Another-Book-2' });
  await expect(page).toHaveURL(/\/app$/);
});

test('a sign-up tries signing in first, and reports to the contact list', async ({
  page,
  request,
}) => {
  const mary = await createUser(request, 'Mary');
  const synced: unknown[] = [];
  await page.route('**/contact-list', async (route) => {
    synced.push(route.request().postDataJSON());
    await route.fulfill({ status: 500 });
  });
  const config = (await (await page.request.get('/config.json')).json()) as {
    links: object;
    url: string;
  };
  const links = { ...config.links, contactSync: `${config.url}/contact-list` };
  await page.route('**/config.json', (route) => route.fulfill({ json: { ...config, links } }));
  await fillSignUp(page, mary);
  await expect(
    page.getByText('This email is already registered. Please sign in instead.').first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/signup$/);
  expect(await page.evaluate(() => localStorage.getItem('supabase.auth.token'))).toBeNull();
  expect(synced).toEqual([]);

  const another = { ...mary, name: 'Ada', email: `another.${mary.email}` };
  await fillSignUp(page, another);
  await expect(page).toHaveURL(/\/register-success$/);
  await expect
    .poll(() => synced)
    .toEqual([{ email: another.email, name: 'Ada', sourceApp: 'Cuebook' }]);

  // The sign-in attempt of the sign-up doesn't count as a guess: the right password still works.
  await signIn(page, mary);
  await expect(page).toHaveURL(/\/app$/);
  await page.goto('/app/account');
  await expect(page.getByRole('list', { name: 'Sessions' }).getByText('This device')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2);
});
