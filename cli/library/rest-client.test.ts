import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { RestClient } from './rest-client.ts';

let stop: () => void = () => undefined;
afterEach(() => stop());

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const read = (address: string, maxResponseBytes?: number) =>
  new RestClient(address, 'cbk_secret', maxResponseBytes).send(
    v.array(v.unknown()),
    '/rest/v1/prompts',
  );

describe('RestClient', () => {
  it('follows no redirect, which would take the token elsewhere', async () => {
    const requested: (string | undefined)[] = [];
    const address = await serve((request, response) => {
      requested.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    await expect(read(address)).rejects.toThrow('sends to another address');
    expect(requested).toEqual(['/rest/v1/prompts']);
  });

  it('reads no endless response', async () => {
    const blanks = ' '.repeat(1024 ** 2);
    let isClosed = false;
    const address = await serve((_, response) => {
      const send = () => {
        while (!response.destroyed && response.write(blanks));
      };
      response.on('drain', send).on('close', () => {
        isClosed = true;
      });
      send();
    });
    await expect(read(address, 1024 ** 2)).rejects.toThrow('more than 1 MiB in one response');
    await expect.poll(() => isClosed).toBe(true);
  });

  it('sends the token in the header only', async () => {
    const address = await serve((request, response) => {
      response.end(JSON.stringify([request.headers.authorization, request.url]));
    });
    expect(await read(address)).toEqual(['Bearer cbk_secret', '/rest/v1/prompts']);
  });

  it.each([
    [200, '<!doctype html>', 'does not answer as Cuebook does'],
    [200, '{}', 'does not answer as Cuebook does'],
    [401, '{}', 'Your sign-in is no longer valid. Run `cuebook login` again.'],
    [502, '<html>', 'answered with status 502.'],
    [400, '{"message":"Too long."}', /^Too long\.$/],
    [
      400,
      '{"message":"new row for relation \\"prompts\\" violates check constraint \\"a prompt needs content\\""}',
      /^A prompt needs content\.$/,
    ],
  ])('turns status %i with %j into a sentence', async (status, body, message) => {
    const address = await serve((_, response) => response.writeHead(status).end(body));
    await expect(read(address)).rejects.toThrow(message);
  });
});
