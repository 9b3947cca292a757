import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, noConnection } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { PasskeyStep } from './passkey-step.tsx';
import { PasskeysSection } from './passkeys-section.tsx';

const { user } = session;
const optionsPath = '/auth/v1/passkeys/registration/options';
const id = '00000000-0000-4000-8000-000000000009';
const laptop = { id, friendly_name: 'Laptop', created_at: '2026-01-01T00:00:00Z' };

const publicKey = {
  challenge: 'AAAA',
  rp: { id: location.hostname, name: 'Cuebook' },
  user: { id: 'AAAA', name: user.email, displayName: 'Mary' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
};

const add = page.getByRole('button', { name: 'Add a passkey' });
const alert = page.getByRole('alert');

async function open(passkeys: readonly object[] = []) {
  backend.on('GET', '/auth/v1/passkeys', () => json(passkeys));
  backend.on('POST', optionsPath, () =>
    json({ challenge_id: id, expires_at: 4_102_444_800, options: publicKey }),
  );
  await renderScreen(<PasskeysSection user={user} />);
}

/** Makes the browser's dialog fail. */
function failDialog(name: string) {
  vi.spyOn(navigator.credentials, 'create').mockRejectedValueOnce(
    new DOMException('English', name),
  );
}

describe('PasskeysSection', () => {
  it.each([
    ['NotAllowedError', "The request was cancelled. Try again whenever you're ready."],
    ['TimeoutError', 'The request timed out. Try again.'],
    [
      'InvalidStateError',
      'This device already has a passkey for your account. Use another device.',
    ],
    ['SecurityError', "Passkeys don't work at this address. Open the site at its usual address."],
    [
      'ConstraintError',
      "This device can't check that it's you. Set up a screen lock or a PIN first.",
    ],
  ])('explains the %s of the browser', async (name, text) => {
    failDialog(name);
    await open();
    await add.click();
    await expect.element(alert).toHaveTextContent(text);
    await expect.element(add).toBeEnabled();
  });

  it.each([
    [
      422,
      'too_many_passkeys',
      'Your account has ten passkeys, which is the limit. Remove one first.',
    ],
    [404, 'passkey_disabled', 'Passkeys are turned off on this site.'],
  ])('explains the refusal %d %s of the server', async (status, code, text) => {
    await open();
    backend.on('POST', optionsPath, () => json({ error_code: code, msg: 'English' }, status));
    await add.click();
    await expect.element(alert).toHaveTextContent(text);
  });

  it('says that the connection is lost', async () => {
    await open();
    backend.on('POST', optionsPath, noConnection);
    await add.click();
    await expect
      .element(alert)
      .toHaveTextContent('The server did not answer. Check your connection, then try again.');
  });

  it('says that the browser has no passkeys, and still lists them', async () => {
    const { PublicKeyCredential: original } = globalThis;
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    try {
      await open([laptop]);
      await expect.element(page.getByText('Laptop')).toBeVisible();
      await expect.element(page.getByText(/^This browser doesn't support passkeys/)).toBeVisible();
      await expect.element(add).not.toBeInTheDocument();
    } finally {
      globalThis.PublicKeyCredential = original;
    }
  });

  it('keeps the typed name when renaming fails', async () => {
    await open([laptop]);
    await page.getByRole('button', { name: 'Rename Laptop' }).click();
    const name = page.getByLabelText('Name');
    const save = page.getByRole('button', { name: 'Save' });
    await name.fill('  ');
    await save.click();
    await expect.element(page.getByText('Enter a name.')).toBeVisible();
    backend.on('PATCH', `/auth/v1/passkeys/${id}`, noConnection);
    await name.fill('Work laptop');
    await save.click();
    await expect.element(page.getByText(/^The server did not answer/)).toBeVisible();
    await expect.element(name).toHaveValue('Work laptop');
    backend.on('PATCH', `/auth/v1/passkeys/${id}`, () => json(laptop));
    await save.click();
    await expect.element(name).not.toBeInTheDocument();
    expect(backend.sent('PATCH', `/auth/v1/passkeys/${id}`).at(-1)?.body).toEqual({
      friendly_name: 'Work laptop',
    });
  });

  it('removes a passkey after a question', async () => {
    await open([laptop]);
    backend.on('DELETE', `/auth/v1/passkeys/${id}`, () => {
      backend.on('GET', '/auth/v1/passkeys', () => json([]));
      return new Response(null, { status: 204 });
    });
    await page.getByRole('button', { name: 'Remove Laptop' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove Laptop?' });
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect.element(page.getByText(/^None yet/)).toBeVisible();
    expect(backend.sent('DELETE', `/auth/v1/passkeys/${id}`)).toHaveLength(1);
  });

  it('reports a list that cannot be loaded', async () => {
    backend.on('GET', '/auth/v1/passkeys', noConnection);
    await renderScreen(<PasskeysSection user={user} />);
    await expect.element(page.getByText("Couldn't load your passkeys")).toBeVisible();
  });
});

describe('PasskeyStep', () => {
  it('removes the unfinished factor when the user cancels', async () => {
    failDialog('NotAllowedError');
    backend.on('GET', '/auth/v1/user', () => json(user));
    backend.on('POST', '/auth/v1/factors', () => json({ id, type: 'webauthn' }));
    backend.on('POST', `/auth/v1/factors/${id}/challenge`, () =>
      json({
        id,
        type: 'webauthn',
        webauthn: { type: 'create', credential_options: { publicKey } },
      }),
    );
    backend.on('DELETE', `/auth/v1/factors/${id}`, () => json({ id }));
    const onVerified = vi.fn<() => Promise<void>>();
    await renderScreen(<PasskeyStep onVerified={onVerified} />);
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await expect
      .element(alert)
      .toHaveTextContent("The request was cancelled. Try again whenever you're ready.");
    expect(backend.sent('DELETE', `/auth/v1/factors/${id}`)).toHaveLength(1);
    expect(onVerified).not.toHaveBeenCalled();
  });
});
