import { infiniteQueryOptions, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { dropHeldRefreshes, refreshWhenFree } from '#web/data/live/held-refreshes.ts';
import { type Refresh, refreshAfterChanges } from '#web/data/live/refresh-after-changes.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { HeldChanges } from './held-changes.tsx';

const update = page.getByRole('button', { name: 'Update' });
const client = new QueryClient();
const readPage = vi.fn<(number: number) => Promise<number>>((number) => Promise.resolve(number));

afterEach(() => {
  dropHeldRefreshes();
  client.clear();
  readPage.mockClear();
});

const changed = async (refresh: Refresh) => refreshAfterChanges(client, new Set([refresh]));

const list = infiniteQueryOptions({
  queryKey: queryKeys.prompts.list('mine', 'me', ''),
  queryFn: async ({ pageParam }) => readPage(pageParam),
  initialPageParam: 1,
  getNextPageParam: (last: number) => last + 1,
  staleTime: Infinity,
});

/** Shows the list, as a page does. Returns how to leave it. */
function showList(): () => void {
  return new InfiniteQueryObserver(client, list).subscribe(() => undefined);
}

async function loadPages(pages: number): Promise<void> {
  await client.fetchInfiniteQuery({ ...list, pages });
  readPage.mockClear();
}

it('offers to refetch a list of many pages after a change, also when no row is in use', async () => {
  await renderScreen(
    <>
      <main>
        <button type="button" data-row>
          Row
        </button>
      </main>
      <HeldChanges />
    </>,
  );
  const row = page.getByRole('button', { name: 'Row' }).element() as HTMLElement;
  row.focus();
  const held = vi.fn<() => void>();
  refreshWhenFree('comments', held);
  await loadPages(6);
  showList();
  await changed('prompts');
  await update.hover();
  row.blur();
  await vi.waitFor(() => expect(held).toHaveBeenCalledOnce());
  await expect.element(page.getByText(/^Your library has changed\./)).toBeVisible();
  expect(readPage).not.toHaveBeenCalled();
  await update.click();
  await vi.waitFor(() => expect(readPage.mock.calls).toEqual([[1], [2], [3], [4], [5], [6]]));
  await expect.element(update).not.toBeInTheDocument();
});

it('refetches a list of few pages at once', async () => {
  await renderScreen(<HeldChanges />);
  await loadPages(5);
  showList();
  await changed('prompts');
  expect(readPage).toHaveBeenCalledTimes(5);
  expect(update.elements()).toEqual([]);
});

it('offers nothing where a change does not move the rows', async () => {
  await renderScreen(<HeldChanges />);
  await loadPages(6);
  showList();
  await changed('order');
  await changed('uses');
  expect(update.elements()).toEqual([]);
});

it('withdraws the offer when the list is left, and refetches when it is opened again', async () => {
  await renderScreen(<HeldChanges />);
  await loadPages(6);
  const leave = showList();
  await changed('prompts');
  await expect.element(update).toBeVisible();
  leave();
  await expect.element(update).not.toBeInTheDocument();
  showList();
  await vi.waitFor(() => expect(readPage).toHaveBeenCalledTimes(6));
});
