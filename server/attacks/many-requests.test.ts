import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { setUpTestServer } from '#server/testing/test-server.ts';

const server = await setUpTestServer({ TRUSTED_PROXIES: '127.0.0.1' });

async function connectFrom(address: string) {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return (paths: readonly string[]) => {
    const requests = paths.map(
      (path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\n\r\n`,
    );
    socket.write(requests.join(''));
  };
}

it('many long requests of one address let one of another pass', async () => {
  const paths = Array.from({ length: 50 }, (_, n) => `/rest/v1/many/${n}?${'a'.repeat(5_000)}`);
  const [sendMany, sendOne] = [await connectFrom('203.0.113.1'), await connectFrom('203.0.113.2')];
  sendMany(paths);
  sendOne([`/rest/v1/one/0?${'a'.repeat(5_000)}`]);
  const answered = () => server.logged.flatMap((line) => /\/(?:many|one)\//.exec(line)?.[0] ?? []);
  await expect.poll(answered).toHaveLength(51);
  expect(answered().indexOf('/one/')).toBeLessThan(40);
});
