import type { Context } from 'hono';
import type { HttpEnv } from './caller/caller.ts';

/** Returns the bytes of the body; null if there are more than `limit`, of which it reads no more. */
export async function readBytes({ req }: Context<HttpEnv>, limit: number): Promise<Buffer | null> {
  if (Number(req.header('content-length') ?? 0) > limit) return null;
  const body: ReadableStream<Uint8Array> | null = req.raw.body;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
