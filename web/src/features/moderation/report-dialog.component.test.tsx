import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import ReportDialog from './report-dialog.tsx';

const reports = '/rest/v1/reports';
const send = page.getByRole('button', { name: 'Report', exact: true });

async function openDialog() {
  const onClose = vi.fn<() => void>();
  await renderScreen(<ReportDialog thing={{ promptId: 'p', commentId: 'c' }} onClose={onClose} />);
  await expect.element(page.getByRole('dialog', { name: 'Report this comment' })).toBeVisible();
  return onClose;
}

describe('ReportDialog', () => {
  it('sends the reason and the details of a comment', async () => {
    backend.on('POST', reports, () => new Response(null, { status: 201 }));
    const onClose = await openDialog();
    await page.getByLabelText("What's wrong?").selectOptions('Abuse or harassment');
    await page.getByLabelText('Details (optional)').fill(' Rude ');
    await send.click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(backend.sent('POST', reports)[0]?.body).toEqual({
      prompt_id: 'p',
      comment_id: 'c',
      reason: 'abuse',
      note: 'Rude',
    });
  });

  it('stays open when the reader has reported this before', async () => {
    backend.on('POST', reports, () => refusal(409, '23505', 'duplicate key'));
    const onClose = await openDialog();
    await page.getByLabelText('Details (optional)').fill('Rude');
    await send.click();
    await expect.element(page.getByText('You have reported this already.')).toBeVisible();
    await expectAccessible(page.getByRole('dialog'));
    await expect.element(page.getByLabelText('Details (optional)')).toHaveValue('Rude');
    expect(onClose).not.toHaveBeenCalled();
  });
});
