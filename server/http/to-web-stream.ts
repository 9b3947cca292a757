import type { Readable } from 'node:stream';

/**
 * Converts a stream for a Response. `Readable.toWeb()` doesn't serve: if the reader leaves just
 * before a chunk, it throws where nothing can catch it, and the process ends.
 */
export function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array, unknown> = source[Symbol.asyncIterator]();
  // The iterator reports an error, but listens only when it is asked.
  source.on('error', () => {});
  return new ReadableStream(
    {
      async pull(controller) {
        const chunk = await chunks.next();
        if (chunk.done === true) controller.close();
        else controller.enqueue(chunk.value);
      },
      cancel: () => void source.destroy(),
    },
    { highWaterMark: 0 },
  );
}
