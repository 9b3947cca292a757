import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { queryKeys } from '#web/data/query-keys.ts';
import { followedDetails, followedLists, refetchChanged } from './refresh-after-changes.ts';

const client = new QueryClient();
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
});
