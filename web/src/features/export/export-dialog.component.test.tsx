import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import ExportDialog from './export-dialog.tsx';

describe('ExportDialog', () => {
  it('says why nothing was exported, and keeps the chosen format', async () => {
    backend.on('GET', '/rest/v1/groups', () => refusal(500, 'XX000', 'not now'));
    await renderScreen(<ExportDialog open onOpenChange={() => undefined} ids={['1', '2']} />);
    const dialog = page.getByRole('dialog', { name: 'Export 2 prompts' });
    const markdown = dialog.getByRole('radio', { name: 'Markdown' });
    await markdown.click();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await expect.element(dialog.getByText(/^Nothing was exported: ./)).toBeVisible();
    await expect.element(markdown).toBeChecked();
  });
});
