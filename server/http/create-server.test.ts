import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
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
    100,
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
