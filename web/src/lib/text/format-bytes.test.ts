import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1500, '1.5 KB'],
  [1_023_999, '1 MB'],
  [52_428_800, '50 MB'],
  [5_368_709_120, '5 GB'],
])('formatBytes(%i) is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
