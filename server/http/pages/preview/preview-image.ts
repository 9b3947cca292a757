import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicPrompt } from '#contract/public-pages.ts';
import { createFairLimit } from '#server/fair-limit.ts';
import { createBoundedCache } from '#server/http/bounded-cache.ts';
import { previewSvg } from './preview-svg.ts';
import { createRasterizer } from './rasterizer.ts';

/** An image with the hash of what it shows. */
export interface PreviewImage {
  readonly etag: string;
  readonly png: Buffer<ArrayBuffer>;
}

/** The memory for finished images, in bytes. */
const cacheSize = 16_000_000;
const maxWaiting = 8;

/**
 * Returns a function that draws a prompt for link previews, one at a time, in turns between callers;
 * null if its title has letters that the fonts don't. The fonts are those of the built page: the
 * first one also writes what names no other.
 */
export function createPreviewImages(pageFolder: string, brand: string) {
  const images = createBoundedCache<Buffer>(cacheSize, () => 60_000);
  const limit = createFairLimit(1, maxWaiting);
  const rasterizer = createRasterizer(async () => {
    const folder = join(pageFolder, 'assets');
    const files = await readdir(folder);
    return ['newsreader', 'jetbrains-mono'].flatMap((name) =>
      files
        .filter((file) => file.startsWith(`${name}-`) && file.endsWith('.woff2'))
        .map((file) => join(folder, file)),
    );
  });

  return async (
    { title, content, author }: PublicPrompt,
    caller: string,
  ): Promise<PreviewImage | null> => {
    const svg = previewSvg({ brand, title, content, author: author.name });
    if (svg === null) return null;
    const key = createHash('sha256').update(svg).digest('base64url');
    const draw = async () => images.get(key) ?? (await rasterizer.toPng(svg));
    const image = images.get(key) ?? (await limit.run(caller, draw));
    images.set(key, image);
    return { etag: `"${key}"`, png: Buffer.from(image) };
  };
}
