import { signOut } from '../fixtures/person.ts';
import { expect, userTest as test } from '../fixtures/test.ts';
import { VirtualAuthenticator } from '../fixtures/virtual-authenticator.ts';

test('a passkey signs in, and another one is the second factor', async ({ page }) => {
  test.slow();
  const laptop = await VirtualAuthenticator.add(page, 'internal');
  await page.goto('/app/account');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });

  await test.step('adds a passkey', async () => {
    await expect(passkeys.getByText(/^None yet/)).toBeVisible();
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(passkeys.getByText('Passkey', { exact: true })).toBeVisible();
  });

  const signInButton = page.getByRole('button', { name: 'Use a passkey' });
  await test.step('signs in with it, but not if the device does not recognise its user', async () => {
    await signOut(page);
    await laptop.recognises(false);
    await page.goto('/signin');
    await signInButton.click();
    await expect(page.getByRole('alert')).toHaveText(/^The request was cancelled/);
    await laptop.recognises(true);
    await signInButton.click();
    await expect(page).toHaveURL(/\/app$/);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  const key = await test.step('turns on a security key as the second factor', async () => {
    await page.goto('/app/account');
    await expect(passkeys.getByText(/Last used/)).toBeVisible();
    await laptop.confirms(false);
    const added = await VirtualAuthenticator.add(page, 'usb');
    const section = page.getByRole('region', { name: 'Two-factor sign-in' });
    await section.getByRole('button', { name: 'Use a passkey instead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
    await dialog.getByRole('button', { name: 'Create passkey' }).click();
    await expect(dialog.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
    await dialog.getByRole('button', { name: "I've saved them" }).click();
    await expect(section.getByText('Two-factor sign-in is on')).toBeVisible();
    await expect(section.getByRole('button', { name: 'Remove Passkey' })).toBeVisible();
    return added;
  });

  await test.step('asks for the security key after the passkey', async () => {
    await signOut(page);
    // Only one of the two is touched at a time.
    await key.confirms(false);
    await laptop.confirms(true);
    await page.goto('/signin');
    await signInButton.click();
    await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
    await laptop.confirms(false);
    await key.confirms(true);
    await page.getByRole('button', { name: 'Use your passkey' }).click();
    await expect(page).toHaveURL(/\/app$/);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });
});
