import { request, type IncomingHttpHeaders } from 'node:http';
import type { TestServer } from './test-server.ts';

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Error code of the protocol; empty without an error. */
  readonly code: string;
}

interface RequestOptions {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function readErrorCode(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const isNamed = typeof value === 'object' && value !== null && 'code' in value;
    return isNamed && typeof value.code === 'string' ? value.code : '';
  } catch {
    return '';
  }
}

/** Sends a request without a client that would normalise the path or the headers. */
export function attack(
  { url, secrets }: TestServer,
  method: string,
  path: string,
  { body, token, headers = {} }: RequestOptions = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const defaultHeaders = {
    apikey: secrets.publishableKey,
    'content-type': 'application/json',
    'x-supabase-api-version': '2024-01-01',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path, headers: { ...defaultHeaders, ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => {
          const { statusCode: status = 0, headers: received } = response;
          resolve({ status, headers: received, text, code: readErrorCode(text) });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
