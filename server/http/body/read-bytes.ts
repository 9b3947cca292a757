import type { Context } from 'hono';
import { bodyOf } from './body-of.ts';
import type { HttpEnv } from '../caller/caller.ts';

/** Returns the bytes of the body; null if there are more than `limit`, of which it reads no more. */
export async function readBytes(c: Context<HttpEnv>, limit: number): Promise<Buffer | null> {
  if (Number(c.req.header('content-length') ?? 0) > limit) return null;
  return collectBytes(bodyOf(c), limit);
}

/** Joins chunks; returns null if they are longer than `limit`, and reads no more of them. */
export async function collectBytes(
  source: AsyncIterable<Buffer>,
  limit: number,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
