import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { ConfirmCodeForm } from './confirm-code-form.tsx';

const verify = '/auth/v1/verify';
const field = page.getByLabelText('Six-digit code');

async function enter(code: string) {
  const { currentPath } = await renderScreen(
    <ConfirmCodeForm email="mary@example.com" redirect="/app" isMain />,
  );
  await field.fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  return currentPath;
}

describe('ConfirmCodeForm', () => {
  it('sends the code for this email, and opens the app', async () => {
    backend.on('POST', verify, () => json(session));
    const currentPath = await enter('123 456');
    await expect.poll(() => currentPath()).toBe('/app');
    expect(backend.sent('POST', verify)[0]?.body).toMatchObject({
      type: 'signup',
      email: 'mary@example.com',
      token: '123456',
    });
  });

  it('says that a code is wrong or expired, and keeps it', async () => {
    backend.on('POST', verify, () =>
      json({ code: 403, error_code: 'otp_expired', msg: 'Token has expired or is invalid' }, 403),
    );
    await enter('123456');
    await expect.element(page.getByText(/^Wrong or expired code/)).toBeVisible();
    await expect.element(field).toHaveValue('123456');
    await expect.element(field).toBeInvalid();
  });
});
