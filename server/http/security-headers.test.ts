import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

const preflight = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' };
const requests: readonly [string, string, Record<string, string>?][] = [
  ['GET', '/'],
  ['GET', '/no/such/page'],
  ['GET', '/assets/app-1a2b.js'],
  ['GET', '/assets/none.js'],
  ['GET', '/.built-from'],
  ['HEAD', '/'],
  ['POST', '/'],
  ['GET', '/health'],
  ['GET', '/config.json'],
  ['GET', '/manifest.webmanifest'],
  ['GET', '/p/00000000-0000-4000-8000-000000000001'],
  ['GET', '/avatars/none'],
  ['GET', '/dev/mailbox'],
  ['GET', '/unsubscribe'],
  ['GET', '/storage/v1/bucket'],
  ['OPTIONS', '/rest/v1/prompts', preflight],
  ['OPTIONS', '/auth/v1/token', preflight],
  ['OPTIONS', '/rest/v1/prompts'],
  ['GET', '/rest/v1/prompts'],
  ['GET', '/rest/v1/prompts?limit=0', { apikey: 'wrong' }],
  ['GET', '/rest/v1/%70rompts'],
  ['GET', '/auth/v1/health'],
  ['GET', '/auth/v1/settings'],
  ['GET', '/auth/v1/none'],
  ['GET', '/auth/v1/user'],
  ['GET', '/auth/v1/verify?type=signup&token=wrong'],
  ['GET', '/auth/v1/.well-known/jwks.json'],
];

let server: TestServer;
let secure: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  secure = await startTestServer({ SITE_URL: 'https://cuebook.example' });
});
afterAll(async () => {
  await server.stop();
  await secure.stop();
});

function send({ url }: TestServer, method: string, path: string, headers = {}): Promise<Response> {
  const init = { method, headers, redirect: 'manual' } as const;
  return fetch(url + path, init);
}

describe('security headers of the response to', () => {
  it.each(requests)(
    '%s %s forbid sniffing its type, and require TLS if SITE_URL has it',
    async (method, path, headers) => {
      const response = await send(server, method, path, headers);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.has('strict-transport-security')).toBe(false);
      const behindTls = await send(secure, method, path, headers);
      expect(behindTls.headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect(behindTls.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

/**
 * Sends bytes over a connection of their own, and returns what comes until the server closes it.
 */
function sendBytes({ url }: TestServer, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (part) => (received += part.toString()));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('the answer to bytes that are no request', () => {
  const chunked = 'POST /rest/v1/prompts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n';
  it.each([
    ['a greeting', 'hello\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['no host, at the REST API', 'GET /rest/v1/prompts HTTP/1.1\r\n\r\n', 400],
    ['two hosts', 'GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    [
      'two hosts, at the REST API',
      'GET /rest/v1/prompts HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n',
      400,
    ],
    [
      'two hosts, for a WebSocket',
      'GET /realtime/v1/websocket HTTP/1.1\r\nHost: a\r\nHost: b\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      400,
    ],
    [
      'a URL that is not encoded',
      'GET /rest/v1/prompts?title=eq.é HTTP/1.1\r\nHost: a\r\n\r\n',
      400,
    ],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n', 400],
    ['a header that is too long', `GET / HTTP/1.1\r\nX: ${'a'.repeat(90_000)}\r\n\r\n`, 431],
    ['a chunk without a length', `${chunked}\r\nzz\r\n`, 400],
    ['two lengths', `${chunked}Content-Length: 4\r\n\r\n0\r\n\r\n`, 400],
    ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n', 417],
  ])('%s has the same headers', async (_name, bytes, status) => {
    const response = await sendBytes(secure, bytes);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).toContain('x-content-type-options: nosniff');
    expect(response).toContain('strict-transport-security: max-age=31536000');
    expect(await sendBytes(server, bytes)).not.toContain('strict-transport-security');
  });

  it('says that a URL must be percent-encoded', async () => {
    const response = await sendBytes(server, 'GET /?title=eq.é HTTP/1.1\r\nHost: a\r\n\r\n');
    const [head, body] = response.split('\r\n\r\n');
    expect(head).toContain('content-type: application/json');
    expect(JSON.parse(body ?? '')).toEqual({
      message: 'The URL has characters that must be percent-encoded.',
    });
  });
});
