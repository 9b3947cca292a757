import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { DeleteRunDialog } from './delete-run-dialog.tsx';

const runs = '/rest/v1/chain_runs';
const id = '00000000-0000-4000-8000-0000000000d1';
const dialog = page.getByRole('alertdialog', { name: 'Delete this run of “Launch”?' });

async function openDialog() {
  const onDeleted = vi.fn<() => void>();
  await renderScreen(
    <DeleteRunDialog
      run={{ id, title: 'Launch' }}
      onClose={vi.fn<() => void>()}
      onDeleted={onDeleted}
    />,
  );
  await expect.element(dialog).toBeVisible();
  return onDeleted;
}

describe('DeleteRunDialog', () => {
  it('deletes the run it asked about', async () => {
    backend.on('DELETE', runs, () => json([{ id }]));
    const onDeleted = await openDialog();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => onDeleted.mock.calls.length).toBe(1);
    expect(backend.sent('DELETE', runs)[0]?.search.get('id')).toBe(`eq.${id}`);
  });

  it('says why a run that is gone could not be deleted', async () => {
    backend.on('DELETE', runs, () => json([]));
    const onDeleted = await openDialog();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByText(/^The run could not be deleted/)).toBeVisible();
    expect(onDeleted).not.toHaveBeenCalled();
  });
});
