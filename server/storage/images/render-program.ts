/** Runs in the process of {@link RenderProcess}: renders images, one at a time. */
import sharp, { type Sharp } from 'sharp';
import type { RenderReply, RenderTask } from './render-process.ts';
import type { Transformation } from './transformation.ts';

/** The most pixels of a source: 200 MB in memory. A few bytes can stand for far more. */
const maxSourcePixels = 50_000_000;
/** sharp's default of 4 takes up to six times as long for AVIF, too long for large images. */
const avifEffort = 0;

// Rendered images are not rendered again soon, and a cache would hold them in memory.
sharp.cache(false);

/** Resizes so that a point of the image stays in view, as near to the middle as possible. */
async function cropAround(image: Sharp, options: Transformation): Promise<Sharp> {
  const { width = 0, height = 0, x_offset: x = 0.5, y_offset: y = 0.5 } = options;
  const { autoOrient } = await image.metadata();
  const scale = Math.min(1, Math.max(width / autoOrient.width, height / autoOrient.height));
  const [scaledWidth, scaledHeight] = [
    Math.round(autoOrient.width * scale),
    Math.round(autoOrient.height * scale),
  ];
  const [cutWidth, cutHeight] = [Math.min(width, scaledWidth), Math.min(height, scaledHeight)];
  const place = (share: number, whole: number, part: number) =>
    Math.min(Math.max(Math.round(share * whole - part / 2), 0), whole - part);
  return image.resize(scaledWidth, scaledHeight, { fit: 'fill' }).extract({
    left: place(x, scaledWidth, cutWidth),
    top: place(y, scaledHeight, cutHeight),
    width: cutWidth,
    height: cutHeight,
  });
}

/** Resizes to a shape. An image that is smaller gets the shape, not the size. */
async function stretched(image: Sharp, width: number, height: number): Promise<Sharp> {
  const { autoOrient } = await image.metadata();
  const scale = Math.min(1, autoOrient.width / width, autoOrient.height / height);
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return image.resize(scaled(width), scaled(height), { fit: 'fill' });
}

const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;

async function resized(image: Sharp, options: Transformation): Promise<Sharp> {
  const { width, height, resize = 'cover', gravity } = options;
  if (width === undefined && height === undefined) return image;
  if (gravity === 'fp' && resize === 'cover' && width !== undefined && height !== undefined) {
    return cropAround(image, options);
  }
  if (resize === 'fill' && width !== undefined && height !== undefined) {
    return stretched(image, width, height);
  }
  return image.resize({
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit: fits[resize],
    withoutEnlargement: true,
  });
}

function encoded(image: Sharp, { format, options }: RenderTask): Sharp {
  const quality = options.quality ?? 80;
  // Neither has a quality. With one, sharp would write a PNG of 256 colours.
  if (format === 'gif' || format === 'png') return image.toFormat(format);
  if (format === 'avif') return image.avif({ quality, effort: avifEffort });
  return image.toFormat(format, { quality });
}

async function render(task: RenderTask): Promise<RenderReply> {
  try {
    const input = { limitInputPixels: maxSourcePixels, failOn: 'error' } as const;
    const image = await resized(sharp(task.source, input).autoOrient(), task.options);
    return { bytes: await encoded(image, task).toBuffer() };
  } catch (error) {
    return { error: String(error) };
  }
}

// An orderly exit would wait for an image that is being encoded.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (task: RenderTask) => {
  void render(task).then((reply) => process.send?.(reply));
});
