import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sessionKey } from '#web/data/session/auth-storage.ts';
import { useSession } from '#web/data/session/session.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { Component as Account } from './account.tsx';
import { Component as SignIn } from './auth/sign-in.tsx';

const userPath = '/auth/v1/user';
const serverFailed = 'The server had a problem of its own. Wait a moment, then try again.';
const fail = () =>
  json({ code: 500, error_code: 'unexpected_failure', msg: 'The desk is closed' }, 500);
const message = (text: string) => page.getByText(text).first();

/** The page while somebody is signed in, as the app shows it. */
function Screen() {
  return useSession().status === 'signed-in' ? <Account /> : <SignIn />;
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

  describe('a new password', () => {
    const code = page.getByLabelText('Code from the email');
    const update = page.getByRole('button', { name: 'Update Password' });

    async function change(password: string) {
      await page.getByLabelText('Current password', { exact: true }).fill('Prompt-Book-1');
      await page.getByLabelText('New password', { exact: true }).fill(password);
      await page.getByLabelText('Confirm new password', { exact: true }).fill(password);
      await update.click();
    }

    beforeEach(async () => {
      backend.on('POST', '/auth/v1/token', () => json(session));
      backend.on('POST', '/auth/v1/logout', () => json(null));
      await renderScreen(<Screen />);
    });

    it('is refused before anything is sent if it breaks a rule', async () => {
      await change('short');
      await expect.element(message('Password must be at least 8 characters long')).toBeVisible();
      expect(backend.sent('POST', '/auth/v1/token')).toEqual([]);
    });

    it('needs the current one, whose field gets the focus', async () => {
      backend.on('POST', '/auth/v1/token', () =>
        json({ error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, 400),
      );
      await change('Another-Book-2');
      await expect.element(message('Current password is incorrect')).toBeVisible();
      const current = page.getByLabelText('Current password', { exact: true });
      await expect.element(current).toHaveFocus();
      expect(backend.sent('PUT', userPath)).toEqual([]);
    });

    it('is not saved if the server fails, which it says', async () => {
      backend.on('PUT', userPath, fail);
      await change('Another-Book-2');
      await expect.element(message(`Failed to update password: ${serverFailed}`)).toBeVisible();
    });

    it('is sent with the code from an email where the server asks for one', async () => {
      backend.on('PUT', userPath, () =>
        json({ error_code: 'reauthentication_needed', msg: 'Reauthenticate first' }, 400),
      );
      backend.on('GET', '/auth/v1/reauthenticate', () => json({}));
      await change('Another-Book-2');
      await expect
        .element(page.getByText('We emailed you a code. Enter it to continue.'))
        .toBeVisible();
      expect(backend.sent('GET', '/auth/v1/reauthenticate')).toHaveLength(1);
      backend.on('PUT', userPath, () => json(session.user));
      await code.fill('123 456');
      await update.click();
      await expect.element(message('Password updated successfully!')).toBeVisible();
      await expect.element(code).not.toBeInTheDocument();
      expect(backend.sent('PUT', userPath).at(-1)?.body).toMatchObject({
        password: 'Another-Book-2',
        nonce: '123456',
      });
    });
  });

  it('offers to choose a password to somebody who signs in with a provider', async () => {
    const user = { ...session.user, identities: [{ provider: 'keycloak' }] };
    backend.on('GET', userPath, () => json(user));
    await renderScreen(<Screen />);
    await expect.element(page.getByText(/^You sign in with a provider\./)).toBeVisible();
    await expect.element(page.getByLabelText('Current password')).not.toBeInTheDocument();
  });

  it('sends both links for a new email, and both again', async () => {
    const change = { new_email: 'ada@cuebook.example' };
    backend.on('PUT', userPath, () => {
      backend.on('GET', userPath, () => json({ ...session.user, ...change }));
      return json({ ...session.user, ...change });
    });
    await renderScreen(<Screen />);
    await page.getByRole('button', { name: 'Change email' }).click();
    const newEmail = page.getByLabelText('New email');
    await newEmail.fill('Mary@cuebook.example');
    await page.getByRole('button', { name: 'Send both links' }).click();
    await expect.element(page.getByText('This is your email already.')).toBeVisible();
    await expect.element(newEmail).toHaveFocus();
    await newEmail.fill(change.new_email);
    await page.getByRole('button', { name: 'Send both links' }).click();
    await expect.element(page.getByText(/^We sent a link to/)).toBeVisible();
    await page.getByRole('button', { name: 'Send both again' }).click();
    await expect.element(message('Both links sent again')).toBeVisible();
    await expect
      .element(page.getByLabelText('Email', { exact: true }))
      .toHaveValue('mary@cuebook.example');
    expect(backend.sent('PUT', userPath).map(({ body }) => body)).toEqual(
      Array.from(
        { length: 2 },
        () => expect.objectContaining({ email: change.new_email }) as unknown,
      ),
    );
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
    await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(localStorage.getItem(sessionKey)).toBeNull();
  });

  it('leads to the sign-in page, which says why, when the session was ended elsewhere', async () => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    backend.on('POST', '/auth/v1/logout', () => json(null));
    backend.on('GET', userPath, () =>
      json({ code: 403, error_code: 'session_not_found', msg: 'Session does not exist' }, 403),
    );
    await renderScreen(<Screen />);
    await expect.element(page.getByText(/^Your session has ended/)).toBeVisible();
    await expect.element(page.getByText('Authentication error')).not.toBeInTheDocument();
  });
});
