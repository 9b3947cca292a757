import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { DeleteGroupDialog } from './delete-group-dialog.tsx';

const groups = '/rest/v1/groups';
const dialog = page.getByRole('alertdialog');

async function openDialog() {
  const onDeleted = vi.fn<() => void>();
  const group = {
    id: '00000000-0000-4000-8000-0000000000a1',
    name: 'Writing',
    description: 'Texts',
    promptCount: 3,
    createdAt: '2026-01-01T00:00:00+00:00',
    updatedAt: '2026-01-01T00:00:00+00:00',
    deletedAt: null,
  };
  await renderScreen(
    <DeleteGroupDialog
      group={group}
      open
      onOpenChange={vi.fn<() => void>()}
      onDeleted={onDeleted}
    />,
  );
  await expect.element(dialog).toBeVisible();
  return onDeleted;
}

describe('DeleteGroupDialog', () => {
  it('starts with the focus on the button that does nothing', async () => {
    await openDialog();
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('shows the reason inside the question when the server refuses', async () => {
    backend.on('PATCH', groups, () => refusal(500, 'XX000', 'broken'));
    const onDeleted = await openDialog();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByText(/^Failed to delete group/)).toBeVisible();
    expect(onDeleted).not.toHaveBeenCalled();
  });

  it('deletes the group it asked about', async () => {
    backend.on('PATCH', groups, () => json([{ deleted_at: '2026-01-03T00:00:00+00:00' }]));
    const onDeleted = await openDialog();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => onDeleted.mock.calls.length).toBe(1);
    expect(backend.sent('PATCH', groups)[0]?.search.get('id')).toBe(
      'eq.00000000-0000-4000-8000-0000000000a1',
    );
  });

  it('undoes the deletion, but not one that came later', async () => {
    backend.on('PATCH', groups, () => json([{ deleted_at: '2026-01-03T00:00:00+00:00' }]));
    await openDialog();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('Group deleted successfully!')).toBeVisible();
    backend.on('PATCH', groups, () => json([{ id: '00000000-0000-4000-8000-0000000000a1' }]));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('“Writing” restored with its prompts')).toBeVisible();
    const sent = backend.sent('PATCH', groups)[1];
    expect(sent?.search.get('deleted_at')).toBe('eq.2026-01-03T00:00:00+00:00');
    expect(sent?.body).toEqual({ deleted_at: null });
  });

  it('says why it cannot be undone', async () => {
    backend.on('PATCH', groups, () => json([{ deleted_at: '2026-01-03T00:00:00+00:00' }]));
    await openDialog();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    backend.on('PATCH', groups, () => json([]));
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect
      .element(page.getByText("Couldn't undo: it has been restored or removed since."))
      .toBeVisible();
  });
});
