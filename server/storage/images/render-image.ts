import type { Readable } from 'node:stream';
import sharp, { type Sharp } from 'sharp';
import { createFairLimit, TooMuchWaits } from '#server/fair-limit.ts';
import { addressSubject } from '#server/http/caller/client-address.ts';
import { StorageError } from '#server/storage/storage-error.ts';
import type { Transformation } from './transformation.ts';

/** The largest source, in bytes. It is held in memory while it is rendered. */
export const maxSourceBytes = 25 * 1024 * 1024;
/** The most pixels of a source: 200 MB in memory. A few bytes can stand for far more. */
const maxSourcePixels = 50_000_000;
const maxSeconds = 10;
const maxRunning = 2;
const maxWaiting = 20;

type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

// Rendered images are not rendered again soon, and a cache would hold them in memory.
sharp.cache(false);

const invalidSource = 'The source image is invalid or unsupported for rendering';

function refuseSource(cause?: unknown): StorageError {
  return new StorageError('InvalidRequest', invalidSource, { cause });
}

/**
 * Returns the format by the first bytes. Only these reach the decoder: an SVG, for example, can
 * load files and expand without end.
 */
function formatOf(bytes: Buffer): Format {
  const text = bytes.toString('latin1', 0, 12);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'webp';
  if (/^[^]{4}ftypavi[fs]/.test(text)) return 'avif';
  throw refuseSource();
}

async function readSource(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxSourceBytes) {
      throw new StorageError('EntityTooLarge', 'The source image is too large for rendering');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Resizes so that a point of the image stays in view, as near to the middle as possible. */
async function cropAround(image: Sharp, options: Transformation): Promise<Sharp> {
  const { width = 0, height = 0, x_offset: x = 0.5, y_offset: y = 0.5 } = options;
  const { autoOrient } = await image.metadata();
  const scale = Math.max(width / autoOrient.width, height / autoOrient.height);
  const [scaledWidth, scaledHeight] = [
    Math.max(width, Math.round(autoOrient.width * scale)),
    Math.max(height, Math.round(autoOrient.height * scale)),
  ];
  const place = (share: number, whole: number, part: number) =>
    Math.min(Math.max(Math.round(share * whole - part / 2), 0), whole - part);
  return image.resize(scaledWidth, scaledHeight, { fit: 'fill' }).extract({
    left: place(x, scaledWidth, width),
    top: place(y, scaledHeight, height),
    width,
    height,
  });
}

const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;

async function resized(image: Sharp, options: Transformation): Promise<Sharp> {
  const { width, height, resize = 'cover', gravity } = options;
  if (width === undefined && height === undefined) return image;
  if (gravity === 'fp' && resize === 'cover' && width !== undefined && height !== undefined) {
    return cropAround(image, options);
  }
  return image.resize({
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit: fits[resize],
    withoutEnlargement: true,
  });
}

interface RenderedImage {
  readonly bytes: Buffer;
  readonly mimetype: string;
}

async function render(
  source: Buffer,
  options: Transformation,
  acceptsWebp: boolean,
): Promise<RenderedImage> {
  const original = formatOf(source);
  const preferred = options.format ?? (acceptsWebp ? 'webp' : 'origin');
  const format = preferred === 'origin' ? original : preferred;
  const quality = options.quality ?? 80;
  try {
    const input = { limitInputPixels: maxSourcePixels, failOn: 'error' } as const;
    const image = await resized(sharp(source, input).autoOrient(), options);
    const output = image.timeout({ seconds: maxSeconds });
    const encoded = format === 'gif' ? output.gif() : output.toFormat(format, { quality });
    return { bytes: await encoded.toBuffer(), mimetype: `image/${format}` };
  } catch (error) {
    throw refuseSource(error);
  }
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
export function createImageRenderer(): ImageRenderer {
  const limit = createFairLimit(maxRunning, maxWaiting);
  return {
    async render(address, source, options, acceptsWebp) {
      try {
        return await limit.run(addressSubject(address), async () =>
          render(await readSource(source), options, acceptsWebp),
        );
      } catch (error) {
        source.destroy();
        if (!(error instanceof TooMuchWaits)) throw error;
        const headers = { 'retry-after': '5' };
        throw new StorageError('SlowDown', undefined, { cause: error, headers });
      }
    },
  };
}
