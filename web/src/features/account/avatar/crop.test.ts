import { describe, expect, it } from 'vitest';
import { centredCrop, cropSide, fitCrop } from './crop.ts';

const wide = { width: 400, height: 200 };

describe('fitCrop', () => {
  it('keeps the largest square of a picture in its middle', () => {
    expect(fitCrop(wide, centredCrop(wide))).toEqual({ x: 200, y: 100, zoom: 1 });
    expect(cropSide(wide, 1)).toBe(200);
  });

  it.each([
    ['left and above', { x: -50, y: -50, zoom: 2 }, { x: 50, y: 50, zoom: 2 }],
    ['right and below', { x: 999, y: 999, zoom: 2 }, { x: 350, y: 150, zoom: 2 }],
    ['the zoom', { x: 390, y: 10, zoom: 0.1 }, { x: 300, y: 100, zoom: 1 }],
    ['too much zoom', { x: 200, y: 100, zoom: 99 }, { x: 200, y: 100, zoom: 5 }],
  ])('never leaves the picture: %s', (_where, crop, fitted) => {
    expect(fitCrop(wide, crop)).toEqual(fitted);
  });
});
