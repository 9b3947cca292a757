import { type IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { processorMs } from './address-rates.ts';
import { takeTurns } from './address-turns.ts';

function useProcessor(milliseconds: number): void {
  const end = processorMs() + milliseconds;
  while (processorMs() < end);
}

/** Returns a listener for which each URL is an address of its own. */
function createListener() {
  const starts: { url: string; at: number }[] = [];
  const listener = takeTurns(
    ({ url = '' }) => {
      starts.push({ url, at: performance.now() });
      // In a promise callback, as a query is parsed when the token has been verified.
      if (url === '/costly') void Promise.resolve().then(() => useProcessor(10));
    },
    ({ url = '' }) => url,
  );
  const send = (url: string, headers: IncomingHttpHeaders = {}, length = 5_000): Socket => {
    const rawHeaders = ['x', 'a'.repeat(length)];
    const socket = new Socket();
    const incoming = Object.assign(new IncomingMessage(socket), { url, headers, rawHeaders });
    listener(incoming, new ServerResponse(incoming));
    return socket;
  };
  return { starts, send };
}

it("starts an address's request before the queued ones of another", async () => {
  const { starts, send } = createListener();
  for (const url of ['/many', '/many', '/many', '/one']) send(url);
  await expect.poll(() => starts.length).toBe(4);
  expect(starts.map(({ url }) => url)).toEqual(['/many', '/one', '/many', '/many']);
});

it.each([
  ['costly starts', '/costly', {}],
  ['long bodies', '/long', { 'content-length': '100000' }],
  ['bodies of an unknown length', '/long', { 'transfer-encoding': 'chunked' }],
])('leaves three quarters of the process to others after %s', async (_, url, headers) => {
  const { starts, send } = createListener();
  const begin = performance.now();
  // 400 ms of the processor, of which the first quarter of a second is free.
  for (let n = 0; n < 40; n += 1) send(url, headers);
  await expect.poll(() => starts.length).toBe(40);
  expect((starts.at(-1)?.at ?? 0) - begin).toBeGreaterThan(500);
});

it('does not start a request whose client is gone', async () => {
  const { starts, send } = createListener();
  send('/gone').destroy();
  send('/other');
  await expect.poll(() => starts.map(({ url }) => url)).toEqual(['/other']);
});

it('ends connections of an address that has two thousand requests waiting', () => {
  const { send } = createListener();
  const sockets = Array.from({ length: 2001 }, () => send('/many'));
  expect(sockets.map(({ destroyed }) => destroyed).indexOf(true)).toBe(2000);
  expect(send('/one').destroyed).toBe(false);
});

it('starts a short request at once', () => {
  const { starts, send } = createListener();
  send('/one');
  send('/one', {}, 1_000);
  expect(starts).toHaveLength(1);
});
