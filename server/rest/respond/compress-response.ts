import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedCodings, type ContentCoding } from '#server/http/accept-encoding.ts';
import type { RestHandler, RestRequest, RestResponse } from '#server/rest/rest-request.ts';

/** Smaller bodies fit in one packet with their headers. */
const minBytes = 1024;

/** Larger bodies would keep a thread busy for a quarter of a second. */
const maxBytes = 8 * 1024 * 1024;

/** With more requests at once, the processors are better used for answering them. */
const maxRequests = 8;

/** Leaves a processor for requests, and threads of the pool for files. */
const maxJobs = Math.min(2, Math.max(1, availableParallelism() - 1));

/** Content types with text. Functions may return images and other packed formats. */
const textType = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/geo\+json\b)/i;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** The levels that the measurements of the decision record chose. */
const encoders: Readonly<
  Record<ContentCoding, (body: Uint8Array) => Promise<Buffer<ArrayBuffer>>>
> = {
  br: (body) =>
    brotliAsync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 3,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      },
    }),
  gzip: (body) => gzipAsync(body, { level: 3 }),
};

type Headers = RestResponse['headers'];

function headerIn(headers: Headers, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Adds Accept-Encoding to what a function in the database has set. */
function varyByCoding(headers: Headers): Headers {
  const vary = headerIn(headers, 'vary');
  if (vary === undefined) return [...headers, ['vary', 'Accept-Encoding']];
  if (/(?:^|[\s,])(?:\*|accept-encoding)(?:$|[\s,])/i.test(vary)) return headers;
  const others = headers.filter(([name]) => name.toLowerCase() !== 'vary');
  return [...others, ['vary', `${vary}, Accept-Encoding`]];
}

/** Whether other bytes may stand for the body: a strong ETag names these very bytes. */
function mayBeEncoded(headers: Headers): boolean {
  return (
    textType.test(headerIn(headers, 'content-type') ?? '') &&
    headerIn(headers, 'content-encoding') === undefined &&
    !(headerIn(headers, 'etag') ?? 'W/').startsWith('"') &&
    !/\bno-transform\b/i.test(headerIn(headers, 'cache-control') ?? '')
  );
}

function isWorthwhile(body: string | Uint8Array): boolean {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  return length >= minBytes && length <= maxBytes;
}

/**
 * Compresses responses for clients that accept it, in the thread pool. Small and very large bodies
 * stay plain, and all do while the server is busy, unless the client refuses plain ones.
 */
export function withCompression(handler: RestHandler): RestHandler {
  let requests = 0;
  let jobs = 0;

  async function compress(request: RestRequest, response: RestResponse): Promise<RestResponse> {
    const header = request.headers.get('accept-encoding');
    const { body } = response;
    if (header === null || body === null || body.length === 0) return response;
    const { best, identity } = acceptedCodings(header);
    if (best === null) return response;
    const isBusy = jobs >= maxJobs || requests > maxRequests;
    if (identity && (isBusy || !isWorthwhile(body))) return response;
    if (!mayBeEncoded(response.headers)) return response;
    jobs += 1;
    try {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      const encoded = await encoders[best](bytes).catch(() => null);
      if (encoded === null || (identity && encoded.byteLength >= bytes.byteLength)) return response;
      const headers: Headers = [...response.headers, ['content-encoding', best]];
      return { ...response, headers, body: encoded };
    } finally {
      jobs -= 1;
    }
  }

  return async (request) => {
    requests += 1;
    try {
      const response = await handler(request);
      const headers = varyByCoding(response.headers);
      return await compress(request, { ...response, headers });
    } finally {
      requests -= 1;
    }
  };
}
