import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ByteStore } from './byte-store.ts';
import { createS3Client, type S3Account, S3Error } from './s3-client.ts';

/** Bytes of one part of an upload. S3 takes at most 10,000 parts of at least 5 MiB. */
const partBytes = 8 * 1024 * 1024;
const prefix = 'cuebook/';
const keyOf = (version: string) => `${prefix}${version}`;

/** Joins chunks to parts of {@link partBytes}; the last one may be smaller, or empty if alone. */
async function* partsOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let chunks: Buffer[] = [];
  let length = 0;
  let isFirst = true;
  for await (const chunk of source) {
    chunks.push(chunk);
    length += chunk.length;
    while (length >= partBytes) {
      const whole = Buffer.concat(chunks);
      yield whole.subarray(0, partBytes);
      isFirst = false;
      chunks = [whole.subarray(partBytes)];
      length -= partBytes;
    }
  }
  if (length > 0 || isFirst) yield Buffer.concat(chunks);
}

/** Returns the texts of an element in an XML response. */
function elements(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}>([^<]*)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, text = '']) =>
    text.replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&amp;', '&'),
  );
}

/** Creates the store of bytes on an S3-compatible server: one object for each version. */
export function createS3Store(account: S3Account): ByteStore {
  const send = createS3Client(account);

  async function finish(key: string, uploadId: string, eTags: readonly string[]): Promise<void> {
    const parts = eTags.map(
      (eTag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${eTag}</ETag></Part>`,
    );
    const body = Buffer.from(
      `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
    );
    const response = await send({ method: 'POST', key, query: { uploadId }, body });
    const text = await response.text();
    // S3 may report an error of this request with status 200.
    if (text.includes('<Error>')) {
      throw new Error('The S3 server could not complete an upload.');
    }
  }

  async function writeParts(key: string, parts: AsyncIterable<Buffer>): Promise<void> {
    const created = await send({ method: 'POST', key, query: { uploads: '' } });
    const uploadId = elements(await created.text(), 'UploadId')[0];
    if (uploadId === undefined) throw new Error('The S3 server started no upload.');
    try {
      const eTags: string[] = [];
      for await (const body of parts) {
        const query = { partNumber: String(eTags.length + 1), uploadId };
        const { headers } = await send({ method: 'PUT', key, query, body });
        eTags.push(headers.get('etag') ?? '');
      }
      await finish(key, uploadId, eTags);
    } catch (error) {
      await send({ method: 'DELETE', key, query: { uploadId } }).catch(() => {});
      throw error;
    }
  }

  async function write(version: string, source: AsyncIterable<Buffer>): Promise<void> {
    const parts = partsOf(source);
    const first = await parts.next();
    const second = await parts.next();
    const key = keyOf(version);
    if (second.done === true) {
      await send({ method: 'PUT', key, body: first.done === true ? Buffer.alloc(0) : first.value });
      return;
    }
    async function* all(): AsyncGenerator<Buffer> {
      if (first.done !== true) yield first.value;
      if (second.done !== true) yield second.value;
      yield* parts;
    }
    await writeParts(key, all());
  }

  return {
    write,

    writeFile: (version, path) => {
      const chunks: AsyncIterable<Buffer> = createReadStream(path);
      return write(version, chunks);
    },

    async read(version, range) {
      const headers = range === null ? {} : { range: `bytes=${range.start}-${range.end}` };
      const key = keyOf(version);
      const response = await send({ method: 'GET', key, headers, mayBeMissing: true });
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      return response.body === null ? Readable.from([]) : Readable.fromWeb(response.body);
    },

    async copy(from, to) {
      const headers = { 'x-amz-copy-source': `/${account.bucket}/${keyOf(from)}` };
      const key = keyOf(to);
      const response = await send({ method: 'PUT', key, headers, mayBeMissing: true });
      const text = await response.text();
      if (response.status === 404) return false;
      if (text.includes('<Error>')) throw new Error('The S3 server could not copy an object.');
      return true;
    },

    async remove(versions) {
      for (const version of versions) {
        const key = keyOf(version);
        const response = await send({ method: 'DELETE', key, mayBeMissing: true });
        await response.body?.cancel();
      }
    },

    async *list() {
      let next: string | undefined;
      do {
        const query = {
          'list-type': '2',
          prefix,
          ...(next === undefined ? {} : { 'continuation-token': next }),
        };
        const xml = await (await send({ method: 'GET', key: null, query })).text();
        const times = elements(xml, 'LastModified');
        yield elements(xml, 'Key').map((key, index) => ({
          version: key.slice(prefix.length),
          modifiedAt: new Date(times[index] ?? 0),
        }));
        next = elements(xml, 'NextContinuationToken')[0];
      } while (next !== undefined);
    },

    async removeUnfinished(before) {
      const query = { uploads: '', prefix };
      const response = await send({ method: 'GET', key: null, query }).catch((error: unknown) => {
        // Not every server can list unfinished uploads.
        if (error instanceof S3Error && error.status === 501) return null;
        throw error;
      });
      const xml = (await response?.text()) ?? '';
      const [keys, ids, times] = ['Key', 'UploadId', 'Initiated'].map((name) =>
        elements(xml, name),
      );
      for (const [index, uploadId] of (ids ?? []).entries()) {
        const key = keys?.[index];
        const isOld = new Date(times?.[index] ?? 0) < before;
        if (key !== undefined && isOld) await send({ method: 'DELETE', key, query: { uploadId } });
      }
    },
  };
}
