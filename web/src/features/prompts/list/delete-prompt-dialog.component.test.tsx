import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { buildPrompt } from '#web/data/prompts/testing/build-prompt.ts';
import { backend, noConnection, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { DeletePromptDialog } from './delete-prompt-dialog.tsx';

const prompts = '/rest/v1/prompts';
const dialog = page.getByRole('alertdialog', { name: 'Delete prompt' });

async function confirm() {
  const onDeleted = vi.fn<() => void>();
  await renderScreen(
    <DeletePromptDialog
      prompt={buildPrompt('Sticky')}
      onClose={vi.fn<() => void>()}
      onDeleted={onDeleted}
    />,
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  return onDeleted;
}

describe('DeletePromptDialog', () => {
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
});
