import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { DeleteChainDialog } from './delete-chain-dialog.tsx';

const chains = '/rest/v1/chains';
const id = '00000000-0000-4000-8000-0000000000c1';
const dialog = page.getByRole('alertdialog', { name: 'Delete “Launch”?' });

async function openDialog() {
  const onDeleted = vi.fn<() => void>();
  await renderScreen(
    <DeleteChainDialog
      chain={{ id, title: 'Launch', teamId: null, teamName: null }}
      open
      onOpenChange={vi.fn<() => void>()}
      onDeleted={onDeleted}
    />,
  );
  await expect.element(dialog).toBeVisible();
  return onDeleted;
}

describe('DeleteChainDialog', () => {
  it('deletes the chain it asked about', async () => {
    backend.on('DELETE', chains, () => json([{ id }]));
    const onDeleted = await openDialog();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => onDeleted.mock.calls.length).toBe(1);
    expect(backend.sent('DELETE', chains)[0]?.search.get('id')).toBe(`eq.${id}`);
  });

  it('stays open with the reason when the server refuses', async () => {
    backend.on('DELETE', chains, () => refusal(400, 'P0001', 'Too firm'));
    const onDeleted = await openDialog();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByText('Failed to delete chain: Too firm')).toBeVisible();
    expect(onDeleted).not.toHaveBeenCalled();
  });
});
