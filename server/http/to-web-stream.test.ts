import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { toWebStream } from './to-web-stream.ts';

it('a stream is read to its end', async () => {
  const source = new PassThrough();
  source.write('one ');
  setTimeout(() => source.end('two'), 10);
  expect(await new Response(toWebStream(source)).text()).toBe('one two');
});

it('a stream that fails before it is read fails its reader', async () => {
  const source = new PassThrough();
  const stream = toWebStream(source);
  source.destroy(new Error('lost'));
  await nextTurn();
  await expect(new Response(stream).text()).rejects.toThrow('lost');
});

it('a reader that leaves just before a chunk ends the source and nothing else', async () => {
  const source = new PassThrough();
  const stream = toWebStream(source);
  source.write('one');
  source.write('two');
  process.nextTick(() => void stream.cancel());
  await nextTurn();
  expect(source.destroyed).toBe(true);
});

it('a reader that leaves while it waits for a chunk ends the source', async () => {
  const source = new PassThrough();
  const reader = toWebStream(source).getReader();
  const next = reader.read();
  await reader.cancel();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(source.destroyed).toBe(true);
});
