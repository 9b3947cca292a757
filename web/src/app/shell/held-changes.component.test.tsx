import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { dropHeldRefreshes, refreshWhenFree } from '#web/data/live/held-refreshes.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { HeldChanges } from './held-changes.tsx';

const update = page.getByRole('button', { name: 'Update' });

afterEach(dropHeldRefreshes);

it('says what has changed while a row is in use, and shows it on request', async () => {
  await renderScreen(
    <>
      <main>
        <ul>
          <li data-row>
            <button type="button">Row</button>
          </li>
        </ul>
      </main>
      <HeldChanges />
    </>,
  );
  const row = page.getByRole('button', { name: 'Row' });
  (row.element() as HTMLElement).focus();
  const comments = vi.fn<() => void>();
  const files = vi.fn<() => void>();
  refreshWhenFree('comments', comments, { name: 'p1' });
  await expect.element(page.getByText(/^The comments have changed\./)).toBeVisible();
  refreshWhenFree('files', files, { name: 'p1' });
  await expect.element(page.getByText(/^This page has changed\./)).toBeVisible();
  expect(comments).not.toHaveBeenCalled();
  await update.click();
  expect(comments).toHaveBeenCalledOnce();
  expect(files).toHaveBeenCalledOnce();
  await expect.element(update).not.toBeInTheDocument();
});
