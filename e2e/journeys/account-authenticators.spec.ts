import { Authenticator } from '../fixtures/authenticator.ts';
import { signIn, signOut } from '../fixtures/person.ts';
import { expect, test } from '../fixtures/test.ts';
import { giveCode, turnTwoFactorOn } from '../fixtures/two-factor.ts';
import { publishableKey } from '../fixtures/rest-client.ts';

test('either of two authenticators signs in, one can be removed, and other sessions end', async ({
  page,
  pageOf,
  request,
  me,
}) => {
  test.slow();
  const { app: phone } = await turnTwoFactorOn(page);
  const section = page.getByRole('region', { name: 'Two-factor sign-in' });
  const removing = section.getByRole('button', { name: /^Remove/ });

  const tablet = await test.step('adds a second one, without new recovery codes', async () => {
    await section.getByRole('button', { name: 'Add another authenticator' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
    const app = new Authenticator(await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText());
    await dialog.getByLabel('Six-digit code').fill(await app.code());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(removing).toHaveCount(2);
    await expect(section.getByText('10 codes left')).toBeVisible();
    return app;
  });

  const other = await pageOf(null);
  const choice = other.getByLabel('Authenticator', { exact: true });
  await test.step('elsewhere, signs in with the one that is chosen', async () => {
    await signIn(other, me);
    await expect(choice.getByRole('option')).toHaveText(['Authenticator', 'Authenticator 2']);
    const code = await tablet.code();
    await giveCode(other, code);
    await expect(other.getByText(/^Sign in failed: Wrong code/)).toBeVisible();
    await choice.selectOption('Authenticator 2');
    await giveCode(other, code);
    await expect(other).toHaveURL(/\/app$/);
    await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  await test.step('signs out everywhere else, and stays here', async () => {
    await page.reload();
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    const session = () => other.evaluate(() => localStorage.getItem('supabase.auth.token'));
    const { refresh_token } = JSON.parse((await session()) ?? '{}') as { refresh_token: string };
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(sessions).toHaveCount(1);
    await expect(sessions).toContainText('This device');
    const refused = await request.post('/auth/v1/token?grant_type=refresh_token', {
      headers: { apikey: publishableKey() },
      data: { refresh_token },
    });
    expect(await refused.json()).toMatchObject({ error_code: 'refresh_token_not_found' });
    await other.goto('/app/account');
    await expect(other).toHaveURL(/\/signin/);
    expect(await session()).toBeNull();
  });

  await test.step('removes the first; the second is what is asked for from then on', async () => {
    await section.getByRole('button', { name: 'Remove Authenticator', exact: true }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Remove Authenticator?' });
    await expect(dialog.getByText('Your other authenticators still work.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(removing).toHaveAccessibleName('Remove Authenticator 2');
    await expect(section.getByText('Two-factor sign-in is on')).toBeVisible();

    await signOut(page);
    await signIn(page, me);
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await expect(page.getByLabel('Authenticator', { exact: true })).toHaveCount(0);
    await giveCode(page, await phone.code());
    await expect(page.getByText(/^Sign in failed: Wrong code/)).toBeVisible();
    await giveCode(page, await tablet.code());
    await expect(page).toHaveURL(/\/app$/);
  });
});
