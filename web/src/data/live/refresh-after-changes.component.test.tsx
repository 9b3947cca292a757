import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { queryKeys } from '#web/data/query-keys.ts';
import { followedDetails, followedLists, refetchChanged } from './refresh-after-changes.ts';

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
let rows: readonly string[] = ['First'];
const readRows = vi.fn<() => Promise<readonly string[]>>(() => Promise.resolve(rows));
const readCount = vi.fn<() => Promise<number>>(() => Promise.resolve(rows.length));

/** Shows data, as a page does. */
function show(queryKey: QueryKey, queryFn: () => Promise<unknown>): void {
  new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 }).subscribe(() => undefined);
}

describe('refetchChanged', () => {
  it('refetches only these, and returns whether they have changed', async () => {
    show(queryKeys.prompts.list('mine', 'me', ''), readRows);
    show(queryKeys.prompts.count('me'), readCount);
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    expect(await refetchChanged(client, followedLists)).toBe(false);
    expect(await refetchChanged(client, followedDetails)).toBe(false);
    rows = ['Second', 'First'];
    expect(await refetchChanged(client, followedLists)).toBe(true);
    expect(readRows).toHaveBeenCalledTimes(3);
    expect(readCount).toHaveBeenCalledTimes(1);
  });

  it('takes data that could not be refetched for changed', async () => {
    const failing = vi
      .fn<() => Promise<string>>(() => Promise.reject(new Error('Busy')))
      .mockResolvedValueOnce('before');
    show(queryKeys.chains.list('me'), failing);
    await vi.waitFor(() => expect(client.isFetching()).toBe(0), 20_000);
    expect(await refetchChanged(client, [queryKeys.chains.lists])).toBe(true);
  });
});
