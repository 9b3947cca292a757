import { useState, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { auth } from '#web/data/backend/client.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { AvatarPicker } from './avatar/avatar-picker.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import { EnrolStep } from './enrol-step.tsx';
import { NewCodesDialog } from './new-codes-dialog.tsx';

const userPath = '/auth/v1/user';
const { user } = session;

describe('DeleteAccountDialog', () => {
  const confirm = page.getByRole('button', { name: 'Delete my account' });
  const email = page.getByLabelText('Type your email to confirm');
  const deletion = '/rest/v1/rpc/delete_user_account';

  it('waits for the whole email, in any case', async () => {
    await renderScreen(<DeleteAccountDialog user={user} open onOpenChange={() => undefined} />);
    await email.fill('mary@cuebook.exampl');
    await expect.element(confirm).toBeDisabled();
    await email.fill('Mary@Cuebook.example');
    await expect.element(confirm).toBeEnabled();
    expect(backend.sent('POST', deletion)).toEqual([]);
  });

  it('says beside the field why the server refused', async () => {
    backend.on('POST', deletion, () => refusal(403, '42501', 'not now'));
    await renderScreen(<DeleteAccountDialog user={user} open onOpenChange={() => undefined} />);
    await email.fill('mary@cuebook.example');
    await confirm.click();
    await expect.element(page.getByText('not now', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Failed to delete account: not now')).toBeVisible();
    await expect.element(email).toHaveValue('mary@cuebook.example');
    await expectAccessible(page.getByRole('dialog'));
  });
});

describe('AvatarPicker', () => {
  const url = page.getByLabelText('Image URL');
  const save = page.getByRole('button', { name: 'Save avatar' });

  async function open() {
    await renderScreen(
      <AvatarPicker userId={user.id} email="mary@cuebook.example" url="https://a.example/me.png" />,
    );
    await page.getByRole('button', { name: 'Change avatar' }).click();
    await expect.element(url).toHaveValue('https://a.example/me.png');
  }

  it('refuses a URL of another kind before anything is sent', async () => {
    await open();
    await url.fill('ftp://a.example/me.png');
    await save.click();
    await expect.element(url).toBeInvalid();
    await expect.element(page.getByText(/^Invalid avatar URL format/)).toBeVisible();
    await expectAccessible(page.getByRole('dialog'));
    expect(backend.sent('PUT', userPath)).toEqual([]);
  });

  it('offers eight avatars of each style, in four categories', async () => {
    await open();
    for (const [category, styles] of [
      ['Artistic', 7],
      ['Fun', 4],
      ['Abstract', 7],
      ['Human', 9],
    ] as const) {
      await page.getByRole('tab', { name: category }).click();
      await expect.element(page.getByRole('group')).toHaveLength(styles);
      await expect.element(page.getByRole('radio')).toHaveLength(styles * 8);
    }
  });

  it('removes the picture with "Use my initial", and closes', async () => {
    backend.on('PUT', userPath, () => json(user));
    await open();
    await page.getByRole('button', { name: 'Use my initial' }).click();
    await save.click();
    await expect.element(url).not.toBeInTheDocument();
    expect(backend.sent('PUT', userPath)[0]?.body).toMatchObject({ data: { avatar_url: null } });
  });
});

describe('Recovery codes', () => {
  const newCodes = '/rest/v1/rpc/new_recovery_codes';
  const codes = page.getByRole('list', { name: 'Recovery codes' });

  interface OpenedProps {
    readonly children: (open: boolean, onOpenChange: (open: boolean) => void) => ReactNode;
  }

  function Opened({ children }: OpenedProps) {
    const [open, setOpen] = useState(true);
    return children(open, setOpen);
  }

  it('shows new codes until a button closes them, also if Escape was pressed before', async () => {
    const created = Promise.withResolvers<Response>();
    backend.on('POST', newCodes, () => created.promise);
    backend.on('GET', '/rest/v1/rpc/recovery_codes_left', () => json(10));
    await renderScreen(
      <Opened>
        {(open, change) => <NewCodesDialog userId={user.id} open={open} onOpenChange={change} />}
      </Opened>,
    );
    await page.getByRole('button', { name: 'Create new codes' }).click();
    await expect.poll(() => backend.sent('POST', newCodes).length).toBe(1);
    await userEvent.keyboard('{Escape}');
    created.resolve(json(['aaaa-bbbb']));
    await expect.element(codes).toHaveTextContent('aaaa-bbbb');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.element(codes).not.toBeInTheDocument();
  });

  describe('with the first authenticator', () => {
    async function verify(respond: () => Promise<Response> | Response) {
      backend.on('GET', userPath, () => json(user));
      backend.on('POST', '/auth/v1/factors', () =>
        json({ id: 'f1', type: 'totp', totp: { qr_code: '<svg/>', secret: 'ABCDEFGH', uri: '' } }),
      );
      backend.on('POST', '/auth/v1/factors/f1/challenge', () =>
        json({ id: 'c1', expires_at: 4_102_444_800 }),
      );
      backend.on('POST', '/auth/v1/factors/f1/verify', respond);
      backend.on('DELETE', '/auth/v1/factors/f1', () => json({ id: 'f1' }));
      await renderScreen(
        <Opened>
          {(open, change) => (
            <EnrolDialog userId={user.id} kind="app" open={open} onOpenChange={change} withCodes />
          )}
        </Opened>,
      );
      await page.getByLabelText('Six-digit code').fill('123456');
      await page.getByRole('button', { name: 'Turn on' }).click();
    }

    it('shows the codes until a button closes them, also if Escape was pressed before', async () => {
      const created = Promise.withResolvers<Response>();
      backend.on('POST', newCodes, () => created.promise);
      await verify(() => json(session));
      await expect.poll(() => backend.sent('POST', newCodes).length).toBe(1);
      await userEvent.keyboard('{Escape}');
      created.resolve(json(['aaaa-bbbb']));
      await expect.element(codes).toHaveTextContent('aaaa-bbbb');
      await expectAccessible(page.getByRole('dialog'));
      await userEvent.keyboard('{Escape}');
      await page.getByRole('button', { name: "I've saved them" }).click();
      await expect.element(codes).not.toBeInTheDocument();
    });

    it('creates no codes after the dialog was closed', async () => {
      const verified = Promise.withResolvers<Response>();
      await verify(() => verified.promise);
      await expect.poll(() => backend.sent('POST', '/auth/v1/factors/f1/verify').length).toBe(1);
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      verified.resolve(json(session));
      // Two requests take longer than it would take to send the one for codes.
      await auth.getUser();
      await auth.getUser();
      expect(backend.sent('POST', newCodes)).toEqual([]);
    });
  });
});

describe('EnrolStep', () => {
  const factor = '/auth/v1/factors/f1';

  it('says that a code is wrong, and abandons the enrolment when left', async () => {
    backend.on('GET', userPath, () => json(user));
    backend.on('POST', '/auth/v1/factors', () =>
      json({ id: 'f1', type: 'totp', totp: { qr_code: '<svg/>', secret: 'ABCDEFGH', uri: '' } }),
    );
    backend.on('POST', `${factor}/challenge`, () => json({ id: 'c1', expires_at: 4_102_444_800 }));
    backend.on('POST', `${factor}/verify`, () =>
      json({ code: 422, error_code: 'mfa_verification_failed', msg: 'Invalid TOTP code' }, 422),
    );
    backend.on('DELETE', factor, () => json({ id: 'f1' }));
    const { unmount } = await renderScreen(<EnrolStep onVerified={() => Promise.resolve()} />);
    await expect.element(page.getByText('ABCD EFGH')).toBeVisible();
    await page.getByLabelText('Six-digit code').fill('123 456');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect.element(page.getByText(/^Wrong code\./)).toBeVisible();
    await expectAccessible(page.elementLocator(document.body));
    expect(backend.sent('POST', `${factor}/verify`)[0]?.body).toMatchObject({ code: '123456' });
    await unmount();
    await expect.poll(() => backend.sent('DELETE', factor).length).toBe(1);
  });
});
