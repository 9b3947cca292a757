import type { Readable } from 'node:stream';
import { createFairLimit, TooMuchWaits } from '#server/fair-limit.ts';
import { collectBytes } from '#server/http/body/read-bytes.ts';
import { addressSubject } from '#server/http/caller/client-address.ts';
import { StorageError } from '#server/storage/storage-error.ts';
import { type ImageFormat, RenderProcess } from './render-process.ts';
import type { Transformation } from './transformation.ts';

/** The largest source, in bytes. It is held in memory while it is rendered. */
export const maxSourceBytes = 25 * 1024 * 1024;
/** How long one image may take. */
const defaultLimitMs = 10_000;
const maxRunning = 2;
const maxWaiting = 20;

const invalidSource = 'The source image is invalid or unsupported for rendering';

export function sourceTooLarge(): StorageError {
  return new StorageError('EntityTooLarge', 'The source image is too large for rendering');
}

function refuseSource(cause?: unknown): StorageError {
  return new StorageError('InvalidRequest', invalidSource, { cause });
}

/**
 * Returns the format by the first bytes. Only these reach the decoder: an SVG, for example, can
 * load files and expand without end.
 */
function formatOf(bytes: Buffer): ImageFormat {
  const text = bytes.toString('latin1', 0, 12);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'webp';
  if (/^[^]{4}ftypavi[fs]/.test(text)) return 'avif';
  throw refuseSource();
}

interface RenderedImage {
  readonly bytes: Uint8Array;
  readonly mimetype: string;
}

async function render(
  renderer: RenderProcess,
  source: Buffer,
  options: Transformation,
  acceptsWebp: boolean,
  limitMs: number,
): Promise<RenderedImage> {
  const original = formatOf(source);
  const preferred = options.format ?? (acceptsWebp ? 'webp' : 'origin');
  const format = preferred === 'origin' ? original : preferred;
  const reply = await renderer.render({ source, format, options }, limitMs);
  if (reply === null) {
    throw new StorageError('InvalidRequest', 'The image takes too long to render at this size');
  }
  if ('error' in reply) throw refuseSource(reply.error);
  return { bytes: reply.bytes, mimetype: `image/${format}` };
}

/** Renders images, a few at a time. */
export interface ImageRenderer {
  /** `address` is the client's: network addresses take turns. */
  render(
    address: string,
    source: Readable,
    options: Transformation,
    acceptsWebp: boolean,
  ): Promise<RenderedImage>;
}

/** Creates a renderer. Throws `SlowDown` if too many images of an address wait already. */
export function createImageRenderer(limitMs = defaultLimitMs): ImageRenderer {
  const limit = createFairLimit(maxRunning, maxWaiting);
  const idle = Array.from({ length: maxRunning }, () => new RenderProcess());
  return {
    async render(address, source, options, acceptsWebp) {
      try {
        return await limit.run(addressSubject(address), async () => {
          const bytes = await collectBytes(source, maxSourceBytes);
          if (bytes === null) throw sourceTooLarge();
          const renderer = idle.pop() ?? new RenderProcess();
          try {
            return await render(renderer, bytes, options, acceptsWebp, limitMs);
          } finally {
            idle.push(renderer);
          }
        });
      } catch (error) {
        source.destroy();
        if (!(error instanceof TooMuchWaits)) throw error;
        const headers = { 'retry-after': '5' };
        throw new StorageError('SlowDown', undefined, { cause: error, headers });
      }
    },
  };
}
