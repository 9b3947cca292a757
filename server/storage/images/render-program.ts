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

function encoded(image: Sharp, { format, options }: RenderTask): Sharp {
  const quality = options.quality ?? 80;
  if (format === 'gif') return image.gif();
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
