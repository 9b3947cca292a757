import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Turns SVG into PNG, one at a time, in a thread of its own. */
export interface Rasterizer {
  /** Returns the image; rejects if it takes too long, or if too many are asked for at once. */
  toPng(svg: string): Promise<Buffer>;
}

const timeLimitMs = 5_000;
const maxQueued = 8;

/** Creates a rasterizer with the fonts in files. Its thread starts with the first image. */
export function createRasterizer(fontFiles: () => Promise<readonly string[]>): Rasterizer {
  let worker: Worker | null = null;
  let queued = 0;
  let previous: Promise<unknown> = Promise.resolve();

  async function draw(svg: string): Promise<Buffer> {
    worker ??= new Worker(new URL('rasterize-worker.ts', import.meta.url), {
      workerData: await fontFiles(),
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    // The server may stop while it idles.
    worker.unref();
    try {
      return await answerOf(worker, svg);
    } catch (error) {
      // It may still be busy, or be gone.
      await worker.terminate();
      worker = null;
      throw error;
    }
  }

  return {
    async toPng(svg) {
      if (queued >= maxQueued) throw new Error('Too many images are waiting');
      queued += 1;
      const mine = previous.then(() => draw(svg));
      previous = mine.catch(() => undefined);
      return mine.finally(() => {
        queued -= 1;
      });
    },
  };
}

/** Sends an image to the thread and resolves with its answer. */
async function answerOf(worker: Worker, svg: string): Promise<Buffer> {
  const answered = new AbortController();
  const signal = AbortSignal.any([answered.signal, AbortSignal.timeout(timeLimitMs)]);
  const ended = once(worker, 'exit', { signal }).then(() => null);
  const message = once(worker, 'message', { signal });
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(svg);
  try {
    const answer: unknown = (await Promise.race([message, ended]))?.[0];
    if (answer instanceof Uint8Array) return Buffer.from(answer);
    throw new Error('The image could not be drawn');
  } finally {
    answered.abort();
    // Both reject when they are no longer awaited.
    await Promise.allSettled([message, ended]);
  }
}
