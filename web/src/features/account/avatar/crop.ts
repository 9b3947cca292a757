/** The size of a picture in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The square of a picture to keep: its centre in pixels, and how much it is enlarged. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  /** 1 keeps the largest square that fits. */
  readonly zoom: number;
}

export const maxZoom = 5;

/** Returns the crop in the middle of a picture. */
export function centredCrop({ width, height }: PictureSize): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

/** Returns the side of a crop's square in pixels of the picture. */
export function cropSide({ width, height }: PictureSize, zoom: number): number {
  return Math.min(width, height) / zoom;
}

/** Returns the crop moved so that its square lies within the picture. */
export function fitCrop(size: PictureSize, crop: Crop): Crop {
  const zoom = clamp(crop.zoom, 1, maxZoom);
  const half = cropSide(size, zoom) / 2;
  return {
    x: clamp(crop.x, half, size.width - half),
    y: clamp(crop.y, half, size.height - half),
    zoom,
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Avatars are shown at up to 80 pixels, on screens with up to three dots a pixel. */
const outputSide = 256;

/** Returns the square of a picture as an image: WebP, or PNG if the browser can't write WebP. */
export async function cropPicture(picture: HTMLImageElement, crop: Crop): Promise<Blob> {
  const size = { width: picture.naturalWidth, height: picture.naturalHeight };
  const side = cropSide(size, crop.zoom);
  const canvas = document.createElement('canvas');
  canvas.width = outputSide;
  canvas.height = outputSide;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    picture,
    crop.x - side / 2,
    crop.y - side / 2,
    side,
    side,
    0,
    0,
    outputSide,
    outputSide,
  );
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture was not cut.')) : resolve(blob)),
      'image/webp',
      0.9,
    );
  });
}
