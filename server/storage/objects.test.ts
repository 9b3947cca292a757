import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createStorageTestHarness,
  storageClient,
  type StorageClient,
} from '#server/testing/storage-client.ts';

const {
  server,
  operator,
  ada,
  eve: ben,
} = await createStorageTestHarness({ STORAGE_FILE_MB: '2' });
afterAll(() => server.stop());

/** Returns the names of the files in a folder of the store. */
async function filesIn(folder: 'objects' | 'incoming'): Promise<string[]> {
  const path = join(server.dependencies.config.DATA_DIR, 'storage', folder);
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Waits until the store has the bytes of all objects, and no others. */
async function expectOnlyBytesOfObjects(): Promise<void> {
  const rows = await server.sql<{ version: string }>('select version from storage.objects');
  const versions = rows.map(({ version }) => version).sort();
  await expect.poll(async () => (await filesIn('objects')).sort()).toEqual(versions);
  await expect.poll(() => filesIn('incoming')).toEqual([]);
}

async function textOf(client: StorageClient, bucket: string, path: string): Promise<string> {
  const { data, error } = await client.from(bucket).download(path);
  if (error) throw error;
  return data.text();
}

describe('upload and download', () => {
  it.each([
    ['a buffer', () => Buffer.from('hello')],
    ['a blob', () => new Blob(['hello'])],
    ['a stream', () => new Blob(['hello']).stream()],
    ['a text', () => 'hello'],
    [
      'a form',
      () => {
        const form = new FormData();
        form.append('', new Blob(['hello']), 'file.txt');
        return form;
      },
    ],
  ])('takes %s and returns the same bytes', async (kind, body) => {
    const path = `${ada.id}/${kind}.txt`;
    const { data, error } = await ada.storage.from('own').upload(path, body());
    expect(error).toBeNull();
    expect(data).toMatchObject({ path, fullPath: `own/${path}` });
    expect(data?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await textOf(ada.storage, 'own', path)).toBe('hello');
  });

  it('keeps a form whose file contains parts of its boundary, in small chunks', async () => {
    const body = `----\r\n--x\r\n--boundar\r\n\r\n--`.repeat(3);
    const form = [
      '--boundary\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n60\r\n',
      '--boundary\r\ncontent-disposition: form-data; name=""; filename="f"\r\n',
      `content-type: text/plain\r\n\r\n${body}\r\n--boundary--\r\n`,
    ].join('');
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of Buffer.from(form)) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    const response = await fetch(`${server.url}/storage/v1/object/own/${ada.id}/form.txt`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ada.token}`,
        'content-type': 'multipart/form-data; boundary=boundary',
      },
      body: stream,
      duplex: 'half',
    });
    expect(response.status).toBe(200);
    expect(await textOf(ada.storage, 'own', `${ada.id}/form.txt`)).toBe(body);
    const { data } = await ada.storage.from('own').info(`${ada.id}/form.txt`);
    expect(data).toMatchObject({ cacheControl: 'max-age=60', contentType: 'text/plain' });
  });

  it('stores bytes of an empty type as any bytes', async () => {
    const bucket = ada.storage.from('own');
    const name = `${ada.id}/untyped`;
    expect((await bucket.upload(name, Buffer.from('x'), { contentType: '' })).error).toBeNull();
    expect((await bucket.info(name)).data?.contentType).toBe('application/octet-stream');
  });

  it('reads the type and metadata from fields of a form, also after its file', async () => {
    const send = (bucket: string, contentType: string) => {
      const form = new FormData();
      form.append('cacheControl', '');
      form.append('', new Blob(['x'], { type: 'image/png' }), 'x.png');
      form.append('contentType', contentType);
      form.append('userMetadata', '{"a":1}');
      return fetch(`${server.url}/storage/v1/object/${bucket}/${ada.id}/fields`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.secrets.secretKey}` },
        body: form,
      });
    };
    expect((await send('own', 'image/gif')).status).toBe(200);
    const { data } = await ada.storage.from('own').info(`${ada.id}/fields`);
    const cacheControl = 'no-cache';
    expect(data).toMatchObject({ contentType: 'image/gif', cacheControl, metadata: { a: 1 } });

    await operator.createBucket('png', { public: false, allowedMimeTypes: ['image/png'] });
    const refusal = async (type: string) => (await send('png', type)).json();
    const message = 'mime type image/gif is not supported';
    expect(await refusal('image/gif')).toMatchObject({ code: 'InvalidMimeType', message });
    const malformed = { code: 'InvalidMimeType', message: 'Invalid Content-Type header' };
    expect(await refusal('notatype')).toMatchObject(malformed);
  });

  it('sends an object with the X-Robots-Tag of its upload', async () => {
    const url = `${server.url}/storage/v1/object/own/${ada.id}/robots.txt`;
    const upload = (tag: Record<string, string>) => {
      const headers = { authorization: `Bearer ${ada.token}`, 'x-upsert': 'true', ...tag };
      return fetch(url, { method: 'POST', headers, body: 'x' });
    };
    const sent = async () =>
      (await fetch(url, { headers: { authorization: `Bearer ${ada.token}` } })).headers.get(
        'x-robots-tag',
      );
    await upload({});
    expect(await sent()).toBe('none');
    await upload({ 'x-robots-tag': 'max-snippet: 10, notranslate' });
    expect(await sent()).toBe('max-snippet: 10, notranslate');
    expect(await (await upload({ 'x-robots-tag': 'invalidrule' })).json()).toEqual({
      statusCode: '400',
      error: 'invalid_x_robots_tag',
      message: 'Invalid X-Robots-Tag header: Invalid X-Robots-Tag rule: "invalidrule"',
      code: 'InvalidRequest',
    });
  });

  it('refuses a second object of the name, and upsert replaces it', async () => {
    const path = `${ada.id}/twice.txt`;
    const own = ada.storage.from('own');
    await own.upload(path, 'one');
    const { error } = await own.upload(path, 'two');
    expect(error).toMatchObject({
      status: 400,
      statusCode: '409',
      message: 'The resource already exists',
    });
    expect(await textOf(ada.storage, 'own', path)).toBe('one');
    expect((await own.upload(path, 'three', { upsert: true })).error).toBeNull();
    expect(await textOf(ada.storage, 'own', path)).toBe('three');
    expect((await own.update(path, 'four')).error).toBeNull();
    expect(await textOf(ada.storage, 'own', path)).toBe('four');
    const missing = await own.update(`${ada.id}/missing.txt`, 'x');
    expect(missing.error).toMatchObject({ statusCode: '404' });
  });

  it('ends two writers of one name with one whole object, and removes the other bytes', async () => {
    const own = ada.storage.from('own');
    const path = `${ada.id}/race.bin`;
    const bodies = Array.from({ length: 8 }, (_, n) => Buffer.alloc(300_000, n));
    const results = await Promise.all(
      bodies.map((body) => own.upload(path, body, { upsert: true })),
    );
    expect(results.map(({ error }) => error)).toEqual(bodies.map(() => null));
    const { data } = await own.download(path);
    const read = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer());
    expect(bodies.some((body) => body.equals(read))).toBe(true);
    await expectOnlyBytesOfObjects();
  });

  it('refuses an upload that was overtaken, and removes its bytes', async () => {
    const own = ada.storage.from('own');
    const path = `${ada.id}/overtaken.txt`;
    const slow = new TransformStream<Uint8Array, Uint8Array>();
    const writer = slow.writable.getWriter();
    const overtaken = own.upload(path, slow.readable);
    await writer.write(Buffer.from('slow'));
    await expect.poll(async () => (await filesIn('incoming')).length).toBe(1);
    expect((await own.upload(path, 'fast')).error).toBeNull();
    await writer.close();
    expect((await overtaken).error).toMatchObject({ statusCode: '409' });
    expect(await textOf(ada.storage, 'own', path)).toBe('fast');
    await expectOnlyBytesOfObjects();
  });

  it('shows nothing of an upload that breaks off, and leaves no bytes', async () => {
    const path = `${ada.id}/half.bin`;
    const outgoing = request(`${server.url}/storage/v1/object/own/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-length': '1000000' },
    });
    outgoing.on('error', () => {});
    outgoing.write(Buffer.alloc(400_000));
    await expect.poll(async () => (await filesIn('incoming')).length).toBe(1);
    outgoing.destroy();
    await expectOnlyBytesOfObjects();
    expect((await ada.storage.from('own').exists(path)).data).toBe(false);
    // The client's doing, and no failure of the server.
    const logLines = () => server.logged.filter((line) => line.includes(path)).join('\n');
    await expect.poll(logLines).toContain('"status":400');
    expect(logLines()).not.toContain('storage failed');
  });

  it('stores metadata and describes an object', async () => {
    const path = `${ada.id}/described.txt`;
    const own = ada.storage.from('own');
    const metadata = { colour: 'blue', nested: { n: 1 } };
    await own.upload(path, Buffer.from('described'), { metadata, contentType: 'text/csv' });
    const { data, error } = await own.info(path);
    expect(error).toBeNull();
    expect(data).toMatchObject({
      name: path,
      bucketId: 'own',
      size: 9,
      contentType: 'text/csv',
      cacheControl: 'max-age=3600',
      etag: `"${createHash('md5').update('described').digest('hex')}"`,
      metadata,
    });
    expect(data?.version).toMatch(/^[0-9a-f-]{36}$/);
    await own.upload(`${ada.id}/blob.txt`, new Blob(['x']), { metadata });
    expect((await own.info(`${ada.id}/blob.txt`)).data?.metadata).toEqual(metadata);
    expect(await own.exists(path)).toEqual({ data: true, error: null });
    expect((await own.exists(`${ada.id}/none`)).data).toBe(false);
  });
});

describe('GET and HEAD of an object', () => {
  const path = 'ranges.txt';
  let url: string;
  beforeAll(async () => {
    await operator.from('open').upload(path, '0123456789', { contentType: 'text/plain' });
    url = `${server.url}/storage/v1/object/public/open/${path}`;
  });

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=0-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
  ])('serves the range %s', async (range, status, text, contentRange) => {
    const response = await fetch(url, { headers: { range } });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('content-length')).toBe(String(text.length));
    expect(await response.text()).toBe(text);
  });

  it('refuses a range behind the end', async () => {
    const response = await fetch(url, { headers: { range: 'bytes=10-' } });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */10');
    expect(await response.json()).toMatchObject({ error: 'invalid_range' });
  });

  it('sends no bytes that the client has', async () => {
    const { headers } = await fetch(url, { method: 'HEAD' });
    const eTag = headers.get('etag') ?? '';
    expect(headers.get('content-length')).toBe('10');
    expect((await fetch(url, { headers: { 'if-none-match': eTag } })).status).toBe(304);
    const since = { 'if-modified-since': headers.get('last-modified') ?? '' };
    expect((await fetch(url, { headers: since })).status).toBe(304);
    expect((await fetch(url, { headers: { 'if-match': '"other"' } })).status).toBe(412);
    const changed = { range: 'bytes=1-2', 'if-range': '"other"' };
    expect((await fetch(url, { headers: changed })).status).toBe(200);
  });

  it('names a download', async () => {
    const disposition = async (query: string) =>
      (await fetch(url + query)).headers.get('content-disposition');
    expect(await disposition('')).toBeNull();
    expect(await disposition('?download=')).toBe('attachment;');
    expect(await disposition('?download=a.txt')).toBe(
      `attachment; filename=a.txt; filename*=UTF-8''a.txt`,
    );
    expect(await disposition(`?download=${encodeURIComponent(`Zoë's "notes" (1).txt`)}`)).toBe(
      `attachment; filename="Zo_'s _notes_ (1).txt"; filename*=UTF-8''Zo%C3%AB%27s%20%22notes%22%20%281%29.txt`,
    );
  });

  it('answers HEAD of a missing object with 400 and no body', async () => {
    const response = await fetch(`${url}.missing`, { method: 'HEAD' });
    expect(response.status).toBe(400);
    expect(await response.text()).toBe('');
  });
});

describe('a token without the word Bearer', () => {
  const list = (authorization: string) =>
    fetch(`${server.url}/storage/v1/object/list/own`, {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify({ prefix: ada.id }),
    });

  it('says who the caller is', async () => {
    await ada.storage.from('own').upload(`${ada.id}/bare token.txt`, 'x');
    const found = async (authorization: string) => {
      const rows = (await (await list(authorization)).json()) as { name: string }[];
      return rows.some(({ name }) => name === 'bare token.txt');
    };
    expect(await found(ada.token)).toBe(true);
    expect(await found(server.secrets.secretKey)).toBe(true);
    expect(await found(ben.token)).toBe(false);
  });

  it('is refused if it is none', async () => {
    const response = await list('garbage');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: 'Invalid Compact JWS' });
  });
});

describe('row level security', () => {
  it('hides the objects of others from every read', async () => {
    const path = `${ada.id}/secret.txt`;
    await ada.storage.from('own').upload(path, 'secret');
    const notFound = { statusCode: '404', message: 'Object not found' };
    const bens = ben.storage.from('own');
    expect((await bens.download(path)).error).toBeInstanceOf(Error);
    expect((await bens.info(path)).error).toMatchObject(notFound);
    expect((await bens.createSignedUrl(path, 60)).error).toMatchObject(notFound);
    expect((await bens.move(path, `${ben.id}/mine.txt`)).error).toMatchObject(notFound);
    expect((await bens.copy(path, `${ben.id}/mine.txt`)).error).toMatchObject(notFound);
    expect((await bens.remove([path])).data).toEqual([]);
    expect((await bens.list(ada.id)).data).toEqual([]);
    expect((await bens.listV2({ prefix: ada.id })).data?.objects).toEqual([]);
    expect(await textOf(ada.storage, 'own', path)).toBe('secret');
  });

  it('refuses writes that no policy allows, before it reads the bytes', async () => {
    const { error } = await ben.storage.from('own').upload(`${ada.id}/planted.txt`, 'planted');
    expect(error).toMatchObject({
      status: 400,
      statusCode: '403',
      message: 'new row violates row-level security policy',
    });
    const moved = `${ben.id}/to-move.txt`;
    await ben.storage.from('own').upload(moved, 'mine');
    const { error: moveError } = await ben.storage.from('own').move(moved, `${ada.id}/planted.txt`);
    expect(moveError).toMatchObject({ statusCode: '403' });
    const { error: signError } = await ben.storage
      .from('own')
      .createSignedUploadUrl(`${ada.id}/planted.txt`);
    expect(signError).toMatchObject({ statusCode: '403' });
  });

  it('needs the right to insert only for an upload', async () => {
    const { error } = await ada.storage.from('own').upload('drop-box/letter.txt', 'letter');
    expect(error).toBeNull();
    expect((await ada.storage.from('own').info('drop-box/letter.txt')).error).toMatchObject({
      statusCode: '404',
    });
    expect(await textOf(operator, 'own', 'drop-box/letter.txt')).toBe('letter');
  });

  it('lets nobody see private objects, and everybody those of a public bucket', async () => {
    const nobody = storageClient(server, 'nobody');
    await operator.from('open').upload('poster.txt', 'for all');
    expect(await textOf(nobody, 'open', 'poster.txt')).toBe('for all');
    const withoutValidToken = await fetch(`${server.url}/storage/v1/object/open/poster.txt`, {
      headers: { authorization: 'Bearer expired' },
    });
    expect(await withoutValidToken.text()).toBe('for all');
    const { publicUrl } = nobody.from('open').getPublicUrl('poster.txt').data;
    expect(await (await fetch(publicUrl)).text()).toBe('for all');
    const hidden = nobody.from('own').getPublicUrl('drop-box/letter.txt').data.publicUrl;
    expect(await (await fetch(hidden)).json()).toMatchObject({ message: 'Bucket not found' });
    const { error } = await nobody.from('open').upload('graffiti.txt', 'x');
    expect(error).toMatchObject({ statusCode: '403' });
  });
});

describe('functions and triggers of the storage schema', () => {
  it('take a name apart for policies', async () => {
    const [parts] = await server.sql(
      `select storage.foldername(n) folders, storage.filename(n) file, storage.extension(n) extension
       from (values ('a/b/c.tar.gz')) names (n)`,
    );
    expect(parts).toEqual({ folders: ['a', 'b'], file: 'c.tar.gz', extension: 'gz' });
  });

  it('may refuse an upload with a message and a status of their own', async () => {
    await server.sql(`
      create function public.full_folder() returns trigger language plpgsql as $$
      begin
        raise exception 'Your storage is full.' using errcode = 'PT413';
      end $$;
      create trigger full_folder before insert on storage.objects
      for each row when (new.name like '%/full/%') execute function public.full_folder();
    `);
    const { error } = await ada.storage.from('own').upload(`${ada.id}/full/a.txt`, 'x');
    expect(error).toMatchObject({ statusCode: '413', message: 'Your storage is full.' });
  });

  it('hide what is to be removed from everybody', async () => {
    const read = 'select * from storage.removed_versions';
    for (const role of ['anon', 'authenticated', 'service_role']) {
      expect((await server.asRole(role, { role }, read)).refusal?.code).toBe('42501');
    }
  });
});

describe('the version of an object', () => {
  const own = () => ada.storage.from('own');
  const name = () => `${ada.id}/versions.txt`;
  const notFound = { error: { message: 'Object not found' } };

  it('can be named, and another one is not there', async () => {
    await own().upload(name(), 'current');
    const versionId = (await own().info(name())).data?.version ?? '';
    const signed = await own().createSignedUrl(name(), 60, { versionId });
    expect(await (await fetch(signed.data?.signedUrl ?? '')).text()).toBe('current');
    const { data } = await own().download(name(), { versionId });
    expect(await data?.text()).toBe('current');
    expect((await own().info(name(), { versionId })).error).toBeNull();

    const other = { versionId: 'other' };
    expect((await own().download(name(), other)).data).toBeNull();
    expect(await own().info(name(), other)).toMatchObject(notFound);
    expect(await own().createSignedUrl(name(), 60, other)).toMatchObject(notFound);
    const options = { sourceVersionId: 'other' };
    expect(await own().copy(name(), `${name()}.copy`, options)).toMatchObject(notFound);
    expect(await own().move(name(), `${name()}.moved`, options)).toMatchObject(notFound);

    await own().upload(name(), 'replaced', { upsert: true });
    expect((await fetch(signed.data?.signedUrl ?? '')).status).toBe(400);
  });

  it('keeps an object from being deleted in place of another version', async () => {
    await own().upload(name(), 'kept', { upsert: true });
    expect((await own().remove([{ path: name(), versionId: 'other' }])).data).toEqual([]);
    const url = `${server.url}/storage/v1/object/own/${name()}`;
    const headers = { authorization: `Bearer ${ada.token}` };
    const refused = await fetch(`${url}?versionId=other`, { method: 'DELETE', headers });
    expect(await refused.json()).toMatchObject({ code: 'NoSuchKey' });
    expect(await textOf(ada.storage, 'own', name())).toBe('kept');

    const versionId = (await own().info(name())).data?.version ?? '';
    const { data } = await own().remove([{ path: name(), versionId }]);
    expect(data).toMatchObject([{ name: name() }]);
    expect((await own().exists(name())).data).toBe(false);
  });
});

describe('move, copy and remove', () => {
  const own = () => ada.storage.from('own');
  it('moves an object with its bytes', async () => {
    await own().upload(`${ada.id}/from.txt`, 'moved');
    const { data, error } = await own().move(`${ada.id}/from.txt`, `${ada.id}/to.txt`);
    expect(error).toBeNull();
    expect(data).toMatchObject({ message: 'Successfully moved' });
    expect(await textOf(ada.storage, 'own', `${ada.id}/to.txt`)).toBe('moved');
    expect((await own().exists(`${ada.id}/from.txt`)).data).toBe(false);
    await own().upload(`${ada.id}/other.txt`, 'other');
    const taken = await own().move(`${ada.id}/to.txt`, `${ada.id}/other.txt`);
    expect(taken.error).toMatchObject({ statusCode: '409' });
  });

  it('copies an object, which outlives the original', async () => {
    await own().upload(`${ada.id}/original.txt`, 'copied', { metadata: { kept: 'yes' } });
    const { data, error } = await own().copy(`${ada.id}/original.txt`, `${ada.id}/copy.txt`);
    expect(error).toBeNull();
    expect(data?.path).toBe(`own/${ada.id}/copy.txt`);
    await own().remove([`${ada.id}/original.txt`]);
    expect(await textOf(ada.storage, 'own', `${ada.id}/copy.txt`)).toBe('copied');
    expect((await own().info(`${ada.id}/copy.txt`)).data?.metadata).toEqual({ kept: 'yes' });
  });

  it('copies to another bucket within its limits, with other metadata', async () => {
    await operator.createBucket('texts', { public: false, allowedMimeTypes: ['text/plain'] });
    await operator.from('open').upload('page.html', '<p>', { contentType: 'text/html' });
    await server.sql(`update storage.objects set metadata = metadata || '{"contentEncoding":"gzip"}'
      where name = 'page.html'`);
    const refused = await operator
      .from('open')
      .copy('page.html', 'p', { destinationBucket: 'texts' });
    expect(refused.error).toMatchObject({ statusCode: '415' });
    const { error } = await operator.from('open').copy('page.html', 'p', {
      destinationBucket: 'texts',
      copyMetadata: false,
      metadata: { mimetype: 'text/plain', cacheControl: 'max-age=77', contentEncoding: '' },
    });
    expect(error).toBeNull();
    const { data } = await operator.from('texts').info('p');
    expect(data).toMatchObject({
      contentType: 'text/plain',
      cacheControl: 'max-age=77',
      contentEncoding: null,
    });
  });

  it('takes a folder placeholder past the limits of a bucket only without bytes', async () => {
    await operator.createBucket('pictures', { public: false, allowedMimeTypes: ['image/png'] });
    await operator.from('open').upload('long.txt', 'x'.repeat(100), { contentType: 'text/plain' });
    const options = { destinationBucket: 'pictures' };
    const placeholder = 'a/.emptyFolderPlaceholder';
    for (const call of ['copy', 'move'] as const) {
      const { error } = await operator.from('open')[call]('long.txt', placeholder, options);
      expect(error).toMatchObject({ statusCode: '415' });
    }
    await operator.from('open').upload(placeholder, '');
    expect((await operator.from('open').move(placeholder, placeholder, options)).error).toBeNull();
  });

  it('removes objects and their bytes', async () => {
    const names = [`${ada.id}/gone-1.txt`, `${ada.id}/gone-2.txt`];
    for (const name of names) await own().upload(name, name);
    const { data } = await own().remove([...names, `${ada.id}/never.txt`]);
    expect(data?.map(({ name }) => name).sort()).toEqual(names);
    await expectOnlyBytesOfObjects();
  });
});

describe('list and list-v2', () => {
  const folder = () => operator.from('lists');
  beforeAll(async () => {
    await operator.createBucket('lists', { public: false });
    for (const name of ['b.txt', 'a/2.txt', 'a/1.txt', 'c.txt', 'a/deep/3.txt', 'A-upper.txt']) {
      await folder().upload(name, name);
    }
  });

  it('lists the files and folders of a folder', async () => {
    const { data } = await folder().list('');
    expect(data?.map(({ name, id }) => [name, id !== null])).toEqual([
      ['A-upper.txt', true],
      ['a', false],
      ['b.txt', true],
      ['c.txt', true],
    ]);
    const inside = await folder().list('a', { sortBy: { column: 'name', order: 'desc' } });
    expect(inside.data?.map(({ name }) => name)).toEqual(['deep', '2.txt', '1.txt']);
    expect(inside.data?.[1]).toMatchObject({
      metadata: { size: 7, mimetype: 'text/plain;charset=UTF-8' },
    });
    const second = await folder().list('', { limit: 2, offset: 1, search: '' });
    expect(second.data?.map(({ name }) => name)).toEqual(['a', 'b.txt']);
    const found = await folder().list('', { search: 'B.T' });
    expect(found.data?.map(({ name }) => name)).toEqual(['b.txt']);
    expect((await folder().list('none')).data).toEqual([]);
  });

  it.each([
    ['name', 'asc', ['apple', 'B-side', 'b', 'Zed']],
    ['name', 'desc', ['Zed', 'b', 'B-side', 'apple']],
    ['created_at', 'asc', ['b', 'y', 'Zed', 'apple', 'B-side']],
    ['created_at', 'desc', ['y', 'b', 'B-side', 'apple', 'Zed']],
  ])('lists a folder by %s %s as upstream does', async (column, order, expected) => {
    const names = [
      'o/Zed',
      'o/apple',
      'o/b/1',
      'o/B-side',
      ...(column === 'name' ? [] : ['o/y/1']),
    ];
    for (const name of names) await folder().upload(name, name);
    const { data } = await folder().list('o', { sortBy: { column, order } });
    expect(data?.map(({ name }) => name)).toEqual(expected);
    await folder().remove(names);
  });

  it.each([
    ['', 'A/DE', [['a/deep', false]]],
    ['', 'a/deep/', [['a/deep/3.txt', true]]],
    ['a', 'deep/3.txt', [['deep/3.txt', true]]],
    ['a', 'none/3.txt', []],
  ])('searches %o for %s below the folder', async (path, search, expected) => {
    const { data } = await folder().list(path, { search });
    expect(data?.map(({ name, id }) => [name, id !== null])).toEqual(expected);
  });

  it('orders by time in milliseconds, then by name', async () => {
    for (const name of ['ms/a.txt', 'ms/z.txt']) await folder().upload(name, name);
    await server.sql(`update storage.objects set created_at =
      case name when 'ms/a.txt' then '2026-01-01 00:00:00.0009Z' else '2026-01-01 00:00:00.0001Z' end::timestamptz
      where name like 'ms/%'`);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const options = { prefix: 'ms/', limit: 1, sortBy: { column: 'created_at' as const } };
      const { data } = await folder().listV2({
        ...options,
        ...(cursor === undefined ? {} : { cursor }),
      });
      names.push(...(data?.objects ?? []).map(({ name }) => name));
      cursor = data?.nextCursor;
    } while (cursor !== undefined);
    expect(names).toEqual(['ms/a.txt', 'ms/z.txt']);
    await folder().remove(names);
  });

  it('lists the object whose name matches exactly', async () => {
    const exact = { exactMatch: true };
    expect((await folder().list('a/1.txt', exact)).data).toMatchObject([{ name: '1.txt' }]);
    expect((await folder().list('b.txt', exact)).data).toMatchObject([{ name: 'b.txt' }]);
    expect((await folder().list('a', exact)).data).toEqual([]);
    const { data } = await folder().listV2({ prefix: 'a/1.txt', ...exact });
    expect(data?.objects).toMatchObject([{ name: 'a/1.txt' }]);
    expect((await folder().listV2({ prefix: 'a/', ...exact })).data?.objects).toEqual([]);
  });

  const all = ['A-upper.txt', 'a/1.txt', 'a/2.txt', 'a/deep/3.txt', 'b.txt', 'c.txt'];
  const created = ['b.txt', 'a/2.txt', 'a/1.txt', 'c.txt', 'a/deep/3.txt', 'A-upper.txt'];
  it.each([
    ['by name', { sortBy: undefined }, all],
    ['by name, reversed', { sortBy: { column: 'name', order: 'desc' } }, all.toReversed()],
    ['by age', { sortBy: { column: 'created_at', order: 'asc' } }, created],
    ['by age, reversed', { sortBy: { column: 'created_at', order: 'desc' } }, created.toReversed()],
    ['with a prefix', { prefix: 'a/' }, ['a/1.txt', 'a/2.txt', 'a/deep/3.txt']],
    ['with folders', { with_delimiter: true }, ['A-upper.txt', 'a/', 'b.txt', 'c.txt']],
    [
      'with folders, by age',
      { with_delimiter: true, sortBy: { column: 'created_at', order: 'asc' } },
      ['b.txt', 'a/', 'c.txt', 'A-upper.txt'],
    ],
  ] as const)('pages %s', async (_name, options, expected) => {
    const found: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const { data, error } = await folder().listV2({
        ...options,
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      } as Parameters<ReturnType<typeof folder>['listV2']>[0]);
      expect(error).toBeNull();
      const page = [...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ name }) => name);
      found.push(
        ...page.sort((a, b) => expected.indexOf(a as never) - expected.indexOf(b as never)),
      );
      cursor = data?.nextCursor;
      pages += 1;
      expect(data?.hasNext).toBe(cursor !== undefined);
    } while (cursor !== undefined);
    expect(found).toEqual(expected);
    expect(pages).toBe(Math.ceil(expected.length / 2));
  });

  it('refuses a cursor of another order', async () => {
    const { data } = await folder().listV2({ limit: 1 });
    const { error } = await folder().listV2({
      cursor: data?.nextCursor ?? '',
      sortBy: { column: 'created_at' },
    });
    expect(error).toMatchObject({ statusCode: '400' });
  });
});

describe('signed URLs', () => {
  it('let anybody read one object until they end', async () => {
    const path = `${ada.id}/signed text.txt`;
    await ada.storage.from('own').upload(path, 'signed');
    const { data, error } = await ada.storage.from('own').createSignedUrl(path, 60);
    expect(error).toBeNull();
    const response = await fetch(data?.signedUrl ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('expires')).toMatch(/GMT$/);
    expect(await response.text()).toBe('signed');
    const download = await ada.storage.from('own').createSignedUrl(path, 60, { download: 'a.txt' });
    const named = await fetch(download.data?.signedUrl ?? '');
    expect(named.headers.get('content-disposition')).toContain('filename=a.txt');
  });

  it('are signed in batches, each path with its own result', async () => {
    const path = `${ada.id}/batch.txt`;
    await ada.storage.from('own').upload(path, 'batch');
    const { data } = await ada.storage.from('own').createSignedUrls([path, 'missing'], 60);
    expect(data?.map(({ error, path }) => [path, error])).toEqual([
      [path, null],
      ['missing', 'Either the object does not exist or you do not have access to it'],
    ]);
    expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe('batch');
  });

  it.each(['#1.txt', 'why?.txt', '50%.txt', '%23.txt', 'a b+ü.txt'])('name %s', async (name) => {
    const bucket = ada.storage.from('own');
    const [path, encoded] = [`${ada.id}/${name}`, `${ada.id}/${encodeURIComponent(name)}`];
    const upload = await bucket.createSignedUploadUrl(encoded);
    const uploadUrl = upload.data?.signedUrl ?? '';
    expect((await fetch(uploadUrl, { method: 'PUT', body: name })).status).toBe(200);
    const one = await bucket.createSignedUrl(encoded, 60);
    const many = await bucket.createSignedUrls([path], 60);
    for (const url of [one.data?.signedUrl, many.data?.[0]?.signedUrl]) {
      expect(await (await fetch(url ?? '')).text()).toBe(name);
    }
  });

  // So the Python client sends the number.
  it.each(['', '/numbers.txt'])('take their lifetime as text for /own%s', async (path) => {
    await operator.from('own').upload('numbers.txt', 'x', { upsert: true });
    const response = await fetch(`${server.url}/storage/v1/object/sign/own${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.secrets.secretKey}` },
      body: JSON.stringify({ expiresIn: '60', paths: ['numbers.txt'] }),
    });
    expect(await response.text()).toContain('"signedURL":"/object/sign/own/numbers.txt?token=');
  });

  it('last as long as anybody asks for', async () => {
    const path = `${ada.id}/for ever.txt`;
    await ada.storage.from('own').upload(path, 'for ever');
    const { data } = await ada.storage.from('own').createSignedUrl(path, 200 * 365 * 86_400);
    const { headers } = await fetch(data?.signedUrl ?? '');
    expect(headers.get('expires')).toMatch(/ 22\d\d /);
  });

  it('let anybody upload one object once, for its signer', async () => {
    const path = `${ada.id}/invited.txt`;
    const { data } = await ada.storage.from('own').createSignedUploadUrl(path);
    const guest = storageClient(server, 'nobody').from('own');
    const first = await guest.uploadToSignedUrl(path, data?.token ?? '', Buffer.from('one'));
    expect(first.error).toBeNull();
    const again = await guest.uploadToSignedUrl(path, data?.token ?? '', Buffer.from('two'), {
      upsert: true,
    });
    expect(again.error).toMatchObject({ statusCode: '409' });
    const [row] = await server.sql('select owner_id from storage.objects where name = $1', [path]);
    expect(row).toEqual({ owner_id: ada.id });
    const upsert = await ada.storage.from('own').createSignedUploadUrl(path, { upsert: true });
    const replaced = await guest.uploadToSignedUrl(
      path,
      upsert.data?.token ?? '',
      Buffer.from('3'),
    );
    expect(replaced.error).toBeNull();
  });
});

describe('limits', () => {
  it('of a bucket hold for every kind of body', async () => {
    await operator.createBucket('small', {
      public: true,
      fileSizeLimit: '1kb',
      allowedMimeTypes: ['image/*', 'text/plain'],
    });
    const small = operator.from('small');
    const tooLarge = { statusCode: '413', message: 'The object exceeded the maximum allowed size' };
    const large = Buffer.alloc(1001);
    expect((await small.upload('a', large)).error).toMatchObject(tooLarge);
    expect(
      (await small.upload('a', new Blob([large], { type: 'text/plain' }))).error,
    ).toMatchObject(tooLarge);
    expect((await small.upload('a', new Blob([large]).stream())).error).toMatchObject(tooLarge);
    expect((await small.upload('a', large.subarray(1))).error).toBeNull();
    const type = { contentType: 'application/pdf' };
    expect((await small.upload('b', 'x', type)).error).toMatchObject({
      statusCode: '415',
      message: 'mime type application/pdf is not supported',
    });
    expect((await small.upload('b', 'x', { contentType: 'image/png' })).error).toBeNull();
    expect((await small.list()).data?.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('of the server hold for every bucket, and are above that of other requests', async () => {
    const open = operator.from('open');
    expect((await open.upload('2mb', Buffer.alloc(2 * 1024 * 1024))).error).toBeNull();
    const { error } = await open.upload('large', Buffer.alloc(2 * 1024 * 1024 + 1));
    expect(error).toMatchObject({ statusCode: '413' });
  });
});

describe('callers', () => {
  const bodyOf = async (headers: Record<string, string>) => {
    const response = await fetch(`${server.url}/storage/v1/bucket`, { headers });
    expect(response.status).toBe(400);
    return response.json();
  };
  it('need a token or a key', async () => {
    expect(await bodyOf({})).toMatchObject({
      statusCode: '400',
      error: 'Error',
      message: expect.stringContaining('authorization') as unknown,
    });
    const unauthorized = { statusCode: '403', error: 'Unauthorized' };
    expect(await bodyOf({ authorization: 'Bearer no-jwt' })).toMatchObject(unauthorized);
    expect(await bodyOf({ apikey: 'wrong' })).toMatchObject(unauthorized);
  });
});
