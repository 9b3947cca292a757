import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#web/testing/accessible.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ConfirmDialog } from './overlays.tsx';

it('keeps the question and its buttons on the screen, whatever the length of its text', async () => {
  await page.viewport(360, 640);
  await renderScreen(
    <ConfirmDialog
      open
      onOpenChange={() => undefined}
      title="Publish this?"
      description={Array.from({ length: 60 }, (_nothing, line) => (
        <p key={line}>Private prompt {line}</p>
      ))}
      confirmLabel="Publish anyway"
      onConfirm={() => undefined}
    />,
  );
  const question = page.getByRole('heading', { name: 'Publish this?' });
  await expect.element(question).toBeInViewport({ ratio: 1 });
  const confirm = page.getByRole('button', { name: 'Publish anyway' });
  await expect.element(confirm).toBeInViewport({ ratio: 1 });
  await expectAccessible(page.getByRole('alertdialog'));
  await page.viewport(360, 640);
  const last = page.getByText('Private prompt 59');
  last.element().scrollIntoView();
  await expect.element(last).toBeInViewport();
  await expect.element(confirm).toBeInViewport({ ratio: 1 });
});

it('reaches only the buttons by Tab where its text has room', async () => {
  await renderScreen(
    <ConfirmDialog
      open
      onOpenChange={() => undefined}
      title="Delete this?"
      description="You can restore it for 30 days."
      confirmLabel="Delete"
      onConfirm={() => undefined}
    />,
  );
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await expect.element(cancel).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Delete' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(cancel).toHaveFocus();
});
