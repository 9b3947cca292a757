import { matchesETag } from '#server/http/matches-etag.ts';
import { toWebStream } from '#server/http/to-web-stream.ts';
import { requestHeaders } from '#server/http/request-headers.ts';
import type { ByteRange } from '#server/storage/bytes/byte-store.ts';
import type { ByteMetadata, ObjectRow } from '#server/storage/object-rows.ts';
import { StorageError } from '#server/storage/storage-error.ts';
import type { StorageContext, StorageServices } from '#server/storage/services.ts';

/**
 * Returns the headers of every file. They keep one that a browser opens from acting on this origin:
 * no scripts, no forms, no requests. Search engines are told what its upload said.
 */
export function fileHeaders({ xRobotsTag = 'none' }: ByteMetadata): Record<string, string> {
  return {
    'content-security-policy':
      "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'x-robots-tag': xRobotsTag,
  };
}

/** Types that a browser runs or renders as a page. It saves them instead of opening them. */
const activeType = /^(text\/(html|xml|xsl)|image\/svg\+xml|application\/(\w+\+)?xml|multipart\/)/i;

/** Types that pages of this origin would load as a script or a style: their policy allows files of the origin. */
const loadedType = /^((text|application)\/(x-)?(java|ecma|live|j)script|text\/css)/i;

/** Returns the type to send: a page, a script or a style is sent as plain text. Hosted Supabase does so with pages. */
function servedType(mimetype: string): string {
  return /^text\/html/i.test(mimetype) || loadedType.test(mimetype) ? 'text/plain' : mimetype;
}

/** Returns Content-Disposition for `?download` or `?download=NAME`; null to show the file. */
export function contentDisposition(download: string | undefined, mimetype: string): string | null {
  if (download === undefined) return activeType.test(mimetype) ? 'attachment' : null;
  if (download === '') return 'attachment;';
  const name = download.toWellFormed();
  // For old clients, which don't decode: ASCII without escapes, in quotes if need be.
  const plain = name.replace(/[^\x20-\x7e]|["\\]/gu, '_');
  const fallback = /^[\w!#$%&'*+.^`|~-]+$/.test(plain) ? plain : `"${plain}"`;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename=${fallback}; filename*=UTF-8''${encoded}`;
}

/** Returns whether the client's copy is current (304). Throws if its precondition fails. */
function isNotModified(context: StorageContext, eTag: string, modifiedAt: Date): boolean {
  const headers = requestHeaders(context);
  const seconds = (time: string) => Math.floor(new Date(time).getTime() / 1000);
  const modified = Math.floor(modifiedAt.getTime() / 1000);
  const ifMatch = headers.get('if-match');
  const unmodifiedSince = headers.get('if-unmodified-since');
  if (ifMatch !== null ? !matchesETag(ifMatch, eTag) : modified > seconds(unmodifiedSince ?? '')) {
    throw new StorageError('PreconditionFailed');
  }
  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch !== null) return matchesETag(ifNoneMatch, eTag);
  return modified <= seconds(headers.get('if-modified-since') ?? '');
}

/** Returns the requested part. Several parts at once are answered with the whole object. */
function requestedRange(
  context: StorageContext,
  size: number,
  eTag: string,
  modifiedAt: Date,
): ByteRange | null {
  const headers = requestHeaders(context);
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range') ?? '') ?? [];
  if (first === '' && last === '') return null;
  const ifRange = headers.get('if-range');
  if (ifRange !== null && ifRange !== modifiedAt.toUTCString() && !matchesETag(ifRange, eTag))
    return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || end < start) {
    throw new StorageError('InvalidRange', undefined, {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  return { start, end };
}

export interface ServeOptions {
  /** The file name of a download, '' for the object's own; undefined to show the file. */
  readonly download?: string | undefined;
  /** When the URL ends. Caches may keep the response until then. */
  readonly expires?: Date;
}

/** Responds with an object's bytes and headers, or with its headers only to HEAD. */
export async function serveObject(
  context: StorageContext,
  { byteStore }: StorageServices,
  row: ObjectRow,
  { download, expires }: ServeOptions = {},
): Promise<Response> {
  const { size, eTag, mimetype, cacheControl, contentEncoding } = row.metadata;
  const modifiedAt = new Date(row.metadata.lastModified ?? row.updated_at);
  const disposition = contentDisposition(download, mimetype);
  const headers: Record<string, string> = {
    ...fileHeaders(row.metadata),
    'accept-ranges': 'bytes',
    etag: eTag,
    'last-modified': modifiedAt.toUTCString(),
    ...(expires === undefined
      ? { 'cache-control': cacheControl }
      : { expires: expires.toUTCString() }),
  };
  if (isNotModified(context, eTag, modifiedAt)) return new Response(null, { status: 304, headers });
  const range = requestedRange(context, size, eTag, modifiedAt);
  headers['content-type'] = servedType(mimetype);
  headers['content-length'] = String(range === null ? size : range.end - range.start + 1);
  if (disposition !== null) headers['content-disposition'] = disposition;
  if (contentEncoding !== undefined) headers['content-encoding'] = contentEncoding;
  if (range !== null) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`;
  const status = range === null ? 200 : 206;
  if (context.req.method === 'HEAD') return new Response(null, { status, headers });
  const bytes = row.version === null ? null : await byteStore.read(row.version, range);
  if (bytes === null) throw new StorageError('NoSuchKey');
  return new Response(toWebStream(bytes), { status, headers });
}
