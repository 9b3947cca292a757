import * as v from 'valibot';
import { StorageError } from '#server/storage/storage-error.ts';

const maxSide = 2500;

/** A number of a JSON body or of a query string. */
function numberBetween(lowest: number, highest: number) {
  return v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/), v.transform(Number))]),
    v.minValue(lowest, `must be at least ${lowest}`),
    v.maxValue(highest, `must be at most ${highest}`),
  );
}

const side = v.optional(v.pipe(numberBetween(1, maxSide), v.integer('must be a whole number')));
const share = v.optional(numberBetween(0, 1));

/** How an image is rendered. */
export const transformation = v.object({
  width: side,
  height: side,
  resize: v.optional(v.picklist(['cover', 'contain', 'fill'])),
  quality: v.optional(v.pipe(numberBetween(20, 100), v.integer('must be a whole number'))),
  format: v.optional(v.picklist(['origin', 'webp', 'avif'])),
  /** `fp` keeps the point at (x_offset, y_offset) in view; both are shares of the image. */
  gravity: v.optional(v.picklist(['fp'])),
  x_offset: share,
  y_offset: share,
});
export type Transformation = v.InferOutput<typeof transformation>;

/** Reads a transformation from a query string. */
export function parseTransformation(query: Readonly<Record<string, string>>): Transformation {
  const parsed = v.safeParse(transformation, query);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new StorageError('InvalidRequest', `querystring/${v.getDotPath(issue)} ${issue.message}`);
}

const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

/** Describes a transformation as the protocol's X-Transformations header does. */
export function describeTransformation(options: Transformation): string {
  const { width, height, resize = 'cover', gravity, quality, format } = options;
  const isResized = width !== undefined || height !== undefined;
  const parts = [
    height === undefined ? null : `height:${height}`,
    width === undefined ? null : `width:${width}`,
    isResized ? `resizing_type:${resizingTypes[resize]}` : null,
    gravity === undefined
      ? null
      : `gravity:fp:${options.x_offset ?? 0.5}:${options.y_offset ?? 0.5}`,
    quality === undefined ? null : `quality:${quality}`,
    format === undefined || format === 'origin' ? null : `format:${format}`,
  ];
  return parts.filter((part) => part !== null).join(',');
}
