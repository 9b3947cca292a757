import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { queryKeys } from '#web/data/query-keys.ts';
import { updateCachedPrompt } from './prompt-cache.ts';
import type { PromptDetail } from './prompt.ts';
import { buildPromptDetail } from './testing/build-prompt.ts';

it('keeps a change when a read that began before it ends after it', async () => {
  const client = new QueryClient();
  const queryKey = queryKeys.prompts.detail('p');
  const count = () => client.getQueryData<PromptDetail>(queryKey)?.commentsCount;
  client.setQueryData(queryKey, buildPromptDetail('p', { commentsCount: 1 }));
  const reads: PromiseWithResolvers<PromptDetail>[] = [];
  const queryFn = () => {
    const read = Promise.withResolvers<PromptDetail>();
    reads.push(read);
    return read.promise;
  };
  const lastRead = client.fetchQuery({ queryKey, queryFn });
  updateCachedPrompt(client, 'p', { commentsCount: 0 });
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  reads[0]?.resolve(buildPromptDetail('p', { commentsCount: 1 }));
  await reads[0]?.promise;
  expect(count()).toBe(0);
  reads[1]?.resolve(buildPromptDetail('p', { commentsCount: 2 }));
  await lastRead;
  expect(count()).toBe(2);
});
