import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { queryKeys } from '#web/data/query-keys.ts';
import { session } from '#web/testing/session.ts';
import { hasNewFile, readNewFiles } from './new-files-store.ts';
import { uploadAttachment } from './upload-attachment.ts';
import { countUploads, dropHeldFiles, holdFiles, releaseFiles } from './upload-queue.ts';

vi.mock('./upload-attachment.ts', () => ({ uploadAttachment: vi.fn<typeof uploadAttachment>() }));

it('leaves nothing to upload for another window that waited for the same file', async () => {
  const userId = session.user.id;
  const promptId = crypto.randomUUID();
  const uploaded = Promise.withResolvers<void>();
  vi.mocked(uploadAttachment).mockReturnValue(uploaded.promise);
  const client = new QueryClient();
  const refetched = Promise.withResolvers<readonly string[]>();
  const queryKey = queryKeys.attachments.lists(promptId);
  const list = new QueryObserver(client, {
    queryKey,
    queryFn: () => (client.getQueryData(queryKey) ? refetched.promise : []),
  });
  const stop = list.subscribe(() => undefined);
  await expect.poll(() => client.getQueryData(queryKey)).toEqual([]);

  holdFiles(userId, promptId, [new File(['a'], 'brief.txt')]);
  await expect.poll(() => readNewFiles(userId, promptId)).toHaveLength(1);
  const id = (await readNewFiles(userId, promptId))[0]?.id ?? '';
  await releaseFiles(client, userId, promptId);
  await expect.poll(() => vi.mocked(uploadAttachment).mock.calls.length).toBe(1);
  const otherWindow = navigator.locks.request(`cuebook.upload/${id}`, async () =>
    hasNewFile(userId, id),
  );
  uploaded.resolve();
  expect(await otherWindow).toBe(false);
  refetched.resolve([]);
  await expect.poll(countUploads).toBe(0);
  stop();
});

it('keeps the files of a discarded draft while a form of another tab uses them', async () => {
  const userId = session.user.id;
  const promptId = crypto.randomUUID();
  holdFiles(userId, promptId, [new File(['a'], 'brief.txt')]);
  await expect.poll(() => readNewFiles(userId, promptId)).toHaveLength(1);
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const otherTab = navigator.locks.request(`cuebook.files/${promptId}/other`, () => closed);
  await dropHeldFiles(userId, promptId);
  expect(await readNewFiles(userId, promptId)).toHaveLength(1);
  close();
  await otherTab;
  await dropHeldFiles(userId, promptId);
  expect(await readNewFiles(userId, promptId)).toEqual([]);
});
