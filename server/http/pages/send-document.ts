import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { acceptedCodings } from '#server/http/accept-encoding.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';

/** A rendered document, plain and compressed. */
export interface Document {
  readonly plain: string;
  readonly br: () => Promise<Buffer<ArrayBuffer>>;
  readonly gzip: () => Promise<Buffer<ArrayBuffer>>;
}

const brotliCompressAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Returns a document that is compressed once, when it is first asked for. */
export function compressible(html: string, isLasting: boolean): Document {
  // 11 is the best quality, and takes a hundred times as long as 4.
  const params = { [constants.BROTLI_PARAM_QUALITY]: isLasting ? 11 : 4 };
  let br: Promise<Buffer<ArrayBuffer>> | null = null;
  let gzipped: Promise<Buffer<ArrayBuffer>> | null = null;
  return {
    plain: html,
    br: () => (br ??= brotliCompressAsync(html, { params })),
    gzip: () => (gzipped ??= gzipAsync(html)),
  };
}

/** Sends a document in the best encoding that the client accepts. Browsers revalidate it. */
export async function sendDocument(c: Context<HttpEnv>, document: Document): Promise<Response> {
  c.header('content-type', 'text/html; charset=utf-8');
  c.header('cache-control', 'no-cache');
  c.header('vary', 'Accept-Encoding');
  const { best } = acceptedCodings(c.req.header('accept-encoding') ?? null);
  if (best === null) return c.body(document.plain);
  c.header('content-encoding', best);
  return c.body(await document[best]());
}
