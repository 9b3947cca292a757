import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { buildPrompt } from '#web/data/prompts/testing/build-prompt.ts';
import { backend, json, noConnection, noUsage, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { DeletePromptDialog } from './delete-prompt-dialog.tsx';

const prompts = '/rest/v1/prompts';
const dialog = page.getByRole('alertdialog', { name: 'Delete “Sticky”?' });

function Screen({ onDeleted }: { readonly onDeleted: () => void }) {
  const [open, setOpen] = useState(true);
  return (
    <DeletePromptDialog
      prompt={open ? buildPrompt('Sticky') : null}
      onClose={() => setOpen(false)}
      onDeleted={onDeleted}
    />
  );
}

async function confirm() {
  const onDeleted = vi.fn<() => void>();
  await renderScreen(<Screen onDeleted={onDeleted} />);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  return onDeleted;
}

describe('DeletePromptDialog', () => {
  it('warns that programs read the prompt by its labels', async () => {
    backend.on('GET', '/rest/v1/rpc/prompt_usage', () =>
      json({
        ...noUsage,
        released_count: 1,
        released: [{ title: 'Sticky', labels: ['production', 'staging'] }],
      }),
    );
    await renderScreen(<Screen onDeleted={vi.fn<() => void>()} />);
    await expect
      .element(
        dialog.getByText(
          'While it is deleted, programs that read production and staging get an error.',
        ),
      )
      .toBeVisible();
  });

  it('says why the server refused', async () => {
    backend.on('PATCH', prompts, () => refusal(403, '42501', 'not now'));
    const onDeleted = await confirm();
    await expect.element(page.getByText('Failed to delete prompt: not now')).toBeVisible();
    expect(onDeleted).not.toHaveBeenCalled();
  });

  it('says that it failed when there is no response', async () => {
    backend.on('PATCH', prompts, noConnection);
    const onDeleted = await confirm();
    await expect.element(page.getByText('Failed to delete prompt', { exact: true })).toBeVisible();
    expect(onDeleted).not.toHaveBeenCalled();
  });

  it('says that the prompt can be restored, and restores exactly this deletion', async () => {
    const deletedAt = '2026-11-22T10:00:00.123456+00:00';
    backend.on('PATCH', prompts, () => json([{ id: 'x', deleted_at: deletedAt }]));
    await confirm();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('Restored “Sticky”')).toBeVisible();
    const [, undo] = backend.sent('PATCH', prompts);
    expect(undo?.body).toEqual({ deleted_at: null });
    expect(undo?.search.get('deleted_at')).toBe(`eq.${deletedAt}`);
  });

  it('says that it could not be undone when somebody restored it meanwhile', async () => {
    backend.on('PATCH', prompts, () => json([{ deleted_at: '2026-11-22T10:00:00+00:00' }]));
    await confirm();
    backend.on('PATCH', prompts, () => json([]));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .element(page.getByText("Couldn't undo: it has been restored or removed since."))
      .toBeVisible();
  });
});
