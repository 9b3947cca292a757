import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { FreshQueryClient } from './fresh-query-client.ts';

it('a change during the first read is read', async () => {
  const client = new FreshQueryClient();
  const first = Promise.withResolvers<string>();
  const queryFn = vi
    .fn<() => Promise<string>>(() => Promise.resolve('after'))
    .mockReturnValueOnce(first.promise);
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn });
  const stop = observer.subscribe(() => undefined);
  const invalidated = client.invalidateQueries({ queryKey: ['list'] });
  first.resolve('before');
  await invalidated;
  expect(observer.getCurrentResult().data).toBe('after');
  stop();
});

it('a list that is read already is read once', async () => {
  const client = new FreshQueryClient();
  const queryFn = vi.fn<() => Promise<string>>(() => Promise.resolve('rows'));
  client.setQueryData(['list'], 'rows');
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn, staleTime: 60_000 });
  const stop = observer.subscribe(() => undefined);
  await client.invalidateQueries({ queryKey: ['list'] });
  expect(queryFn).toHaveBeenCalledTimes(1);
  stop();
});
