import { onlineManager } from '@tanstack/react-query';
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
