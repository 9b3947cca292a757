import {
  type InfiniteData,
  InfiniteQueryObserver,
  type QueryKey,
  QueryObserver,
} from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FreshQueryClient } from '#web/data/cache/fresh-query-client.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { updateCachedPrompt } from './prompt-cache.ts';
import type { PromptPage } from './lists/prompt-pages.ts';
import type { PromptDetail } from './prompt.ts';
import { buildPrompt, buildPromptDetail } from './testing/build-prompt.ts';

let client: FreshQueryClient;
beforeEach(() => {
  client = new FreshQueryClient();
});

/** Reads that end when a test resolves them. */
function holdReads<Data>() {
  const reads: PromiseWithResolvers<Data>[] = [];
  const queryFn = () => {
    const read = Promise.withResolvers<Data>();
    reads.push(read);
    return read.promise;
  };
  return { reads, queryFn };
}

describe('updateCachedPrompt', () => {
  it('keeps a change when a read that began before it ends after it', async () => {
    const queryKey = queryKeys.prompts.detail('p');
    const count = () => client.getQueryData<PromptDetail>(queryKey)?.commentsCount;
    client.setQueryData(queryKey, buildPromptDetail('p', { commentsCount: 1 }));
    const { reads, queryFn } = holdReads<PromptDetail>();
    const lastRead = client.fetchQuery({ queryKey, queryFn });
    updateCachedPrompt(client, 'p', { commentsCount: 0 });
    await vi.waitFor(() => expect(reads).toHaveLength(2), 20_000);
    reads[0]?.resolve(buildPromptDetail('p', { commentsCount: 1 }));
    await reads[0]?.promise;
    expect(count()).toBe(0);
    reads[1]?.resolve(buildPromptDetail('p', { commentsCount: 2 }));
    await lastRead;
    expect(count()).toBe(2);
  });

  it.each([
    ['list', queryKeys.prompts.list('favourites', 'me', ''), 2],
    ["prompt's page", queryKeys.prompts.detail('p'), 2],
    ["another prompt's page", queryKeys.prompts.detail('q'), 1],
  ])('repeats a first read of a %s that it may concern', async (_what, queryKey, times) => {
    const { reads, queryFn } = holdReads<unknown>();
    const shown = new QueryObserver(client, { queryKey, queryFn, staleTime: Infinity });
    const leave = shown.subscribe(() => undefined);
    updateCachedPrompt(client, 'p', { starred: true });
    reads[0]?.resolve('before');
    await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('before'), 20_000);
    await vi.waitFor(() => expect(reads).toHaveLength(times), 20_000);
    reads[1]?.resolve('after');
    await vi.waitFor(() => expect(client.isFetching()).toBe(0), 20_000);
    expect(shown.getCurrentResult().data).toBe(times === 1 ? 'before' : 'after');
    leave();
  });

  it('keeps a change while the next page of a list is read, without reading the others again', async () => {
    const queryKey: QueryKey = queryKeys.prompts.list('mine', 'me', '');
    const { reads, queryFn } = holdReads<PromptPage>();
    const page = (title: string, next: PromptPage['next']): PromptPage => ({
      prompts: [buildPrompt(title)],
      next,
      typoForgiven: false,
    });
    const list = new InfiniteQueryObserver(client, {
      queryKey,
      queryFn,
      initialPageParam: null as PromptPage['next'],
      getNextPageParam: ({ next }: PromptPage) => next,
    });
    const leave = list.subscribe(() => undefined);
    reads[0]?.resolve(page('first', ['a']));
    await vi.waitFor(() => expect(list.getCurrentResult().hasNextPage).toBe(true), 20_000);
    void list.fetchNextPage();
    await vi.waitFor(() => expect(reads).toHaveLength(2), 20_000);
    updateCachedPrompt(client, 'first', { starred: true });
    for (const read of reads) read.resolve(page('second', null));
    await vi.waitFor(() => expect(reads).toHaveLength(3), 20_000);
    reads[2]?.resolve(page('second', null));
    await vi.waitFor(() => expect(list.getCurrentResult().isFetching).toBe(false), 20_000);
    const data = client.getQueryData<InfiniteData<PromptPage>>(queryKey);
    expect(data?.pages.flatMap(({ prompts }) => prompts)).toMatchObject([
      { title: 'first', starred: true },
      { title: 'second' },
    ]);
    expect(reads).toHaveLength(3);
    leave();
  });
});
