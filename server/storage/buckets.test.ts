import { afterAll, describe, expect, it } from 'vitest';
import { createStorageTestHarness, type StorageClient } from '#server/testing/storage-client.ts';

const { server, operator, ada } = await createStorageTestHarness();
afterAll(() => server.stop());

describe('buckets', () => {
  it('are created, read, updated, emptied and deleted', async () => {
    const created = await operator.createBucket('photos', { public: false });
    expect(created).toEqual({ data: { name: 'photos' }, error: null });
    expect((await operator.getBucket('photos')).data).toEqual({
      id: 'photos',
      name: 'photos',
      owner: '',
      public: false,
      file_size_limit: null,
      allowed_mime_types: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
      updated_at: expect.any(String) as unknown,
    });
    const updated = await operator.updateBucket('photos', {
      public: true,
      fileSizeLimit: '20MB',
      allowedMimeTypes: ['image/png'],
    });
    expect(updated.data).toEqual({ message: 'Successfully updated' });
    const limited = { public: true, file_size_limit: 20e6, allowed_mime_types: ['image/png'] };
    expect((await operator.getBucket('photos')).data).toMatchObject(limited);
    // Limits that an update doesn't name stay.
    await operator.updateBucket('photos', { public: true });
    expect((await operator.getBucket('photos')).data).toMatchObject(limited);
    await operator.updateBucket('photos', { public: true, fileSizeLimit: null });
    expect((await operator.getBucket('photos')).data).toMatchObject({ file_size_limit: null });

    await operator.from('photos').upload('a.png', 'x', { contentType: 'image/png' });
    expect((await operator.deleteBucket('photos')).error).toMatchObject({
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    });
    expect((await operator.emptyBucket('photos')).error).toBeNull();
    expect((await operator.deleteBucket('photos')).data).toEqual({
      message: 'Successfully deleted',
    });
    expect((await operator.getBucket('photos')).error).toMatchObject({
      status: 400,
      statusCode: '404',
      message: 'Bucket not found',
    });
  });

  it('are listed by name, in pages', async () => {
    for (const name of ['list-c', 'list-a', 'list-b']) {
      await operator.createBucket(name, { public: false });
    }
    const names = async (options: Parameters<StorageClient['listBuckets']>[0]) =>
      (await operator.listBuckets(options)).data?.map(({ name }) => name);
    expect(await names({ search: 'LIST-' })).toEqual(['list-a', 'list-b', 'list-c']);
    const page = { search: 'list-', limit: 1, offset: 1, sortColumn: 'name', sortOrder: 'desc' };
    expect(await names(page as never)).toEqual(['list-b']);
    for (const limit of [-1, 0]) {
      const { error } = await operator.listBuckets({ limit, search: 'list-' });
      expect(error).toMatchObject({ statusCode: '400' });
    }
  });

  it('are listed with their type', async () => {
    await operator.createBucket('typed', { public: false });
    const { data } = await operator.listBuckets({ search: 'typed' });
    expect(data).toMatchObject([{ type: 'STANDARD' }]);
  });

  it('allow types in lower case, whatever their parameters', async () => {
    const allowedMimeTypes = ['Text/Plain; charset=utf-8', 'text/plain', 'image/*'];
    await operator.createBucket('types', { public: false, allowedMimeTypes });
    expect((await operator.getBucket('types')).data).toMatchObject({
      allowed_mime_types: ['text/plain', 'image/*'],
    });
    const upload = (contentType: string) =>
      operator.from('types').upload(crypto.randomUUID(), 'x', { contentType });
    expect((await upload('text/plain;charset=UTF-8')).error).toBeNull();
    expect((await upload('image/png')).error).toBeNull();
    expect((await upload('text/css')).error).toMatchObject({ statusCode: '415' });
  });

  it('refuse limits that no object could keep to', async () => {
    await operator.createBucket('reachable', { public: false });
    const beyond: [limits: object, statusCode: string][] = [
      [{ fileSizeLimit: '53MB' }, '413'],
      [{ fileSizeLimit: 50 * 1024 * 1024 + 1 }, '413'],
      [{ allowedMimeTypes: ['png'] }, '415'],
      [{ allowedMimeTypes: ['image/png', 'image/png, image/gif'] }, '415'],
    ];
    for (const [limits, statusCode] of beyond) {
      const options = { public: false, ...limits };
      expect((await operator.createBucket('beyond', options)).error).toMatchObject({ statusCode });
      expect((await operator.updateBucket('reachable', options)).error).toMatchObject({
        statusCode,
      });
    }
    const greatest = { public: false, fileSizeLimit: 50 * 1024 * 1024 };
    expect((await operator.updateBucket('reachable', greatest)).error).toBeNull();
  });

  it('refuse an update without anything', async () => {
    await operator.createBucket('same', { public: false });
    const response = await fetch(`${server.url}/storage/v1/bucket/same`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${server.secrets.secretKey}` },
      body: '{}',
    });
    expect(await response.json()).toMatchObject({ code: 'InvalidRequest' });
  });

  it.each(['', 'a/b', '..', ' a', 'a'.repeat(101), 'ä', 'a\u0000'])(
    'refuse the name %j',
    async (name) => {
      const { error } = await operator.createBucket(name, { public: false });
      expect(error).toMatchObject({ statusCode: '400' });
    },
  );

  it.each([
    ['a size of no known unit', { fileSizeLimit: '3 apples' }],
    ['a negative size', { fileSizeLimit: -1 }],
    ['versions', { versioningStatus: 'ENABLED' as const }],
    ['analytics', { type: 'ANALYTICS' }],
  ])('refuse %s', async (_name, options) => {
    const { error } = await operator.createBucket('odd', { public: false, ...options });
    expect(error).toMatchObject({ statusCode: '400' });
    expect((await operator.getBucket('odd')).error).not.toBeNull();
  });

  it('belong to the operator, unless a policy says otherwise', async () => {
    await operator.createBucket('operators', { public: true });
    expect((await operator.createBucket('operators', { public: true })).error).toMatchObject({
      statusCode: '409',
    });
    expect((await ada.storage.listBuckets()).data).toEqual([]);
    expect((await ada.storage.createBucket('mine', { public: true })).error).toMatchObject({
      statusCode: '403',
    });
    const hidden = { statusCode: '404' };
    expect((await ada.storage.getBucket('operators')).error).toMatchObject(hidden);
    expect((await ada.storage.updateBucket('operators', { public: false })).error).toMatchObject(
      hidden,
    );
    expect((await ada.storage.emptyBucket('operators')).error).toMatchObject({
      statusCode: '403',
      message: 'Access denied: Invalid role',
    });
    expect((await ada.storage.deleteBucket('operators')).error).toMatchObject(hidden);
  });
});
