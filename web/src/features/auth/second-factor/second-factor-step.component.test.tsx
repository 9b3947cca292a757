import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { SecondFactorStep } from './second-factor-step.tsx';

const id = '00000000-0000-4000-8000-000000000009';
const factor = (type: 'totp' | 'webauthn') => ({
  id,
  friendly_name: type,
  factor_type: type,
  status: 'verified' as const,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
});
const userWith = (...types: ('totp' | 'webauthn')[]) => ({
  ...session.user,
  factors: types.map(factor),
});

const code = page.getByLabelText('Six-digit code');
const usePasskey = page.getByRole('button', { name: 'Use your passkey', exact: true });

describe('SecondFactorStep', () => {
  it('offers no passkey to an account without one', async () => {
    await renderScreen(<SecondFactorStep user={userWith('totp')} />);
    await expect.element(code).toBeVisible();
    await expect.element(usePasskey).not.toBeInTheDocument();
  });

  it('offers both to an account with both', async () => {
    await renderScreen(<SecondFactorStep user={userWith('totp', 'webauthn')} />);
    await expect.element(code).toBeVisible();
    await expect.element(usePasskey).toBeVisible();
  });

  it('asks for the passkey only, and explains one of another account', async () => {
    backend.on('POST', `/auth/v1/factors/${id}/challenge`, () =>
      json({ error_code: 'webauthn_credential_not_found', msg: 'English' }, 400),
    );
    await renderScreen(<SecondFactorStep user={userWith('webauthn')} />);
    await expect.element(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
    await expect.element(code).not.toBeInTheDocument();
    await usePasskey.click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(
        "This passkey isn't registered here. It may belong to another account, or have been removed.",
      );
  });

  it('explains a cancelled request, and leads to a recovery code and back', async () => {
    vi.spyOn(navigator.credentials, 'get').mockRejectedValueOnce(
      new DOMException('', 'AbortError'),
    );
    const publicKey = { challenge: 'AAAA', rpId: location.hostname };
    backend.on('POST', `/auth/v1/factors/${id}/challenge`, () =>
      json({
        id,
        type: 'webauthn',
        webauthn: { type: 'request', credential_options: { publicKey } },
      }),
    );
    await renderScreen(<SecondFactorStep user={userWith('webauthn')} />);
    await usePasskey.click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent("The request was cancelled. Try again whenever you're ready.");
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect.element(page.getByLabelText('Recovery code')).toBeVisible();
    await usePasskey.click();
    await expect.element(page.getByLabelText('Recovery code')).not.toBeInTheDocument();
  });
});
