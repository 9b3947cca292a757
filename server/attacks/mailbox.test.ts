import { createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { attack } from '#server/testing/attacker.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

const server = await setUpTestServer({ CONFIRM_EMAIL: 'on' });
beforeAll(async () => {
  await server.dependencies.mailer.send({
    to: 'owner@example.com',
    subject: 'Secret link',
    text: `${server.url}/auth/v1/verify?token=secret`,
    html: '<p>secret</p>',
  });
  const list = await attack(server, 'GET', '/dev/mailbox');
  const id = /href="\/dev\/mailbox\/([0-9a-f]+)"/.exec(list.text)?.[1];
  if (id === undefined) throw new Error('The mailbox lists no mail.');
  paths = kinds.map((kind) => kind.replace('{id}', id));
});

/** The id of the one mail is known once the server has stored it. */
const kinds = ['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox/{id}', '/dev/mailbox/{id}/html'];
let paths: string[] = [];
const pathOf = (kind: string) => paths[kinds.indexOf(kind)] ?? '';

/** Returns the host of the server on this machine. */
const localHost = () => new URL(server.url).host;

/** Returns the status of each mailbox page, and whether it contains a mail. */
async function visit(headers: Readonly<Record<string, string>>) {
  const replies = await Promise.all(paths.map((path) => attack(server, 'GET', path, { headers })));
  return replies.map(({ status, text }) => ({ status, isRead: text.includes('secret') }));
}

const closed = kinds.map(() => ({ status: 403, isRead: false }));

describe('GET /dev/mailbox', () => {
  it.each(kinds)('accepts a browser on this machine at %s', async (kind) => {
    const reply = await attack(server, 'GET', pathOf(kind), {
      headers: {
        referer: `${server.url}/register-success`,
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Mozilla/5.0',
      },
    });
    expect([reply.status, reply.text.includes('secret')]).toEqual([200, true]);
  });

  it.each([
    ['forwarded', 'for=203.0.113.9;host=cuebook.example;proto=https'],
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-for', ''],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-port', '443'],
    ['x-forwarded-server', 'edge'],
    ['x-forwarded-prefix', '/cuebook'],
    ['x-forwarded', '203.0.113.9'],
    ['x-real-ip', '203.0.113.9'],
    ['x-client-ip', '203.0.113.9'],
    ['x-cluster-client-ip', '203.0.113.9'],
    ['x-original-host', 'cuebook.example'],
    ['x-original-forwarded-for', '203.0.113.9'],
    ['x-host', 'cuebook.example'],
    ['x-proxyuser-ip', '203.0.113.9'],
    ['x-envoy-external-address', '203.0.113.9'],
    ['x-amzn-trace-id', 'Root=1-67891233-abcdef012345678912345678'],
    ['x-azure-clientip', '203.0.113.9'],
    ['x-vercel-forwarded-for', '203.0.113.9'],
    ['via', '1.1 edge.example'],
    ['client-ip', '203.0.113.9'],
    ['true-client-ip', '203.0.113.9'],
    ['cf-connecting-ip', '203.0.113.9'],
    ['cf-ray', '230b030023ae2822-SJC'],
    ['cdn-loop', 'cloudflare'],
    ['fastly-client-ip', '203.0.113.9'],
    ['fly-client-ip', '203.0.113.9'],
    ['tailscale-user-login', 'mallory@example.com'],
    ['x_forwarded_for', '203.0.113.9'],
    ['forwarded-for', '203.0.113.9'],
    ['proxy-client-ip', '203.0.113.9'],
    ['wl-proxy-client-ip', '203.0.113.9'],
    ['cloudfront-viewer-address', '203.0.113.9:4711'],
    ['remote-addr', '203.0.113.9'],
    ['x-scheme', 'https'],
    ['x-url-scheme', 'https'],
    ['front-end-https', 'on'],
    ['x-nginx-proxy', 'true'],
    ['x-ssl-client-verify', 'NONE'],
    ['x-request-id', '7b1c'],
    ['x-b3-traceid', '463ac35c9f6413ad'],
    ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    ['surrogate-capability', 'abc="Surrogate/1.0"'],
    ['max-forwards', '10'],
  ])('is closed to a proxy that adds "%s: %s" and sends a loopback host', async (name, value) => {
    expect(await visit({ host: localHost(), [name]: value })).toEqual(closed);
  });

  it.each(['https://cuebook.example/register-success', 'https://evil.example/'])(
    'is closed to a page at %s behind a proxy that adds no headers',
    async (referer) => {
      expect(await visit({ host: localHost(), referer })).toEqual(closed);
    },
  );

  it('is closed to a page of another origin', async () => {
    expect(await visit({ host: localHost(), origin: 'https://cuebook.example' })).toEqual(closed);
  });

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.1.5:3000'])(
    'is closed under the host %s',
    async (host) => {
      expect(await visit({ host })).toEqual(closed);
    },
  );

  it.each([
    ['HTTP/1.0', () => 'GET /dev/mailbox.json HTTP/1.0'],
    ['a whole URL as target', () => `GET ${server.url}/dev/mailbox.json HTTP/1.1`],
  ])('is closed to %s, which proxies send and browsers do not', async (_, requestLine) => {
    const { hostname, port } = new URL(server.url);
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write(`${requestLine()}\r\nHost: ${localHost()}\r\nConnection: close\r\n\r\n`),
      );
      socket.on('data', (part) => (received += part.toString()));
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 403 /);
    expect(text).not.toContain('secret');
  });

  describe('behind a real proxy on this machine', () => {
    let proxy: Server;
    let address = '';
    beforeAll(async () => {
      // Like Caddy, Traefik or nginx with a rewritten host: a header has the client's address.
      proxy = createServer((incoming, outgoing) => {
        const headers = {
          ...incoming.headers,
          host: localHost(),
          'x-forwarded-for': incoming.socket.remoteAddress ?? '',
        };
        const forwarded = request(server.url + incoming.url, { headers }, (response) => {
          outgoing.writeHead(response.statusCode ?? 502);
          response.pipe(outgoing);
        });
        forwarded.end();
      });
      address = `http://127.0.0.1:${await listen(proxy, '127.0.0.1', 0)}`;
    });
    afterAll(() => {
      proxy.closeAllConnections();
      proxy.close();
    });

    it.each(kinds)('is closed at %s', async (kind) => {
      const response = await fetch(address + pathOf(kind));
      expect([response.status, (await response.text()).includes('secret')]).toEqual([403, false]);
    });
  });
});
