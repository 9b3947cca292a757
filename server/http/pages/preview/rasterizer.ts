import { Worker } from 'node:worker_threads';
import { askWorker } from '#server/ask-worker.ts';

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
  const answer = await askWorker(worker, svg, AbortSignal.timeout(timeLimitMs));
  if (answer instanceof Uint8Array) return Buffer.from(answer);
  throw new Error('The image could not be drawn');
}
