import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createHttpServer } from './create-server.ts';
import { listen } from './listen.ts';

it('ends the connection of a client that does not read a large response', async () => {
  const responded = Promise.withResolvers<ServerResponse>();
  const server = createHttpServer(
    (_, outgoing) => {
      outgoing.end(Buffer.alloc(64 * 1024 * 1024));
      responded.resolve(outgoing);
    },
    {},
    { unreadMs: 100, maxBytes: Infinity },
  );
  const client = connect(await listen(server, '127.0.0.1', 0), '127.0.0.1');
  client.pause();
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const response = await responded.promise;
  await once(response, 'close');
  expect(response.writableFinished).toBe(false);
  client.destroy();
  server.close();
});

it('ends the longest waiting of the responses that clients leave unread together', async () => {
  const mebibyte = 1024 * 1024;
  const responses: ServerResponse[] = [];
  const server = createHttpServer(
    (_, outgoing) => {
      responses.push(outgoing);
      outgoing.end(Buffer.alloc(64 * mebibyte));
    },
    {},
    { unreadMs: 60_000, maxBytes: 150 * mebibyte },
  );
  const port = await listen(server, '127.0.0.1', 0);
  const clients = [];
  for (let count = 1; count <= 4; count += 1) {
    const client = connect(port, '127.0.0.1');
    client.on('error', () => {});
    client.pause();
    client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    clients.push(client);
    await expect.poll(() => responses.length).toBe(count);
  }
  await expect
    .poll(() => responses.map(({ destroyed }) => destroyed))
    .toEqual([true, true, false, false]);
  clients.forEach((client) => client.destroy());
  server.close();
});

it('ends the oldest of the requests whose clients stop sending', async () => {
  const mebibyte = 1024 * 1024;
  let received = 0;
  const server = createHttpServer(
    (incoming) => {
      incoming.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
      incoming.on('error', () => {});
    },
    {},
    { unreadMs: 60_000, maxBytes: 20 * mebibyte },
  );
  const port = await listen(server, '127.0.0.1', 0);
  const clients: Socket[] = [];
  for (let count = 1; count <= 3; count += 1) {
    const client = connect(port, '127.0.0.1');
    client.on('error', () => {});
    client.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 16777216\r\n\r\n');
    client.write(Buffer.alloc(8 * mebibyte));
    clients.push(client);
    await expect.poll(() => received).toBe(count * 8 * mebibyte);
  }
  await expect
    .poll(() => clients.map(({ closed }) => closed), { timeout: 30_000 })
    .toEqual([true, false, false]);
  clients.forEach((client) => client.destroy());
  server.close();
});

it('ends the connection of a client that sends requests without end and reads no response', async () => {
  const requests: string[] = [];
  const server = createHttpServer(({ url = '' }) => requests.push(url), {});
  const client = connect(await listen(server, '127.0.0.1', 0), '127.0.0.1');
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(1_000));
  await once(client, 'close');
  expect(requests).toHaveLength(100);
  server.close();
});
