import { Worker } from 'node:worker_threads';
import { askWorker } from '#server/ask-worker.ts';

/** Turns SVG into PNG in a thread of its own. */
export interface Rasterizer {
  /** Returns the image; rejects if it takes too long. Must not be called before the last one is done. */
  toPng(svg: string): Promise<Buffer>;
}

const timeLimitMs = 5_000;

/** Creates a rasterizer with the fonts in files. Its thread starts with the first image. */
export function createRasterizer(fontFiles: () => Promise<readonly string[]>): Rasterizer {
  let worker: Worker | null = null;

  return {
    async toPng(svg) {
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
    },
  };
}

/** Sends an image to the thread and resolves with its answer. */
async function answerOf(worker: Worker, svg: string): Promise<Buffer> {
  const answer = await askWorker(worker, svg, AbortSignal.timeout(timeLimitMs));
  if (answer instanceof Uint8Array) return Buffer.from(answer);
  throw new Error('The image could not be drawn');
}
