import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import ManageTagsDialog from './manage-tags-dialog.tsx';

const rename = '/rest/v1/rpc/rename_tags';
const dialog = page.getByRole('dialog', { name: 'Manage tags' });

async function openDialog() {
  const tags = ['mail', 'post', 'work'].map((tag) => ({ tag, prompts: 2 }));
  backend.on('POST', '/rest/v1/rpc/my_tags', () => json(tags));
  await renderScreen(<ManageTagsDialog open onOpenChange={() => undefined} />);
}

describe('ManageTagsDialog', () => {
  it('says that two tags become one, and merges them', async () => {
    await openDialog();
    backend.on('POST', rename, () => json({ a: 2, b: 3 }));
    await dialog.getByRole('checkbox', { name: 'mail' }).click();
    await expect.element(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'post' }).click();
    await expect.element(dialog.getByText(/become “mail” on at most 4 prompts/)).toBeVisible();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect.element(page.getByText('2 prompts tagged “mail”')).toBeVisible();
    expect(backend.sent('POST', rename)[0]?.body).toEqual({
      old_tags: ['mail', 'post'],
      new_tag: 'mail',
      of_team: null,
    });
  });

  it('removes a tag everywhere', async () => {
    await openDialog();
    backend.on('POST', rename, () => json({ a: 2 }));
    await dialog.getByRole('checkbox', { name: 'work' }).click();
    await dialog.getByRole('button', { name: 'Remove everywhere' }).click();
    await expect.poll(() => backend.sent('POST', rename).length).toBe(1);
    expect(backend.sent('POST', rename)[0]?.body).toEqual({
      old_tags: ['work'],
      new_tag: null,
      of_team: null,
    });
  });

  it('keeps selection and name when the server refuses', async () => {
    await openDialog();
    backend.on('POST', rename, () => refusal(403, '42501', 'not now'));
    await dialog.getByRole('checkbox', { name: 'mail' }).click();
    await dialog.getByLabelText('New name').fill('letters');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Nothing was changed: not now')).toBeVisible();
    await expect.element(dialog.getByLabelText('New name')).toHaveValue('letters');
    await expect.element(dialog.getByRole('checkbox', { name: 'mail' })).toBeChecked();
  });

  it('says that no tag matches the search', async () => {
    await openDialog();
    await dialog.getByLabelText('Search tags').fill('zzz');
    await expect.element(dialog.getByText('No matching tags.')).toBeVisible();
  });
});
