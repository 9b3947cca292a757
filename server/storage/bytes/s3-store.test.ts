import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type S3Server, startS3Server } from '#server/testing/s3-server.ts';
import { type StorageClient, storageClient } from '#server/testing/storage-client.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import type { ByteStore } from './byte-store.ts';
import { createByteStore } from './create-byte-store.ts';
import { signS3Request } from './s3-client.ts';

let s3: S3Server;
let store: ByteStore;
beforeAll(async () => {
  s3 = await startS3Server();
  store = createByteStore(readConfig(s3.environment));
});
afterAll(() => s3.stop());

/** Yields the bytes in chunks, and then throws the error if there is one. */
async function* chunksOf(bytes: Buffer, error?: Error): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += 65_536) {
    yield await Promise.resolve(bytes.subarray(start, start + 65_536));
  }
  if (error !== undefined) throw error;
}

async function read(version: string, range: { start: number; end: number } | null = null) {
  const stream = await store.read(version, range);
  return stream === null ? null : buffer(stream);
}

async function listed(): Promise<string[]> {
  const versions: string[] = [];
  for await (const page of store.list()) versions.push(...page.map(({ version }) => version));
  return versions;
}

it('signS3Request signs as AWS does', () => {
  const account = {
    endpoint: 'http://s3.example.com:9000',
    bucket: 'files',
    region: 'eu-west-1',
    accessKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  };
  const query = {
    'list-type': '2',
    prefix: 'cuebook/',
    'continuation-token': `a+b/c=='(x)*`,
  };
  const now = new Date('2026-01-02T03:04:05Z');
  const { headers } = signS3Request(account, { method: 'GET', key: null, query }, now);
  // The signature of botocore, AWS's own client, for the same request.
  expect(headers['authorization']).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260102/eu-west-1/s3/aws4_request, ' +
      'SignedHeaders=host;x-amz-content-sha256;x-amz-date, ' +
      'Signature=edc4ba7212540c3566f08ff07b9d705039a18b59b806acf3d9bd6fbc8f3a661c',
  );
});

describe('createS3Store', () => {
  it.each([0, 5, 8 * 1024 * 1024, 17 * 1024 * 1024 + 3])('stores %d bytes', async (size) => {
    const version = randomUUID();
    const bytes = randomBytes(size);
    await store.write(version, chunksOf(bytes));
    expect((await read(version))?.equals(bytes)).toBe(true);
    expect(await listed()).toContain(version);
  });

  it('reads a range, copies and removes', async () => {
    const [version, copy] = [randomUUID(), randomUUID()];
    await store.write(version, chunksOf(Buffer.from('0123456789')));
    expect((await read(version, { start: 2, end: 4 }))?.toString()).toBe('234');
    expect(await store.copy(version, copy)).toBe(true);
    expect(await store.copy(randomUUID(), randomUUID())).toBe(false);
    await store.remove([version, randomUUID()]);
    expect(await read(version)).toBeNull();
    expect((await read(copy))?.toString()).toBe('0123456789');
    expect(await listed()).not.toContain(version);
  });

  it('stores nothing of a source that fails', async () => {
    const version = randomUUID();
    const failing = chunksOf(Buffer.alloc(17 * 1024 * 1024), new Error('The client is gone.'));
    await expect(store.write(version, failing)).rejects.toThrow('The client is gone.');
    expect(await read(version)).toBeNull();
    await store.removeUnfinished(new Date());
  });

  it('rejects with the reason if the server refuses', async () => {
    const write = (environment: Readonly<Record<string, string>>) => {
      const other = createByteStore(readConfig({ ...s3.environment, ...environment }));
      return other.write(randomUUID(), chunksOf(Buffer.from('x')));
    };
    await expect(write({ STORAGE_S3_ACCESS_KEY: 'x' })).rejects.toThrow('403 (InvalidAccessKeyId)');
    await expect(write({ STORAGE_S3_BUCKET: 'none' })).rejects.toThrow('404 (NoSuchBucket)');
  });
});

describe('/storage/v1 with an S3-compatible server', () => {
  let server: TestServer;
  let files: ReturnType<StorageClient['from']>;
  beforeAll(async () => {
    server = await startTestServer(s3.environment);
    const operator = storageClient(server, 'operator');
    await operator.createBucket('files', { public: true });
    files = operator.from('files');
  });
  afterAll(() => server.stop());

  const textOf = async (path: string) => (await files.download(path)).data?.text();

  it('uploads, replaces, copies, moves, signs and removes', async () => {
    expect((await files.upload('a.txt', 'one')).error).toBeNull();
    expect((await files.upload('a.txt', 'two', { upsert: true })).error).toBeNull();
    expect((await files.copy('a.txt', 'b.txt')).error).toBeNull();
    expect((await files.move('a.txt', 'c.txt')).error).toBeNull();
    expect(await textOf('b.txt')).toBe('two');
    expect(await textOf('c.txt')).toBe('two');
    const { data } = await files.createSignedUrl('c.txt', 60);
    const part = await fetch(data?.signedUrl ?? '', { headers: { range: 'bytes=1-' } });
    expect(await part.text()).toBe('wo');
    await files.remove(['b.txt', 'c.txt']);
    expect((await files.list()).data).toEqual([]);
    await expect.poll(() => server.sql('select version from storage.removed_versions')).toEqual([]);
  });
});
