import { environmentManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DataError } from '#web/data/backend/data-error.ts';
import { queryClientOf } from './query-client.ts';

afterEach(() => {
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

/** Reads something that gets no response, and returns how often it was asked for. */
async function requestsOfFailingRead(): Promise<number> {
  vi.useFakeTimers();
  let requests = 0;
  const read = queryClientOf(null).fetchQuery({
    queryKey: ['failing', Math.random()],
    queryFn: () => {
      requests += 1;
      throw new DataError('No connection', { status: 0, code: null });
    },
    retry: queryClientOf(null).getDefaultOptions().queries?.retry ?? false,
  });
  await Promise.all([expect(read).rejects.toThrow('No connection'), vi.runAllTimersAsync()]);
  return requests;
}

describe('a read without a response', () => {
  it('is repeated twice while the device is online', async () => {
    expect(await requestsOfFailingRead()).toBe(3);
  });

  it('fails at once while the device is offline', async () => {
    onlineManager.setOnline(false);
    expect(await requestsOfFailingRead()).toBe(1);
  });
});

describe('shown data that could not be refetched', () => {
  const client = queryClientOf(null);
  const fails = (status: number) => () => Promise.reject(new DataError('Not now', { status }));

  /** Shows data, changes it on the server, and returns what is shown a minute after a refetch failed. */
  async function shownAfterFailure(status: number): Promise<unknown> {
    vi.useFakeTimers();
    environmentManager.setIsServer(() => false);
    const queryFn = vi
      .fn<() => Promise<string>>(() => Promise.resolve('new'))
      .mockResolvedValueOnce('old')
      .mockImplementationOnce(fails(status));
    const queryKey = ['shown', Math.random()];
    const options = { queryKey, queryFn, staleTime: Infinity, retry: false };
    const shown = new QueryObserver(client, client.defaultQueryOptions(options));
    const leave = shown.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    await client.invalidateQueries({ queryKey });
    expect(shown.getCurrentResult().data).toBe('old');
    await vi.advanceTimersByTimeAsync(60_000);
    leave();
    return shown.getCurrentResult().data;
  }

  it.each([0, 429, 500, 503])('is refetched after a status %d', async (status) => {
    expect(await shownAfterFailure(status)).toBe('new');
  });

  it('waits while the device is offline', async () => {
    onlineManager.setOnline(false);
    expect(await shownAfterFailure(0)).toBe('old');
  });

  it.each([403, 404])('is kept after a refusal with status %d', async (status) => {
    expect(await shownAfterFailure(status)).toBe('old');
  });
});
