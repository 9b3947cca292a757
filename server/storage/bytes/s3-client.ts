import { createHash, createHmac } from 'node:crypto';
import { encodeComponent } from '#server/http/encode-component.ts';

/** An S3-compatible server and the account on it. */
export interface S3Account {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The object; null for the bucket itself. */
  readonly key: string | null;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Whether 404 is an answer, not an error. */
  readonly mayBeMissing?: boolean;
}

/** A response that is no success; the body tells why. */
export class S3Error extends Error {
  override name = 'S3Error';
  readonly status: number;

  constructor({ method, key }: S3Request, status: number, body: string) {
    const code = /<Code>([^<]+)<\/Code>/.exec(body)?.[1] ?? 'no code';
    super(`The S3 server answered ${method} ${key ?? ''} with ${status} (${code}).`);
    this.status = status;
  }
}

const headersMs = 60_000;
const attempts = 3;

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string) =>
  createHmac('sha256', key).update(data).digest();

/** Signs a request (AWS Signature Version 4) and returns its URL and headers. */
export function signS3Request(
  account: S3Account,
  { method, key, query = {}, headers = {}, body = Buffer.alloc(0) }: S3Request,
  now: Date,
): { url: string; headers: Record<string, string> } {
  const base = new URL(account.endpoint);
  const prefix = base.pathname.replace(/\/+$/, '');
  const object = key === null ? '' : `/${key.split('/').map(encodeComponent).join('/')}`;
  const path = `${prefix}/${encodeComponent(account.bucket)}${object}`;
  const search = Object.entries(query)
    .map(([name, value]) => `${encodeComponent(name)}=${encodeComponent(value)}`)
    .sort()
    .join('&');
  const time = now.toISOString().replace(/[:-]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${account.region}/s3/aws4_request`;
  const hash = sha256(body);
  const sent = { ...headers, 'x-amz-content-sha256': hash, 'x-amz-date': time };
  const signed = Object.entries({ ...sent, host: base.host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    method,
    path,
    search,
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    hash,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const dateKey = hmac(`AWS4${account.secretKey}`, time.slice(0, 8));
  const signingKey = hmac(hmac(hmac(dateKey, account.region), 's3'), 'aws4_request');
  const signature = hmac(signingKey, text).toString('hex');
  const credential = `Credential=${account.accessKey}/${scope}`;
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names}, Signature=${signature}`;
  const url = `${base.origin}${path}${search === '' ? '' : `?${search}`}`;
  return { url, headers: { ...sent, authorization } };
}

/** Sends requests to an S3-compatible server. */
type SendToS3 = (request: S3Request) => Promise<Response>;

/**
 * Creates the client of an account. It retries what failed on the way or with a 5xx status, and
 * rejects with {@link S3Error} for any status that is no success.
 */
export function createS3Client(account: S3Account): SendToS3 {
  async function sendOnce(request: S3Request): Promise<Response> {
    const { url, headers } = signS3Request(account, request, new Date());
    const controller = new AbortController();
    // Only the wait for the headers is limited: a download takes as long as its reader.
    const timer = setTimeout(() => controller.abort(), headersMs);
    try {
      return await fetch(url, {
        method: request.method,
        headers,
        signal: controller.signal,
        ...(request.body === undefined ? {} : { body: new Uint8Array(request.body) }),
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === attempts;
      const response = await sendOnce(request).catch((error: unknown) => {
        if (isLast) throw error;
        return null;
      });
      if (response === null || (response.status >= 500 && !isLast)) {
        await response?.body?.cancel();
        continue;
      }
      const isMissing = response.status === 404 && request.mayBeMissing === true;
      if (response.ok || isMissing) return response;
      throw new S3Error(request, response.status, await response.text());
    }
  };
}
