import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { AvatarPicker } from './avatar-picker.tsx';

const { user } = session;
const uploads = `/storage/v1/object/avatars/${user.id}/*`;
const chooser = page.getByLabelText(/Upload a picture/);
const area = page.getByRole('application', { name: 'Position of the picture' });
const save = page.getByRole('button', { name: 'Save avatar' });

/** Draws a picture of 400 × 200 pixels: red at the left, blue at the right. */
async function drawPicture(): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = 400;
  canvas.height = 200;
  const context = canvas.getContext('2d');
  for (const [colour, x] of [
    ['red', 0],
    ['blue', 200],
  ] as const) {
    if (!context) continue;
    context.fillStyle = colour;
    context.fillRect(x, 0, 200, 200);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  return new File([blob ?? ''], 'me.png', { type: 'image/png' });
}

async function choose(file: File) {
  await renderScreen(<AvatarPicker userId={user.id} email={user.email} url={null} />);
  await page.getByRole('button', { name: 'Change avatar' }).click();
  await chooser.upload(file);
}

describe('AvatarPicker with a picture of one’s own', () => {
  it('stores the square that was chosen by keyboard, then its URL', async () => {
    backend.on('POST', uploads, () => json({ Key: 'avatars/x', Id: '1' }));
    backend.on('PUT', '/auth/v1/user', () => json(user));
    await choose(await drawPicture());
    await expect.element(save).toBeEnabled();
    await area.click();
    await userEvent.keyboard('{+}{ArrowRight}');
    await expect.element(page.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.25');
    await save.click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    const [sent] = backend.sent('POST', uploads);
    expect(sent?.body).toMatch(/^image\/(webp|png)$/);
    const url = `${location.origin}${sent?.path.replace('/object/', '/object/public/')}`;
    expect(backend.sent('PUT', '/auth/v1/user')[0]?.body).toMatchObject({
      data: { avatar_url: url },
    });
  });

  it('keeps the picture and its square when the server refuses it', async () => {
    backend.on('POST', uploads, () =>
      json(
        { statusCode: '413', error: 'Payload too large', message: 'x', code: 'EntityTooLarge' },
        400,
      ),
    );
    await choose(await drawPicture());
    await area.click();
    await userEvent.keyboard('{+}');
    await save.click();
    await expect
      .element(page.getByRole('alert').getByText('This file is too large.'))
      .toBeVisible();
    await expect.element(page.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.25');
    expect(backend.sent('PUT', '/auth/v1/user')).toEqual([]);
  });

  it('says that a file is no picture, and lets another be chosen', async () => {
    await choose(new File(['text'], 'me.png', { type: 'image/png' }));
    await expect.element(page.getByText(/can't be opened as a picture/)).toBeVisible();
    await expect.element(chooser).toBeInTheDocument();
  });

  it('goes back to the generated avatars without storing anything', async () => {
    await choose(await drawPicture());
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.element(page.getByRole('radio', { name: 'Lorelei, Ada' })).toBeInTheDocument();
    expect(backend.sent('POST', uploads)).toEqual([]);
  });
});
