import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, noUsage, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { DeleteGroupDialog } from './delete-group-dialog.tsx';

const groups = '/rest/v1/groups';
const dialog = page.getByRole('alertdialog');

beforeEach(() => {
  backend.on('GET', '/rest/v1/rpc/prompts_below', () => json([]));
  backend.on('GET', groups, () => json([]));
});

async function openDialog() {
  const onDeleted = vi.fn<() => void>();
  const group = {
    id: '00000000-0000-4000-8000-0000000000a1',
    name: 'Writing',
    description: 'Texts',
    parentId: null,
    teamId: null,
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
  it('starts with the focus on the button that does nothing, and says what can be restored', async () => {
    await openDialog();
    await expect.element(dialog.getByText(/from “Recently deleted” for 30 days/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('shows the reason inside the question when the server refuses', async () => {
    backend.on('PATCH', groups, () => refusal(400, 'P0001', 'not now'));
    const onDeleted = await openDialog();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByText('Failed to delete group: not now')).toBeVisible();
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

  it('changes the texts that include its prompts in the same request', async () => {
    const [prompt, letter] = [
      '00000000-0000-4000-8000-00000000000a',
      '00000000-0000-4000-8000-00000000000b',
    ];
    const groupId = '00000000-0000-4000-8000-0000000000a1';
    const text = { version: 2, is_public: false, gap: null };
    const flags = { version: 1, is_public: false, follows: true, is_direct: true, may_edit: true };
    backend.on('GET', '/rest/v1/rpc/prompts_below', () =>
      json([
        { id: prompt, created_at: '2026-01-02T00:00:00+00:00' },
        { id: letter, created_at: '2026-01-01T00:00:00+00:00' },
      ]),
    );
    backend.on('GET', '/rest/v1/rpc/prompt_usage', () =>
      json({
        ...noUsage,
        used_count: 1,
        prompt_count: 1,
        prompts: [{ ...flags, id: letter, title: 'Letter', content: `{{> ${prompt}}}` }],
        released_count: 1,
        released: [{ title: 'Tone', labels: ['production'] }],
      }),
    );
    backend.on('GET', '/rest/v1/rpc/included_texts', () =>
      json([{ ...text, ref: prompt, prompt_id: prompt, title: 'Tone', content: 'Be kind.' }]),
    );
    const removal = '/rest/v1/rpc/delete_included_prompts';
    backend.on('POST', removal, () => json({ prompts: [], saved: { [letter]: 2 } }));
    const onDeleted = await openDialog();
    await expect.element(dialog.getByText('1 of these is used in 1 prompt.')).toBeVisible();
    await expect
      .element(dialog.getByText(/^1 of them is released: “Tone” \(production\)\./))
      .toBeVisible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => onDeleted.mock.calls.length).toBe(1);
    expect(backend.sent('POST', removal)[0]?.body).toMatchObject({
      group_id: groupId,
      changes: [{ id: letter, version: 1, content: 'Be kind.' }],
    });
    const undone = '/rest/v1/rpc/restore_included_prompts';
    backend.on('POST', undone, () => json(1));
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect
      .poll(() => backend.sent('POST', undone)[0]?.body)
      .toMatchObject({ group_id: groupId, changes: { [letter]: 2 } });
    await expect.element(page.getByText('“Writing” restored with its prompts')).toBeVisible();
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

  it('moves what is in it up instead, and takes that back', async () => {
    const done = { deleted_at: '2026-01-03T00:00:00+00:00', groups: ['g'], prompts: { p: 2 } };
    backend.on('POST', '/rest/v1/rpc/dissolve_group', () => json(done));
    backend.on('POST', '/rest/v1/rpc/undo_group_dissolution', () => json(null));
    const onDeleted = await openDialog();
    await expect
      .element(dialog.getByText(/all its prompts will be permanently deleted/))
      .toBeVisible();
    await dialog.getByLabelText('Keep its prompts and groups: move them out of it').click();
    await expect.element(dialog.getByText(/Its prompts and groups stay\.$/)).toBeVisible();
    await expect.element(dialog.getByText(/^You can restore it, empty, from/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('Group deleted successfully!')).toBeVisible();
    expect(onDeleted).toHaveBeenCalledOnce();
    const group_id = '00000000-0000-4000-8000-0000000000a1';
    expect(backend.sent('POST', '/rest/v1/rpc/dissolve_group')).toMatchObject([
      { body: { group_id } },
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('“Writing” restored with its prompts')).toBeVisible();
    expect(backend.sent('POST', '/rest/v1/rpc/undo_group_dissolution')).toMatchObject([
      { body: { group_id, ...done } },
    ]);
  });
});
