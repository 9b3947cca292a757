import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { HttpEnv } from '../caller/caller.ts';

/** Returns the bytes of the request's body as they arrive. */
export async function* bodyOf(context: Context<HttpEnv>): AsyncGenerator<Buffer> {
  const source = context.env?.incoming ?? context.req.raw.body;
  if (source == null) return;
  const stream = source instanceof Readable ? source : Readable.fromWeb(source);
  // Left open after a refusal, so that the client can still read the response.
  const chunks: AsyncIterable<unknown> = stream.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    if (chunk instanceof Uint8Array)
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  }
}
