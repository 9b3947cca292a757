import type { APIRequestContext, Page } from '@playwright/test';
import { linkMailedTo } from '../fixtures/mailbox.ts';
import { signIn } from '../fixtures/person.ts';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';
import { addAuthenticator, giveCode } from '../fixtures/two-factor.ts';
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
  request,
}) => {
  test.slow();
  const mary = await createUser(request, 'Mary');
  await mary.api.prompt({ title: 'Mine', content: 'x' });
  expect(await mary.api.privatePrompts()).toBe(1);
  const { app, recoveryCodes } = await addAuthenticator(request, mary);
  await signIn(page, mary);
  await expect(page.getByLabel('Six-digit code')).toBeVisible();
  // Neither the password alone nor an older token can read anything.
  for (const api of [mary.api, await RestClient.open(request, page)]) {
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
  await page.getByLabel('Recovery code').fill(recoveryCodes[4]?.toUpperCase() ?? '');
  await page.getByRole('button', { name: 'Use the recovery code' }).click();
  await expect(page).toHaveURL(/\/app$/);
  await page.goto('/app/account');
  await expect(page.getByText('Off. You sign in with your password only.')).toBeVisible();
});

test("a recovery link doesn't bypass the second factor, and removing it requires it", async ({
  page,
  request,
}) => {
  test.slow();
  const mary = await createUser(request, 'Mary');
  const { app } = await addAuthenticator(request, mary);
  const headers = { apikey: publishableKey() };
  await request.post('/auth/v1/recover', {
    params: { redirect_to: `${process.env['BASE_URL']}/reset-password` },
    headers,
    data: { email: mary.email },
  });
  await page.goto(await linkMailedTo(request, mary.email));
  await giveCode(page, await app.code());
  const password = 'Another-Book-2';
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Password updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);

  await page.goto('/app/account');
  const section = page.getByRole('region', { name: 'Two-factor sign-in' });
  await section.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Off. You sign in with your password only.')).toBeVisible();
  const signedIn = await request.post('/auth/v1/token?grant_type=password', {
    headers,
    data: { email: mary.email, password },
  });
  expect(signedIn.status()).toBe(200);
  const { user } = (await signedIn.json()) as { user: { factors?: unknown[] } };
  expect(user.factors ?? []).toEqual([]);
});
