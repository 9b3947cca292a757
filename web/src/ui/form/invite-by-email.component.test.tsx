import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { InviteByEmail } from './invite-by-email.tsx';

it('an address typed while the one before is sent stays in the field', async () => {
  const sent = Promise.withResolvers<void>();
  await renderScreen(
    <InviteByEmail
      label="Email"
      hint="We mail them a link."
      roleLabel="Role"
      roleClass=""
      roles={[{ value: 'editor', label: 'Editor' }]}
      initialRole="editor"
      name="invited"
      action="Invite"
      invite={() => sent.promise}
      explain={String}
    />,
  );
  const email = page.getByLabelText('Email');
  const invite = page.getByRole('button', { name: 'Invite' });
  await email.fill('ben@example.com');
  await invite.click();
  await email.fill('dan@example.com');
  sent.resolve();
  await expect.element(invite).not.toHaveAttribute('aria-busy', 'true');
  await expect.element(invite).toBeEnabled();
  await expect.element(email).toHaveValue('dan@example.com');
});
