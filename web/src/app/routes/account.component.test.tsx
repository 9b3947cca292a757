import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sessionKey } from '#web/data/session/auth-storage.ts';
import { useSession } from '#web/data/session/session.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { Component as Account } from './account.tsx';

const userPath = '/auth/v1/user';
const serverFailed = 'The server had a problem of its own. Wait a moment, then try again.';
const fail = () =>
  json({ code: 500, error_code: 'unexpected_failure', msg: 'The desk is closed' }, 500);
const message = (text: string) => page.getByText(text).first();

/** The page while somebody is signed in, as the app shows it. */
function Screen() {
  return useSession().status === 'signed-in' ? <Account /> : <p>Signed out</p>;
}

beforeEach(() => {
  backend.on('GET', userPath, () => json(session.user));
  backend.on('GET', '/auth/v1/*', () => json([]));
  backend.on('GET', '/rest/v1/*', () => json([]));
  backend.on('POST', '/rest/v1/rpc/*', () => json([]));
  backend.on('GET', userPath, () => json(session.user));
});

describe('/app/account', () => {
  it("says that the user can't be read", async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    backend.on('GET', userPath, fail);
    await renderScreen(<Screen />);
    await expect.element(message('Authentication error')).toBeVisible();
  });

  it('says why a password was not changed', async () => {
    backend.on('POST', '/auth/v1/token', () => json(session));
    backend.on('POST', '/auth/v1/logout', () => json(null));
    backend.on('PUT', userPath, fail);
    await renderScreen(<Screen />);
    await page.getByLabelText('Current password', { exact: true }).fill('Prompt-Book-1');
    await page.getByLabelText('New password', { exact: true }).fill('Another-Book-2');
    await page.getByLabelText('Confirm new password', { exact: true }).fill('Another-Book-2');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect.element(message(`Failed to update password: ${serverFailed}`)).toBeVisible();
  });

  it("doesn't undo a saved change by an older response", async () => {
    const older = Promise.withResolvers<Response>();
    backend.on('GET', userPath, () => older.promise);
    backend.on('PUT', userPath, ({ body }) => {
      // The next read has what was saved.
      const { data } = body as { readonly data: object };
      const user = { ...session.user, user_metadata: { ...session.user.user_metadata, ...data } };
      backend.on('GET', userPath, () => json(user));
      return json(user);
    });
    await renderScreen(<Screen />);
    await expect.poll(() => backend.sent('GET', userPath).length).toBeGreaterThan(0);
    const marketing = page.getByRole('switch', { name: 'Marketing emails' });
    await marketing.click();
    await expect.element(message('Account settings saved successfully!')).toBeVisible();
    const readBefore = backend.sent('GET', userPath).length;
    older.resolve(json(session.user));
    await expect.poll(() => backend.sent('GET', userPath).length).toBeGreaterThan(readBefore);
    await page.getByRole('switch', { name: 'Email notifications' }).click();
    await expect.poll(() => backend.sent('PUT', userPath).length).toBe(2);
    expect(backend.sent('PUT', userPath)[1]?.body).toMatchObject({
      data: { notifications: { email: false, marketing: true } },
    });
    await expect.element(marketing).toBeChecked();
  });

  it('signs this device out even if the server refuses, and says why it did', async () => {
    backend.on('POST', '/auth/v1/logout', fail);
    await renderScreen(<Screen />);
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await expect.element(message(`Sign out failed: ${serverFailed}`)).toBeVisible();
    await expect.element(message('Signed out')).toBeVisible();
    expect(localStorage.getItem(sessionKey)).toBeNull();
  });
});
