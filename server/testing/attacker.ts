import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { TestServer } from './test-server.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** What the protocol calls the refusal; empty without one. */
  readonly code: string;
}

interface Sent {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function codeOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const isNamed = typeof value === 'object' && value !== null && 'code' in value;
    return isNamed && typeof value.code === 'string' ? value.code : '';
  } catch {
    return '';
  }
}

/** Sends a request exactly as it is written: no client tidies up the path or the headers. */
export function attack(
  { url, secrets }: TestServer,
  method: string,
  path: string,
  { body, token, headers = {} }: Sent = {},
): Promise<Reply> {
  const { hostname, port } = new URL(url);
  const usual = {
    apikey: secrets.publishableKey,
    'content-type': 'application/json',
    'x-supabase-api-version': '2024-01-01',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, headers: { ...usual, ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => {
          const { statusCode: status = 0, headers: received } = response;
          resolve({ status, headers: received, text, code: codeOf(text) });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
