import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tus from 'tus-js-client';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '#server/db/database.ts';
import { createStorageTestHarness, type StorageUser } from '#server/testing/storage-client.ts';
import { buildStorage } from './app.ts';
import { removeOldUploads } from './resumable/resumable-uploads.ts';

const { server, operator, ada, eve } = await createStorageTestHarness({
  STORAGE_FILE_MB: '1',
  WEB_PROCESSES: '2',
});
afterAll(() => server.stop());

const path = '/storage/v1/upload/resumable';
const protocol = { 'tus-resumable': '1.0.0' };
const bearer = (user: StorageUser) => ({ ...protocol, authorization: `Bearer ${user.token}` });

function metadataOf(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

/** Starts an upload and returns the response. */
function create(
  headers: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>>,
  length: number,
  at = path,
): Promise<Response> {
  const upload = { 'upload-length': String(length), 'upload-metadata': metadataOf(fields) };
  return fetch(server.url + at, { method: 'POST', headers: { ...headers, ...upload } });
}

function patch(
  location: string,
  headers: Readonly<Record<string, string>>,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const type = { 'content-type': 'application/offset+octet-stream' };
  return fetch(server.url + location, {
    method: 'PATCH',
    headers: { ...headers, ...type, 'upload-offset': String(offset) },
    body: bytes,
  });
}

/** Sends the first bytes of the rest of an upload as Ada, and never the others. */
const patchSlowly = (location: string, bytes: string) =>
  fetch(server.url + location, {
    method: 'PATCH',
    headers: {
      ...bearer(ada),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    body: new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(bytes)) }),
    duplex: 'half',
  });

const head = (location: string, headers: Readonly<Record<string, string>>) =>
  fetch(server.url + location, { method: 'HEAD', headers });

/** Returns the file of an upload's bytes. */
const fileOf = (location: string) =>
  stat(
    join(server.dependencies.config.DATA_DIR, 'storage/uploads', location.split('/').at(-1) ?? ''),
  );

/** Returns the path of a started upload. */
const pathOf = ({ headers }: Response) =>
  new URL(headers.get('location') ?? '', server.url).pathname;

/** Starts an upload of `length` bytes as Ada and returns its path. */
async function started(name: string, length: number): Promise<string> {
  const fields = { bucketName: 'own', objectName: name, contentType: 'text/plain' };
  const response = await create(bearer(ada), fields, length);
  expect(response.status).toBe(201);
  return pathOf(response);
}

describe('resumable uploads', () => {
  it('of tus-js-client store an object with its metadata, chunk by chunk', async () => {
    const bytes = randomBytes(300_000);
    await new Promise<void>((resolve, reject) => {
      new tus.Upload(bytes, {
        endpoint: server.url + path,
        headers: { authorization: `Bearer ${ada.token}`, 'x-upsert': 'true' },
        chunkSize: 100_000,
        metadata: {
          bucketName: 'own',
          objectName: `${ada.id}/film.bin`,
          contentType: 'video/mp4',
          cacheControl: '60',
          metadata: JSON.stringify({ scene: 1, constructor: 'Ann' }),
        },
        onError: reject,
        onSuccess: () => resolve(),
      }).start();
    });
    const { data } = await ada.storage.from('own').download(`${ada.id}/film.bin`);
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true);
    expect((await ada.storage.from('own').info(`${ada.id}/film.bin`)).data).toMatchObject({
      contentType: 'video/mp4',
      cacheControl: 'max-age=60',
      size: 300_000,
      metadata: { scene: 1, constructor: 'Ann' },
    });
    const [row] = await server.sql('select owner_id from storage.objects where name = $1', [
      `${ada.id}/film.bin`,
    ]);
    expect(row).toEqual({ owner_id: ada.id });
  });

  // Swift's and Kotlin's clients resolve no relative one.
  it('have an absolute address under the public one', async () => {
    const fields = { bucketName: 'own', objectName: `${ada.id}/placed.txt` };
    const response = await create(bearer(ada), fields, 1);
    expect(response.headers.get('location')).toBe(server.url + pathOf(response));
  });

  it('take the list of protocols that proxies in a chain send', async () => {
    const fields = { bucketName: 'own', objectName: `${ada.id}/behind.txt` };
    const headers = { ...bearer(ada), 'x-forwarded-proto': 'https,http' };
    const response = await create(headers, fields, 1);
    expect(response.status).toBe(201);
    expect((await patch(pathOf(response), headers, 0, Buffer.from('x'))).status).toBe(204);
  });

  it('are not cached for a lifetime that is no number', async () => {
    const name = `${ada.id}/lifetime.txt`;
    const fields = { bucketName: 'own', objectName: name, cacheControl: 'public' };
    const response = await create(bearer(ada), fields, 1);
    await patch(pathOf(response), bearer(ada), 0, Buffer.from('x'));
    expect((await ada.storage.from('own').info(name)).data?.cacheControl).toBe('no-cache');
  });

  it('give back the metadata as it was sent, and nothing else', async () => {
    const fields = {
      bucketName: 'own',
      objectName: `${ada.id}/noted.txt`,
      note: 'Zoë',
      upsert: 'x',
    };
    const response = await create(bearer(ada), fields, 1);
    const { headers } = await head(pathOf(response), bearer(ada));
    expect(headers.get('upload-metadata')).toBe(metadataOf(fields));
  });

  it('show nothing before the last byte, and go on where they stopped', async () => {
    const name = `${ada.id}/slow.txt`;
    const location = await started(name, 10);
    expect((await patch(location, bearer(ada), 0, Buffer.from('01234'))).status).toBe(204);
    expect((await ada.storage.from('own').exists(name)).data).toBe(false);
    const state = await head(location, bearer(ada));
    expect(state.headers.get('upload-offset')).toBe('5');
    expect(state.headers.get('access-control-expose-headers')).toMatch(/Upload-Offset/);
    expect((await patch(location, bearer(ada), 5, Buffer.from('56789'))).status).toBe(204);
    expect((await ada.storage.from('own').exists(name)).data).toBe(true);
    expect((await head(location, bearer(ada))).headers.get('upload-offset')).toBe('10');
  });

  it('survive a restart of the server, also between the last byte and the commit', async () => {
    const halfway = await started(`${ada.id}/restart.txt`, 10);
    await patch(halfway, bearer(ada), 0, Buffer.from('01234'));
    // The state that a server leaves that stops before it stored the object.
    const unstored = await started(`${ada.id}/unstored.txt`, 5);
    const uploads = join(server.dependencies.config.DATA_DIR, 'storage/uploads');
    await writeFile(join(uploads, unstored.split('/').at(-1) ?? ''), 'whole');

    const dataDir = await mkdtemp(join(tmpdir(), 'cuebook-restart-'));
    await cp(join(server.dependencies.config.DATA_DIR, 'storage'), join(dataDir, 'storage'), {
      recursive: true,
    });
    const config = { ...server.dependencies.config, DATA_DIR: dataDir };
    const restarted = buildStorage({ ...server.dependencies, config });
    const send = (location: string, init: RequestInit) =>
      restarted.request(location.replace('/storage/v1', ''), init);
    const patched = await restarted.request(
      new Request(`${server.url}${halfway}`.replace('/storage/v1', ''), {
        method: 'PATCH',
        headers: {
          ...bearer(ada),
          'content-type': 'application/offset+octet-stream',
          'upload-offset': '5',
        },
        body: Buffer.from('56789'),
      }),
    );
    expect(patched.status).toBe(204);
    expect((await ada.storage.from('own').exists(`${ada.id}/restart.txt`)).data).toBe(true);
    const checked = await send(unstored, { method: 'HEAD', headers: bearer(ada) });
    expect(checked.headers.get('upload-offset')).toBe('5');
    const { data } = await ada.storage.from('own').download(`${ada.id}/unstored.txt`);
    expect(await data?.text()).toBe('whole');
    await rm(dataDir, { recursive: true });
  });

  it('take the token of a signed upload URL instead of a caller', async () => {
    const name = `${ada.id}/invited.txt`;
    const { data } = await ada.storage.from('own').createSignedUploadUrl(name);
    const headers = { ...protocol, 'x-signature': data?.token ?? '' };
    const fields = { bucketName: 'own', objectName: name };
    const other = { ...fields, objectName: `${ada.id}/other.txt` };
    expect((await create(headers, other, 3, `${path}/sign`)).status).toBe(400);
    expect((await create(protocol, fields, 3, `${path}/sign`)).status).toBe(400);
    const response = await create(headers, fields, 3, `${path}/sign`);
    const location = pathOf(response);
    expect(location).toMatch(/^\/storage\/v1\/upload\/resumable\/sign\/[0-9a-f-]+$/);
    expect((await patch(location, headers, 0, Buffer.from('abc'))).status).toBe(204);
    const [row] = await server.sql('select owner_id from storage.objects where name = $1', [name]);
    expect(row).toEqual({ owner_id: ada.id });
  });

  it('that cannot be stored are logged, and can be finished later', async () => {
    const location = await started(`${ada.id}/unwritten.txt`, 3);
    const { byteStore } = server.dependencies;
    vi.spyOn(byteStore, 'writeFile').mockRejectedValueOnce(new Error('no space in /srv/files'));
    const failed = await patch(location, bearer(ada), 0, Buffer.from('abc'));
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toContain('/srv/files');
    expect(server.logged.join('\n')).toContain('/srv/files');
    expect((await head(location, bearer(ada))).status).toBe(200);
    expect((await ada.storage.from('own').exists(`${ada.id}/unwritten.txt`)).data).toBe(true);
  });

  it('keep their bytes if the connection is lost after the commit', async () => {
    const name = `${ada.id}/committed.txt`;
    const location = await started(name, 3);
    const { requests } = server.dependencies.database;
    const run = requests.run.bind(requests);
    const spy = vi.spyOn(requests, 'run').mockImplementation(async (settings, statement) => {
      const result = await run(settings, statement);
      if (!statement.text.startsWith('insert into storage.objects')) return result;
      throw new DatabaseUnavailable('The connection to the database was lost');
    });
    expect((await patch(location, bearer(ada), 0, Buffer.from('abc'))).status).toBe(204);
    spy.mockRestore();
    expect((await head(location, bearer(ada))).headers.get('upload-offset')).toBe('3');
    const { data } = await ada.storage.from('own').download(name);
    expect(await data?.text()).toBe('abc');
  });

  it.each(['false', 'true'])(
    'that two processes finish at once are stored once (x-upsert: %s)',
    async (upsert) => {
      const uploads = join(server.dependencies.config.DATA_DIR, 'storage/uploads');
      const other = buildStorage(server.dependencies);
      const finishTwice = async (round: number) => {
        const name = `${ada.id}/twice-${upsert}-${round}.txt`;
        const fields = { bucketName: 'own', objectName: name, contentType: 'text/plain' };
        const created = await create({ ...bearer(ada), 'x-upsert': upsert }, fields, 100_000);
        const location = pathOf(created);
        await writeFile(join(uploads, location.split('/').at(-1) ?? ''), 'x'.repeat(100_000));
        const headers = bearer(ada);
        const [first, second] = await Promise.all([
          head(location, headers),
          other.request(location.replace('/storage/v1', ''), { method: 'HEAD', headers }),
        ]);
        expect([first.status, second.status]).toEqual([200, 200]);
        const { data } = await ada.storage.from('own').download(name);
        expect(await data?.text()).toBe('x'.repeat(100_000));
      };
      await Promise.all(Array.from({ length: 10 }, (_, round) => finishTwice(round)));
    },
  );

  it('end with DELETE', async () => {
    const location = await started(`${ada.id}/ended.txt`, 10);
    const deleted = await fetch(server.url + location, { method: 'DELETE', headers: bearer(ada) });
    expect(deleted.status).toBe(204);
    expect([404, 410]).toContain((await head(location, bearer(ada))).status);
  });

  it('end with DELETE while their last bytes are stored', async () => {
    const name = `${ada.id}/ended-late.txt`;
    const location = await started(name, 3);
    const { byteStore } = server.dependencies;
    const writeFile = byteStore.writeFile.bind(byteStore);
    vi.spyOn(byteStore, 'writeFile').mockImplementationOnce(async (version, path) => {
      await fetch(server.url + location, { method: 'DELETE', headers: bearer(ada) });
      await writeFile(version, path);
    });
    const { status } = await patch(location, bearer(ada), 0, Buffer.from('abc'));
    expect([404, 410]).toContain(status);
    expect((await ada.storage.from('own').exists(name)).data).toBe(false);
  });

  it('do not end with DELETE once they are an object', async () => {
    const name = `${ada.id}/completed.txt`;
    const location = await started(name, 3);
    await patch(location, bearer(ada), 0, Buffer.from('abc'));
    const deleted = await fetch(server.url + location, { method: 'DELETE', headers: bearer(ada) });
    expect(deleted.status).toBe(400);
    expect((await head(location, bearer(ada))).headers.get('upload-offset')).toBe('3');
    expect((await ada.storage.from('own').info(name)).error).toBeNull();
  });

  it('are not acknowledged if their time ends while the last bytes come', async () => {
    const name = `${ada.id}/late.txt`;
    const location = await started(name, 2);
    const rest = new TransformStream<Uint8Array, Uint8Array>();
    const writer = rest.writable.getWriter();
    const patched = fetch(server.url + location, {
      method: 'PATCH',
      headers: {
        ...bearer(ada),
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
      },
      body: rest.readable,
      duplex: 'half',
    });
    await writer.write(Buffer.from('a'));
    await expect.poll(async () => (await fileOf(location)).size).toBe(1);
    const tomorrow = new Date(Date.now() + 25 * 3_600_000);
    await removeOldUploads(server.dependencies.config.DATA_DIR, tomorrow);
    await writer.write(Buffer.from('b'));
    await writer.close();
    expect((await patched).status).toBe(404);
    expect((await ada.storage.from('own').exists(name)).data).toBe(false);
  });

  it('tell what they can do', async () => {
    const response = await fetch(server.url + path, { method: 'OPTIONS', headers: protocol });
    expect(response.status).toBe(204);
    expect(response.headers.get('tus-version')).toBe('1.0.0');
    expect(response.headers.get('tus-extension')).toContain('termination');
  });
});

describe('resumable uploads to two processes', () => {
  const second = buildStorage(server.dependencies);
  const patchSecond = (location: string, offset: number, bytes: string) =>
    second.request(
      new Request(`${server.url}${location}`.replace('/storage/v1', ''), {
        method: 'PATCH',
        headers: {
          ...bearer(ada),
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        },
        body: bytes,
      }),
    );

  it('take the bytes of one request at a time', async () => {
    const name = `${ada.id}/raced.txt`;
    const location = await started(name, 4);
    const slow = patchSlowly(location, 'aa');
    await expect.poll(async () => (await fileOf(location)).size).toBe(2);
    // The first one is asked to end, and keeps what it has sent.
    expect((await patchSecond(location, 0, 'bbbb')).status).toBe(409);
    expect((await slow).headers.get('upload-offset')).toBe('2');
    expect((await patchSecond(location, 2, 'cc')).status).toBe(204);
    const { data } = await ada.storage.from('own').download(name);
    expect(await data?.text()).toBe('aacc');
  });

  it('take one of two requests that come at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const name = `${ada.id}/round-${round}.txt`;
      const location = await started(name, 4);
      const [first, other] = await Promise.all([
        patch(location, bearer(ada), 0, Buffer.from('aaaa')),
        patchSecond(location, 0, 'bbbb'),
      ]);
      // The one that lost finds a finished upload.
      expect(first.status + other.status).toBe(204 + 409);
      const { data } = await ada.storage.from('own').download(name);
      expect(await data?.text()).toBe(first.status === 204 ? 'aaaa' : 'bbbb');
    }
  });

  it('go on at once when the process that has one loses its database connection', async () => {
    const location = await started(`${ada.id}/lost.txt`, 3);
    const slow = patchSlowly(location, 'a');
    await expect.poll(async () => (await fileOf(location)).size).toBe(1);
    const ended = await server.sql(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(ended).toHaveLength(1);
    expect((await slow).headers.get('upload-offset')).toBe('1');
    expect((await patchSecond(location, 1, 'bc')).status).toBe(204);
  });
});

describe('attacks on resumable uploads', () => {
  it('with a checksum are refused, since nothing would compare it', async () => {
    const checksum = { ...bearer(ada), 'upload-checksum': 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=' };
    const location = await started(`${ada.id}/checked.txt`, 1);
    expect((await patch(location, checksum, 0, Buffer.from('x'))).status).toBe(400);
    expect((await head(location, bearer(ada))).headers.get('upload-offset')).toBe('0');
    const fields = { bucketName: 'own', objectName: `${ada.id}/checked too.txt` };
    expect((await create(checksum, fields, 1)).status).toBe(400);
  });

  it('with a length or offset in another notation are refused', async () => {
    const headers = { ...bearer(ada), 'upload-length': '1e+21' };
    const metadata = metadataOf({ bucketName: 'own', objectName: `${ada.id}/notation.txt` });
    const created = await fetch(server.url + path, {
      method: 'POST',
      headers: { ...headers, 'upload-metadata': metadata },
    });
    expect(created.status).toBe(400);
    const deferred = await fetch(server.url + path, {
      method: 'POST',
      headers: { ...bearer(ada), 'upload-defer-length': '1', 'upload-metadata': metadata },
    });
    const location = pathOf(deferred);
    expect((await patch(location, headers, 0, Buffer.from('x'))).status).toBe(400);
    expect((await head(location, bearer(ada))).headers.get('upload-defer-length')).toBe('1');
  });

  it('with offsets out of order change nothing', async () => {
    const name = `${ada.id}/order.txt`;
    const location = await started(name, 10);
    for (const offset of [5, 1, -1]) {
      const { status } = await patch(location, bearer(ada), offset, Buffer.from('xxxxx'));
      expect([400, 403, 409]).toContain(status);
    }
    expect((await patch(location, bearer(ada), 0, Buffer.from('01234'))).status).toBe(204);
    expect((await patch(location, bearer(ada), 0, Buffer.from('xxxxx'))).status).toBe(409);
    expect((await patch(location, bearer(ada), 5, Buffer.from('56789'))).status).toBe(204);
    expect((await patch(location, bearer(ada), 10, Buffer.from('more'))).status).toBe(413);
    const { data } = await ada.storage.from('own').download(name);
    expect(await data?.text()).toBe('0123456789');
  });

  it('of somebody else neither see, continue nor end them', async () => {
    const location = await started(`${ada.id}/private.txt`, 10);
    for (const headers of [bearer(eve), protocol]) {
      expect((await head(location, headers)).ok).toBe(false);
      expect((await patch(location, headers, 0, Buffer.from('x'))).ok).toBe(false);
      const deleted = await fetch(server.url + location, { method: 'DELETE', headers });
      expect(deleted.ok).toBe(false);
      expect((await fetch(server.url + location, { headers })).ok).toBe(false);
    }
    expect((await head(location, bearer(ada))).headers.get('upload-offset')).toBe('0');
    const read = await fetch(server.url + location, { headers: bearer(ada) });
    expect(read.ok).toBe(false);
  });

  it('are refused where an upload would be', async () => {
    const fields = (bucketName: string, objectName: string, contentType = 'text/plain') => ({
      bucketName,
      objectName,
      contentType,
    });
    await operator.createBucket('pictures', {
      public: false,
      fileSizeLimit: 100,
      allowedMimeTypes: ['image/png'],
    });
    const statusOf = async (
      headers: Readonly<Record<string, string>>,
      metadata: Readonly<Record<string, string>>,
      length = 10,
    ) => (await create(headers, metadata, length)).status;
    const service = { ...protocol, authorization: `Bearer ${server.secrets.secretKey}` };
    expect(await statusOf(bearer(eve), fields('own', `${ada.id}/planted`))).toBe(403);
    expect(await statusOf(bearer(ada), fields('missing', 'x'))).toBe(404);
    expect(await statusOf(protocol, fields('own', `${ada.id}/x`))).toBe(400);
    expect(await statusOf(bearer(ada), fields('own', `${ada.id}/../x`))).toBe(400);
    expect(await statusOf(bearer(ada), fields('own', ''))).toBe(400);
    expect(await statusOf(bearer(ada), fields('own', `${ada.id}/x`), 2 ** 20 + 1)).toBe(413);
    expect(await statusOf(service, fields('pictures', 'x'))).toBe(415);
    expect(await statusOf(service, fields('pictures', 'x', 'image/png'), 101)).toBe(413);
    expect(await statusOf(service, fields('pictures', 'x', 'image/png'), 100)).toBe(201);
    await operator.createBucket('full', { public: false, fileSizeLimit: 0 });
    expect(await statusOf(service, fields('full', 'x'))).toBe(413);
  });

  it('without a length end at the limit', async () => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        ...bearer(ada),
        'upload-defer-length': '1',
        'upload-metadata': metadataOf({ bucketName: 'own', objectName: `${ada.id}/endless` }),
      },
    });
    const location = pathOf(response);
    const { status } = await patch(location, bearer(ada), 0, Buffer.alloc(2 ** 20 + 1));
    expect(status).toBe(413);
    expect((await ada.storage.from('own').exists(`${ada.id}/endless`)).data).toBe(false);
  });

  it('are limited in number, also of those that start at once', async () => {
    const fields = { bucketName: 'own', contentType: 'text/plain' };
    const start = (user: StorageUser, name: string) =>
      create(bearer(user), { ...fields, objectName: `${user.id}/${name}` }, 9);
    const many = await Promise.all(Array.from({ length: 30 }, (_, n) => start(eve, `${n}.txt`)));
    const open = many.filter(({ status }) => status === 201);
    expect(open.length).toBe(20);
    const refused = many.find(({ status }) => status !== 201);
    expect(refused?.status).toBe(429);
    expect(await refused?.text()).toContain('There are 20 unfinished uploads.');
    expect((await start(ada, 'free.txt')).status).toBe(201);

    const [first, second] = open.map(pathOf);
    await patch(first ?? '', bearer(eve), 0, Buffer.from('nine bits'));
    expect((await start(eve, 'after-finish.txt')).status).toBe(201);
    expect((await start(eve, 'one-more.txt')).status).toBe(429);
    await fetch(server.url + (second ?? ''), { method: 'DELETE', headers: bearer(eve) });
    expect((await start(eve, 'after-delete.txt')).status).toBe(201);

    for (const upload of open.slice(2)) {
      await fetch(server.url + pathOf(upload), { method: 'DELETE', headers: bearer(eve) });
    }
  });

  it('are limited in number, whichever URLs their person signs', async () => {
    const start = async (n: number) => {
      const name = `${eve.id}/signed-${n}.txt`;
      const { data } = await eve.storage.from('own').createSignedUploadUrl(name);
      const headers = { ...protocol, 'x-signature': data?.token ?? '' };
      const response = await create(
        headers,
        { bucketName: 'own', objectName: name },
        9,
        `${path}/sign`,
      );
      return response.status;
    };
    const statuses = await Promise.all(Array.from({ length: 21 }, (_, n) => start(n)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses).toContain(429);
  });

  it('that are refused count for nothing', async () => {
    const fields = { bucketName: 'own', objectName: `${eve.id}/x`, cacheControl: '9'.repeat(300) };
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect((await create(bearer(eve), fields, 1)).status).toBe(400);
    }
    expect((await create(bearer(eve), { ...fields, cacheControl: '9' }, 1)).status).toBe(201);
  });

  it('that fail with their first bytes count for nothing', async () => {
    const fields = { bucketName: 'own', objectName: `${eve.id}/y` };
    const tooMany = () =>
      fetch(server.url + path, {
        method: 'POST',
        headers: {
          ...bearer(eve),
          'content-type': 'application/offset+octet-stream',
          'upload-length': '3',
          'upload-metadata': metadataOf(fields),
        },
        body: 'four',
      });
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await tooMany()).status).toBe(413);
    expect((await create(bearer(eve), fields, 3)).status).toBe(201);
  });

  it('keep no bytes beside those of their object', async () => {
    const location = await started(`${ada.id}/twice.bin`, 500_000);
    await patch(location, bearer(ada), 0, randomBytes(500_000));
    expect((await fileOf(location)).blocks).toBe(0);
    expect((await head(location, bearer(ada))).headers.get('upload-offset')).toBe('500000');
  });

  it('wait for a slow request without polling', async () => {
    const location = await started(`${ada.id}/waited-for.txt`, 3);
    const slow = patchSlowly(location, 'a');
    await expect.poll(async () => (await fileOf(location)).size).toBe(1);
    const polls = vi.spyOn(globalThis, 'setImmediate');
    const { headers } = await head(location, bearer(ada));
    expect(headers.get('upload-offset')).toBe('1');
    expect(polls.mock.calls.length).toBeLessThan(100);
    polls.mockRestore();
    expect((await slow).headers.get('upload-offset')).toBe('1');
  });

  it('cannot set what only the server remembers', async () => {
    const forged = {
      bucketName: 'own',
      objectName: `${eve.id}/forged`,
      identity: `authenticated ${ada.id}`,
      objectId: '../../../secrets.json',
      upsert: 'true',
    };
    const response = await create(bearer(eve), forged, 3);
    const location = pathOf(response);
    expect((await patch(location, bearer(ada), 0, Buffer.from('abc'))).ok).toBe(false);
    expect((await patch(location, bearer(eve), 0, Buffer.from('abc'))).status).toBe(204);
    const { data } = await eve.storage.from('own').download(`${eve.id}/forged`);
    expect(await data?.text()).toBe('abc');
  });
});
