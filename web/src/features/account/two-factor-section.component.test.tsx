import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { sessionKey } from '#web/data/session/auth-storage.ts';
import { useUser } from '#web/data/session/session.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { TwoFactorSection } from './two-factor-section.tsx';

const factors = '/auth/v1/factors';
const newCodes = '/rest/v1/rpc/new_recovery_codes';
const phone = factor('phone', 'Authenticator', '2026-01-01T00:00:00Z');
const tablet = factor('tablet', 'Authenticator 2', '2026-01-02T00:00:00Z');
const button = (name: string) => page.getByRole('button', { name, exact: true });

function factor(id: string, name: string, at: string) {
  const dates = { created_at: at, updated_at: at };
  return { id, friendly_name: name, factor_type: 'totp', status: 'verified', ...dates };
}

/** Returns a session with two factors, of an account with these authenticators. */
function sessionWith(...enrolled: readonly object[]) {
  const [head, claims = '', signature] = session.access_token.split('.');
  const both = btoa(atob(claims).replace('aal1', 'aal2')).replaceAll('=', '');
  const user = { ...session.user, factors: enrolled };
  return { ...session, access_token: [head, both, signature].join('.'), user };
}

/** Lets the server have these authenticators. */
function answerWith(...enrolled: readonly object[]) {
  const changed = sessionWith(...enrolled);
  backend.on('GET', '/auth/v1/user', () => json(changed.user));
  backend.on('POST', '/auth/v1/token', () => json(changed));
}

function Section() {
  return <TwoFactorSection user={useUser()} />;
}

async function open(...enrolled: readonly object[]) {
  localStorage.setItem(sessionKey, JSON.stringify(sessionWith(...enrolled)));
  // Reads the session again.
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  answerWith(...enrolled);
  backend.on('POST', '/rest/v1/rpc/recovery_codes_left', () => json(10));
  await renderScreen(<Section />);
}

describe('TwoFactorSection', () => {
  it('offers no passkey in a browser without them', async () => {
    const { PublicKeyCredential: original } = globalThis;
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    try {
      await open();
      await expect.element(button('Turn on')).toBeVisible();
      await expect.element(button('Use a passkey instead')).not.toBeInTheDocument();
    } finally {
      globalThis.PublicKeyCredential = original;
    }
  });

  it('adds another authenticator under a name of its own, without new recovery codes', async () => {
    await open(phone);
    await expect.element(page.getByText(/^10 codes left\./)).toBeVisible();
    backend.on('POST', factors, () =>
      json({ id: tablet.id, type: 'totp', totp: { qr_code: '<svg/>', secret: 'ABCD', uri: '' } }),
    );
    backend.on('POST', `${factors}/tablet/challenge`, () =>
      json({ id: 'c1', expires_at: 4_102_444_800 }),
    );
    backend.on('POST', `${factors}/tablet/verify`, () => json(sessionWith(phone, tablet)));
    await button('Add another authenticator').click();
    await page.getByLabelText('Six-digit code').fill('123456');
    await button('Turn on').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(button('Remove Authenticator 2')).toBeVisible();
    await expect.element(button('Remove Authenticator')).toBeVisible();
    expect(backend.sent('POST', factors)[0]?.body).toMatchObject({
      friendly_name: 'Authenticator 2',
    });
    expect(backend.sent('POST', newCodes)).toEqual([]);
  });

  it('removes one of two, and turns off with the last, after a question each', async () => {
    await open(phone, tablet);
    backend.on('DELETE', `${factors}/phone`, () => json({ id: 'phone' }));
    backend.on('DELETE', `${factors}/tablet`, () => json({ id: 'tablet' }));
    await button('Remove Authenticator').click();
    await expect.element(page.getByText(/Your other authenticators still work\./)).toBeVisible();
    answerWith(tablet);
    await button('Remove').click();
    await expect.element(button('Remove Authenticator')).not.toBeInTheDocument();
    await expect.element(page.getByText('Two-factor sign-in is on')).toBeVisible();

    await button('Remove Authenticator 2').click();
    await expect.element(page.getByText(/^You'll sign in with your password only\./)).toBeVisible();
    answerWith();
    await button('Turn off').click();
    await expect
      .element(page.getByText(/^Off\. You sign in with your password only\./))
      .toBeVisible();
    expect(backend.sent('DELETE', `${factors}/tablet`)).toHaveLength(1);
  });
});
