import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { SecondFactorStep } from './second-factor-step.tsx';

const id = '00000000-0000-4000-8000-000000000009';
const second = '00000000-0000-4000-8000-00000000000a';
const factor = (type: 'totp' | 'webauthn', index: number) => ({
  id: index === 0 ? id : second,
  friendly_name: index === 0 ? type : `${type} 2`,
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
    await expectAccessible(page.elementLocator(document.body));
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

  it('verifies the code with the chosen authenticator, and says why it is refused', async () => {
    const verify = `/auth/v1/factors/${second}/verify`;
    backend.on('POST', `/auth/v1/factors/${second}/challenge`, () =>
      json({ id: 'c1', expires_at: 4_102_444_800 }),
    );
    backend.on('POST', verify, () =>
      json({ error_code: 'mfa_verification_failed', msg: 'English' }, 422),
    );
    await renderScreen(<SecondFactorStep user={userWith('totp', 'totp')} />);
    const signIn = page.getByRole('button', { name: 'Sign In' });
    await page.getByLabelText('Authenticator', { exact: true }).selectOptions('totp 2');
    await code.fill('123 456');
    await signIn.click();
    await expect.element(page.getByText(/^Sign in failed: Wrong code\./)).toBeVisible();
    await expect.element(code).toBeInvalid();
    await expect.element(code).toHaveValue('');
    expect(backend.sent('POST', verify)[0]?.body).toMatchObject({ code: '123456' });
    backend.on('POST', verify, () =>
      json({ error_code: 'over_request_rate_limit', msg: 'English' }, 429),
    );
    await code.fill('123456');
    await signIn.click();
    await expect
      .element(page.getByText(/Too many attempts\. Wait five minutes/).first())
      .toBeVisible();
    backend.on('POST', verify, () => json(session));
    await code.fill('654321');
    await signIn.click();
    await expect.element(code).toBeValid();
  });

  it('uses a recovery code, or says that it is wrong and what to do', async () => {
    const use = '/rest/v1/rpc/use_recovery_code';
    backend.on('POST', use, () => refusal(422, 'PT422', 'This recovery code is not valid'));
    backend.on('POST', '/auth/v1/token', () => json(session));
    await renderScreen(<SecondFactorStep user={userWith('totp')} />);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    const recoveryCode = page.getByLabelText('Recovery code');
    await recoveryCode.fill('0000-0000');
    await page.getByRole('button', { name: 'Use the recovery code' }).click();
    await expect
      .element(page.getByText(/^Sign in failed: Wrong code\. Check it for typing errors/))
      .toBeVisible();
    await expect.element(recoveryCode).toBeInvalid();
    backend.on('POST', use, () => new Response(null, { status: 204 }));
    await recoveryCode.fill('AAAA-BBBB');
    await page.getByRole('button', { name: 'Use the recovery code' }).click();
    await expect.element(page.getByText('Two-factor sign-in is off')).toBeVisible();
    expect(backend.sent('POST', use).at(-1)?.body).toEqual({ code: 'AAAA-BBBB' });
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
    await expectAccessible(page.elementLocator(document.body));
    await usePasskey.click();
    await expect.element(page.getByLabelText('Recovery code')).not.toBeInTheDocument();
  });
});
