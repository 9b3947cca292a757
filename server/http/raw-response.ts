import { STATUS_CODES } from 'node:http';

/** Returns the bytes of a response, for a socket that Node has no response for. The connection ends. */
export function rawResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const lines = Object.entries({
    ...headers,
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
